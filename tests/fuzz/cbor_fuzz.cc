// Fuzz target: any bytes on the pipe of a browser that speaks CBOR. What is understood can be written and is
// then understood again, the same.
#include <cstdint>
#include <cstdlib>

#include "cdp/cbor.h"
#include "json/write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace oc;
  std::string_view bytes{reinterpret_cast<const char*>(data), size};
  auto message = cdp::cbor_message_size(bytes);
  auto parsed = cdp::parse_cbor(message && *message <= size ? bytes.substr(0, *message) : bytes);
  if (!parsed) return 0;
  std::string written;
  cdp::append_cbor(written, *parsed);
  if (parsed->is_structured() && cdp::cbor_message_size(written) != written.size()) std::abort();
  auto again = cdp::parse_cbor(written);
  if (!again || json::write(*again) != json::write(*parsed)) std::abort();
  return 0;
}
