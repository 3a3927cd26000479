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

#include "app/demo_site.h"
#include "base/process.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"
#include "mcp/protocol.h"
#include "mcp/revision.h"
#include "store/file_system.h"

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

  Task<int> run(std::string home, std::string picture) {
    Executor executor = co_await asio::this_coro::executor;
    SystemClock clock;
    Logger quiet{[](std::string_view) {}, clock, LogLevel::off};
    auto site = DemoSite::open(executor, quiet);
    if (!site) co_return report(site.error());
    Clock::time_point start = Clock::now();
    auto server =
        ChildProcess::spawn({.command = {own_executable(), "serve", "--home", home, "--log-level", "error",
                                         "--file-root", std::string{store::parent_of(picture)}}});
    if (!server) co_return report(server.error());
    DemoClient client{executor, *server};
    say("openchrome ", OC_VERSION, ", pid ", server->pid());

    json::object hello{{"protocolVersion", word_of(mcp::kLatestLegacy)},
                       {"capabilities", json::object{}},
                       {"clientInfo", {{"name", "demo"}, {"version", OC_VERSION}}}};
    auto initialized = co_await client.request("initialize", hello);
    if (!initialized) co_return report(initialized.error());
    step("initialize", Clock::now() - start, "from the start of the process to its first answer");
    Clock::time_point asked = Clock::now();
    auto tools = co_await client.request("tools/list", {});
    if (!tools) co_return report(tools.error());
    std::size_t count = tools->at("tools").as_array().size();
    step("tools/list", Clock::now() - asked, cat(count, " tools in ", json::write(*tools).size(), " bytes"));

    int failed = co_await show_calls(client, *site, picture);
    Clock::time_point closing = Clock::now();
    server->close_stdin();
    StopSource limit{Stop{}, Clock::now() + 3s};
    int ended = co_await finish(std::move(client), *server, closing, limit.stop());
    co_await site->close();
    co_return failed != 0 ? failed : ended;
  }

 private:
  struct Shown {
    std::string_view tool;
    json::object arguments;
    std::string_view note = "";
    std::size_t lines = 12;
  };

  Task<int> show_calls(DemoClient& client, const DemoSite& site, const std::string& picture) {
    json::object fields{
        {"name", {{"type", "string"}}}, {"price", {{"type", "number"}}}, {"origin", {{"type", "string"}}}};
    json::object schema{{"type", "object"}, {"properties", std::move(fields)}};
    const std::vector<Shown> calls{
        {"navigate", {{"url", site.url("/")}}, "starts a browser: the first call that needs one"},
        {"read_page", json::object{}, "what an agent sees", 24},
        {"find", {{"query", "add to basket button"}}},
        {"page_screenshot",
         {{"labels", true}, {"format", "png"}, {"path", picture}},
         "refs drawn on the picture"},
        {"console", json::object{}},
        {"extract_data", {{"schema", schema}, {"multiple", true}}, "by a JSON Schema"},
        {"navigate", {{"url", site.url("/tea/sencha")}}},
        {"read_page", {{"mode", "markdown"}}, "for reading", 24},
        {"find", {{"query", "checkout button"}}, "an error says what to do next"},
    };
    for (const Shown& call : calls) {
      Clock::time_point asked = Clock::now();
      json::object params{{"name", call.tool}, {"arguments", call.arguments}};
      auto answer = co_await client.request("tools/call", std::move(params));
      if (!answer) co_return report(answer.error());
      step(cat(call.tool, " ", shorten(json::write(call.arguments), 90)), Clock::now() - asked, call.note);
      show_content(answer->as_object(), call.lines);
      // Only the last call is meant to fail.
      bool failed = json::find_bool(answer->as_object(), "isError").value_or(false);
      if (failed != (&call == &calls.back())) co_return 1;
    }
    co_return 0;
  }

  void show_content(const json::object& answer, std::size_t most_lines) {
    for (const json::value& block : answer.at("content").as_array()) {
      auto text = json::find_string(block.as_object(), "text");
      if (!text) continue;
      auto lines = split(*text, '\n');
      for (std::size_t i = 0; i < lines.size() && i < most_lines; ++i)
        say("    ", style_.dim, shorten(lines[i], 150), style_.reset);
      if (lines.size() > most_lines)
        say("    ", style_.dim, "… ", lines.size() - most_lines, " more lines", style_.reset);
    }
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
  // Beside the temporary home, so that it outlives the demo.
  std::string pictures = std::filesystem::temp_directory_path() / "openchrome-demo";
  asio::co_spawn(io, demo.run(name, pictures + "/tea-shop.png"), [&](std::exception_ptr failure, int code) {
    status = failure ? 1 : code;
    io.stop();
  });
  io.run();
  std::error_code ignored;
  std::filesystem::remove_all(name, ignored);
  return status;
}

}  // namespace oc::app
