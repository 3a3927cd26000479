// Tested by: tests/process/cli_test.mjs
#include "app/demo.h"

#include <stdlib.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>
#include <cstdio>
#include <filesystem>

#include "base/process.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"
#include "mcp/protocol.h"
#include "mcp/revision.h"

namespace oc::app {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Style {
  std::string_view bold, dim, green, reset;
};
constexpr Style kPlain{"", "", "", ""};
constexpr Style kColoured{"\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[0m"};

std::string milliseconds(Clock::duration duration) {
  char text[32];
  int length = std::snprintf(text, sizeof text, "%.2f ms",
                             std::chrono::duration<double, std::milli>(duration).count());
  return {text, static_cast<std::size_t>(length)};
}

// A client of one server process: sends a request, waits for its answer.
class DemoClient {
 public:
  DemoClient(const Executor& executor, ChildProcess& server)
      : in_(executor, dup(server.stdout_fd())), out_(executor, dup(server.stdin_fd())) {}

  Task<Result<json::value>> request(std::string method, json::object params) {
    std::string line = rpc::write_request(next_id_++, method, params) + "\n";
    boost::system::error_code error;
    co_await asio::async_write(out_, asio::buffer(line), asio::redirect_error(asio::use_awaitable, error));
    std::size_t size = co_await asio::async_read_until(in_, asio::dynamic_buffer(buffer_), '\n',
                                                       asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return fail(ErrorCode::network_failed, cat("the server went away: ", error.message()));
    auto parsed = json::parse(std::string_view{buffer_}.substr(0, size));
    buffer_.erase(0, size);
    if (!parsed) co_return std::unexpected(std::move(parsed).error());
    const json::value* result = parsed->as_object().if_contains("result");
    if (!result) co_return fail(ErrorCode::internal, json::write(*parsed));
    co_return *result;
  }

 private:
  asio::posix::stream_descriptor in_;
  asio::posix::stream_descriptor out_;
  std::string buffer_;
  int next_id_ = 1;
};

class Demo {
 public:
  explicit Demo(Style style) : style_(style) {}

  Task<int> run(std::string home) {
    Clock::time_point start = Clock::now();
    auto server =
        ChildProcess::spawn({.command = {own_executable(), "serve", "--home", home, "--log-level", "error"}});
    if (!server) co_return report(server.error());
    DemoClient client{co_await asio::this_coro::executor, *server};
    say("openchrome ", OC_VERSION, ", pid ", server->pid());

    json::object hello{{"protocolVersion", word_of(mcp::kLatestLegacy)},
                       {"capabilities", json::object{}},
                       {"clientInfo", {{"name", "demo"}, {"version", OC_VERSION}}}};
    Clock::time_point asked = Clock::now();
    auto initialized = co_await client.request("initialize", hello);
    if (!initialized) co_return report(initialized.error());
    step("initialize", Clock::now() - start, "from the start of the process to its first answer");
    detail(json::write(initialized->at("capabilities")));

    asked = Clock::now();
    auto tools = co_await client.request("tools/list", {});
    if (!tools) co_return report(tools.error());
    step("tools/list", Clock::now() - asked, cat(json::write(*tools).size(), " bytes"));
    for (const json::value& tool : tools->at("tools").as_array()) {
      detail(
          cat(json::view(tool.at("name").as_string()), ": ", json::view(tool.at("description").as_string())));
    }
    int failed = co_await show_calls(client);
    if (failed != 0) co_return failed;

    Clock::time_point closing = Clock::now();
    server->close_stdin();
    StopSource limit{Stop{}, Clock::now() + 3s};
    co_return co_await finish(std::move(client), *server, closing, limit.stop());
  }

 private:
  Task<int> show_calls(DemoClient& client) {
    struct Shown {
      std::string_view tool;
      json::object arguments;
    };
    const std::vector<Shown> calls{{"oc_connection_health", {}},
                                   {"oc_journal", {{"action", "recent"}, {"count", 3}}},
                                   {"oc_journal", {{"action", "sumary"}}}};
    for (const Shown& call : calls) {
      Clock::time_point asked = Clock::now();
      json::object params{{"name", call.tool}, {"arguments", call.arguments}};
      auto answer = co_await client.request("tools/call", std::move(params));
      if (!answer) co_return report(answer.error());
      step(cat(call.tool, " ", json::write(call.arguments)), Clock::now() - asked, "");
      detail(json::view(answer->at("content").at(0).at("text").as_string()));
    }
    // The stateless revision on the same pipe: no handshake, each request says who asks.
    Clock::time_point asked = Clock::now();
    json::object meta{{mcp::kMetaVersion, word_of(mcp::kModern)}, {mcp::kMetaCapabilities, json::object{}}};
    auto discovered = co_await client.request("server/discover", {{"_meta", std::move(meta)}});
    if (!discovered) co_return report(discovered.error());
    step("server/discover", Clock::now() - asked, "revision 2026-07-28, without a handshake");
    detail(json::write(discovered->at("supportedVersions")));
    co_return 0;
  }

  Task<int> finish(DemoClient client, ChildProcess& server, Clock::time_point closing, Stop stop) {
    {
      DemoClient gone = std::move(client);
    }
    auto status = co_await server.wait(stop);
    if (!status) co_return report({ErrorCode::timeout, "the server did not end with its input"});
    step("end of input", Clock::now() - closing, cat("the server is gone, exit code ", *status));
    show_configuration();
    co_return *status;
  }

  void show_configuration() {
    std::string program = own_executable();
    say("");
    say(style_.bold, "Use it from your agent:", style_.reset);
    say("  Claude Code  claude mcp add openchrome -- ", program, " serve");
    say("  Codex        codex mcp add openchrome -- ", program, " serve");
    say("  VS Code      code --add-mcp '{\"name\":\"openchrome\",\"command\":\"", program,
        "\",\"args\":[\"serve\"]}'");
    say("  Cursor       ~/.cursor/mcp.json: {\"mcpServers\":{\"openchrome\":{\"command\":\"", program,
        "\",\"args\":[\"serve\"]}}}");
  }

  template <class... Pieces>
  void say(const Pieces&... pieces) {
    std::string line = cat(pieces..., "\n");
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
  }
  void step(std::string_view what, Clock::duration took, std::string_view note) {
    say(style_.green, "→ ", style_.reset, style_.bold, what, style_.reset, "  ", milliseconds(took),
        note.empty() ? "" : "  ", style_.dim, note, style_.reset);
  }
  void detail(std::string_view text) { say("    ", shorten(one_line(text), 300)); }
  int report(const Error& error) {
    std::string line = cat("openchrome demo: ", error.message, "\n");
    std::fwrite(line.data(), 1, line.size(), stderr);
    return 1;
  }

  Style style_;
};

}  // namespace

int run_demo() {
  char name[] = "/tmp/openchrome-demo-XXXXXX";
  if (!mkdtemp(name)) {
    std::perror("openchrome demo: cannot make a temporary directory");
    return 1;
  }
  asio::io_context io{1};
  int status = 1;
  Demo demo{isatty(STDOUT_FILENO) ? kColoured : kPlain};
  asio::co_spawn(io, demo.run(name), [&](std::exception_ptr failure, int code) {
    status = failure ? 1 : code;
    io.stop();
  });
  io.run();
  std::error_code ignored;
  std::filesystem::remove_all(name, ignored);
  return status;
}

}  // namespace oc::app
