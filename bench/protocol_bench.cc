// What a call costs in this process: parsing, dispatch, writing; and a ping through the real binary over a
// pipe. Run by scripts/bench. Times of one machine compare with times of the same machine only.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdlib>

#include "base/process.h"
#include "json/parse.h"
#include "json/write.h"
#include "mcp/stdio_conversation.h"
#include "mcp/testing/fake_server.h"

namespace {

using namespace oc;

constexpr std::string_view kCall =
    R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}})";
constexpr std::string_view kInitialize =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}})";

struct CountingSink final : rpc::LineSink {
  void write_line(std::string_view line) override { bytes += line.size(); }
  std::size_t bytes = 0;
};

void parse_request(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(rpc::read_message(std::move(*rpc::parse_text(kCall))));
}
BENCHMARK(parse_request);

void write_answer(benchmark::State& state) {
  rpc::Answer answer = json::value(json::object{
      {"content", json::array{json::object{{"type", "text"}, {"text", std::string(state.range(0), 'x')}}}}});
  for (auto _ : state) benchmark::DoNotOptimize(rpc::write_answer(7, answer));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(write_answer)->Arg(100)->Arg(100'000);

void validate_utf8(benchmark::State& state) {
  std::string text(1 << 20, 'x');
  for (auto _ : state) benchmark::DoNotOptimize(is_valid_utf8(text));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(validate_utf8);

void decode_arguments(benchmark::State& state) {
  json::object arguments{{"text", "hello"}, {"times", 3}};
  for (auto _ : state) benchmark::DoNotOptimize(tool::samples::echo().decode(arguments));
}
BENCHMARK(decode_arguments);

// A line in, the pipeline, a line out; the journal included.
void serve_line(benchmark::State& state, std::string_view line) {
  mcp::FakeServer fake;
  CountingSink sink;
  Nursery nursery{fake.fake.loop.executor(), fake.fake.loop.log};
  mcp::StdioConversation conversation{fake.server, sink, nursery, {}};
  conversation.on_line(kInitialize);
  for (auto _ : state) {
    conversation.on_line(line);
    fake.fake.loop.io.restart();
    while (conversation.running() > 0) fake.fake.loop.io.run_one();
  }
  fake.fake.loop.run(nursery.join({}));
}
BENCHMARK_CAPTURE(serve_line, ping, R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
BENCHMARK_CAPTURE(serve_line, tools_list, R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
BENCHMARK_CAPTURE(serve_line, tool_call, kCall);

// The real binary, named by OPENCHROME_BIN.
class RealServer {
 public:
  RealServer() {
    const char* binary = std::getenv("OPENCHROME_BIN");
    auto spawned =
        ChildProcess::spawn({.command = {binary ? binary : "openchrome", "serve", "--log-level", "error"}});
    if (spawned) child_.emplace(std::move(*spawned));
  }
  bool running() const { return child_.has_value(); }
  std::string ask(std::string_view line) {
    std::string message = cat(line, "\n");
    if (write(child_->stdin_fd(), message.data(), message.size()) < 0) return "";
    std::string answer;
    while (!answer.ends_with('\n')) {
      char buffer[65536];
      ssize_t got = read(child_->stdout_fd(), buffer, sizeof buffer);
      if (got <= 0) return "";
      answer.append(buffer, static_cast<std::size_t>(got));
    }
    return answer;
  }

 private:
  std::optional<ChildProcess> child_;
};

// Each round trip is measured alone, because a mean hides what a client sees: the counters are the 50th and
// the 99th percentile in microseconds.
void ping_through_stdio(benchmark::State& state) {
  RealServer server;
  if (!server.running() || server.ask(kInitialize).empty())
    return state.SkipWithError("cannot start OPENCHROME_BIN");
  std::vector<double> micros;
  for (auto _ : state) {
    auto asked = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(server.ask(R"({"jsonrpc":"2.0","id":2,"method":"ping"})"));
    micros.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - asked).count());
  }
  std::ranges::sort(micros);
  state.counters["p50_us"] = micros[micros.size() / 2];
  state.counters["p99_us"] = micros[micros.size() * 99 / 100];
}
BENCHMARK(ping_through_stdio)->UseRealTime()->Iterations(20'000);

void start_to_initialize(benchmark::State& state) {
  for (auto _ : state) {
    RealServer server;
    if (!server.running() || server.ask(kInitialize).empty())
      return state.SkipWithError("cannot start OPENCHROME_BIN");
  }
}
BENCHMARK(start_to_initialize)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
