// Fuzz target: any bytes on stdin. Lines are split, parsed and served by a real conversation; whatever comes
// in, every line that goes out is a JSON-RPC message and the server goes on.
#include <cstdint>
#include <cstdlib>

#include "json/parse.h"
#include "mcp/stdio_conversation.h"
#include "mcp/testing/fake_server.h"
#include "transport/line_splitter.h"

namespace {

using namespace oc;

struct CheckedSink final : rpc::LineSink {
  void write_line(std::string_view line) override {
    auto parsed = json::parse(line, {.max_depth = 4096, .mend_surrogates = false});
    if (!parsed || line.find('\n') != std::string_view::npos) std::abort();
    if (!parsed->is_array() && parsed->as_object().at("jsonrpc").as_string() != "2.0") std::abort();
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mcp::FakeServer fake;
  CheckedSink sink;
  Nursery nursery{fake.fake.loop.executor(), fake.fake.loop.log};
  StopSource stop;
  mcp::StdioConversation conversation{fake.server, sink, nursery, stop.stop()};
  transport::LineSplitter splitter{conversation, 64 * 1024};
  splitter.feed({reinterpret_cast<const char*>(data), size});
  splitter.finish();
  fake.closing.request(StopReason::shutdown);
  stop.request(StopReason::shutdown);
  if (!fake.fake.loop.run(nursery.join({}))) std::abort();
  return 0;
}
