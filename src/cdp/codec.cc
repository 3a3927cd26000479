// Tested by: cdp/cbor_test.cc and cdp/connection_test.cc
#include "cdp/codec.h"

#include "cdp/cbor.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::cdp {

std::string encode(Codec codec, const json::object& message) {
  if (codec == Codec::json) return json::write(message);
  std::string bytes;
  append_cbor(bytes, message);
  return bytes;
}

Result<json::value> decode(Codec codec, std::string_view message, boost::json::storage_ptr storage) {
  if (codec == Codec::json) return json::parse(message, {.storage = std::move(storage)});
  return parse_cbor(message, std::move(storage));
}

}  // namespace oc::cdp
