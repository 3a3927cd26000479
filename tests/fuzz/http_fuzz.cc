// Fuzz target: any bytes on an HTTP connection, cut anywhere. The first byte says how the rest is cut into
// pieces; what comes out must be the same as for the bytes in one piece.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "net/http_parser.h"
#include "net/local_address.h"

namespace {

using namespace oc::net;
using Stage = HttpParser::Stage;

constexpr std::size_t kMaxBody = 16 * 1024;

struct Parsed {
  Stage stage;
  std::string body;
};

Parsed parse(std::string_view bytes, std::size_t piece) {
  HttpParser parser{{.header_bytes = 4096, .body_bytes = kMaxBody}};
  Stage stage = Stage::head;
  while (!bytes.empty() && stage != Stage::done && stage != Stage::failed) {
    stage = parser.feed(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  // A head that ended with the last bytes has its body still to be looked at.
  if (stage == Stage::body) stage = parser.feed("");
  if (stage == Stage::body || stage == Stage::done) {
    // Only loopback names may ever be taken for this server.
    auto host = parser.request().headers.find("Host");
    if (host && is_own_host(*host, "127.0.0.1", 8123)) {
      auto parsed = parse_host_port(*host);
      if (!parsed || !is_loopback_name(parsed->host)) std::abort();
    }
  }
  if (stage == Stage::failed && parser.failure().status < 400) std::abort();
  return {stage, stage == Stage::done ? parser.request().body : ""};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::string_view bytes{reinterpret_cast<const char*>(data) + 1, size - 1};
  Parsed cut = parse(bytes, std::max<std::size_t>(data[0], 1));
  Parsed whole = parse(bytes, bytes.size());
  if (cut.body.size() > kMaxBody) std::abort();
  if (cut.stage == Stage::done && whole.stage == Stage::done && cut.body != whole.body) std::abort();
  return 0;
}
