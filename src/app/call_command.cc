#include "app/call_command.h"

#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <cstdio>

#include "app/home.h"
#include "app/product_features.h"
#include "app/server_app.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"
#include "ledger/envelopes.h"
#include "mcp/protocol.h"
#include "mcp/server.h"
#include "net/event_stream.h"
#include "net/http_client.h"
#include "net/local_address.h"
#include "store/posix_file_system.h"

namespace oc::app {
namespace {

class NoOutlet final : public rpc::Outlet {
 public:
  void reply(const json::value&, const rpc::Answer&) override {}
  void send(std::string) override {}
  bool can_send() const override { return false; }
  void drop() override {}
};

json::object request_meta() {
  return {{mcp::kMetaVersion, word_of(mcp::kModern)},
          {mcp::kMetaCapabilities, json::object{}},
          {mcp::kMetaClientInfo, {{"name", "openchrome call"}, {"version", OC_VERSION}}}};
}

// A task that was started here ends with this process: it is given its time.
Task<void> wait_for_started(ServerApp& app, const rpc::Answer& answer) {
  const json::object* result = answer && answer->is_object() ? &answer->get_object() : nullptr;
  const json::object* data = result ? json::find_object(*result, "structuredContent") : nullptr;
  bool runs = data && data->contains("kind") && json::text_of(*data, "kind") != ledger::kEnvelopeKind;
  std::string id = runs ? json::text_of(*data, "task_id") : "";
  if (id.empty() || json::text_of(*data, "status") != "PENDING") co_return;
  std::fprintf(
      stderr,
      "openchrome: task %s runs in this process, which waits for it; --url would leave it to a server\n",
      id.c_str());
  (void)co_await app.protocol().parts().tasks.wait_for_end(id, {});
}

Task<rpc::Answer> call_here(ServerApp& app, json::object params) {
  const mcp::Method* method = app.protocol().find("tools/call", true);
  mcp::RequestContext context{.client = {.revision = mcp::kModern, .name = "openchrome call"},
                              .caller = "openchrome call",
                              .outlet = std::make_shared<NoOutlet>()};
  auto answer = co_await app.protocol().serve(
      *method, {.id = 1, .method = "tools/call", .params = std::move(params)}, std::move(context));
  co_await wait_for_started(app, answer);
  co_await app.close();
  co_return answer;
}

// The answer of a POST: plain JSON, or the last event of a stream.
Result<json::value> read_body(const net::HttpResponse& response) {
  std::string body = response.body;
  if (response.headers.find("Content-Type").value_or("").starts_with("text/event-stream")) {
    auto events = net::EventParser{}.feed(body);
    if (events.empty())
      return fail(ErrorCode::network_failed, "the server closed the stream without an answer");
    body = events.back().data;
  }
  auto parsed = json::parse(body);
  if (!parsed)
    return fail(ErrorCode::network_failed,
                cat("the server answered ", response.status, " with something that is not MCP"));
  return parsed;
}

Task<Result<rpc::Answer>> call_there(std::string url, std::string token, std::string tool,
                                     json::object params, Stop stop) {
  net::FetchRequest request{.url = std::move(url), .method = "POST"};
  request.headers = {{"Content-Type", "application/json"},
                     {"Accept", "application/json, text/event-stream"},
                     {"MCP-Protocol-Version", std::string{word_of(mcp::kModern)}},
                     {"Mcp-Method", "tools/call"},
                     {"Mcp-Name", tool}};
  if (!token.empty()) request.headers.add("Authorization", cat("Bearer ", token));
  request.body = rpc::write_request(1, "tools/call", params);
  auto response = co_await net::fetch(std::move(request), stop);
  if (!response) co_return std::unexpected(std::move(response).error());
  auto body = read_body(*response);
  if (!body) co_return std::unexpected(std::move(body).error());
  auto message = rpc::read_message(std::move(*body));
  auto* answer = message ? std::get_if<rpc::Response>(&*message) : nullptr;
  if (!answer)
    co_return fail(ErrorCode::network_failed,
                   cat("the server refused the call with status ", response->status));
  co_return std::move(answer->outcome);
}

void print(std::FILE* to, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), to);
  if (!text.ends_with('\n')) std::fputc('\n', to);
}

// A person gets indented JSON, a program the bytes as they are.
std::string for_reader(std::string_view text, int fd) {
  if (!isatty(fd)) return std::string{text};
  auto parsed = json::parse(text);
  return parsed && parsed->is_structured() ? json::write_pretty(*parsed) : std::string{text};
}

int print_result(const json::object& result) {
  bool failed = json::find_bool(result, "isError").value_or(false);
  std::FILE* to = failed ? stderr : stdout;
  if (const json::array* content = json::find_array(result, "content")) {
    for (const json::value& block : *content) {
      if (!block.is_object()) continue;
      const json::object& members = block.get_object();
      if (auto text = json::find_string(members, "text")) {
        print(to, for_reader(*text, fileno(to)));
      } else {
        print(stderr, cat("[", json::find_string(members, "type").value_or("?"), " ",
                          json::find_string(members, "mimeType").value_or(""), "]"));
      }
    }
  }
  return failed ? kToolError : kOk;
}

int print_answer(const Result<rpc::Answer>& answer) {
  if (!answer) {
    print(stderr, cat("openchrome: ", answer.error().message, ". ", answer.error().next_step()));
    return kTransport;
  }
  if (!*answer) {
    print(stderr, cat("openchrome: ", answer->error().message));
    return answer->error().code == rpc::kInvalidParams ? kUsage : kTransport;
  }
  if (!(*answer)->is_object()) {
    print(stderr, "openchrome: the server's answer is not a result");
    return kTransport;
  }
  return print_result((*answer)->as_object());
}

// Our token is for our own server: another host gets it only when its file was named for the purpose.
std::string token_for(const Config& config, std::string_view url) {
  std::size_t start = url.find("://");
  std::string_view authority = start == std::string_view::npos ? "" : url.substr(start + 3);
  auto host = net::parse_host_port(authority.substr(0, authority.find_first_of("/?#")));
  bool named = config.http_token_file != cat(config.home, "/token");
  if (!named && (!host || !net::is_loopback_name(host->host))) return "";
  store::PosixFileSystem files;
  auto token = files.read(config.http_token_file);
  return token && *token ? std::string{trim(**token)} : "";
}

}  // namespace

Result<json::object> read_arguments(const CallRequest& request, const json::object* schema) {
  json::object out;
  if (!request.json.empty()) {
    auto parsed = json::parse(request.json);
    if (!parsed) return std::unexpected(std::move(parsed).error().in("--json"));
    if (!parsed->is_object()) return fail(ErrorCode::invalid_arguments, "--json must hold an object");
    out = std::move(parsed->get_object());
  }
  const json::object* properties = schema ? json::find_object(*schema, "properties") : nullptr;
  for (const std::string& argument : request.arguments) {
    std::size_t equals = argument.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fail(ErrorCode::invalid_arguments, cat("'", argument, "' is not key=value"));
    }
    std::string key = argument.substr(0, equals);
    std::string text = argument.substr(equals + 1);
    const json::object* field = properties ? json::find_object(*properties, key) : nullptr;
    if (!field && properties) field = json::find_object(*properties, snake_case(key));
    auto type = field ? json::find_string(*field, "type") : std::nullopt;
    auto parsed = json::parse(text);
    out[key] = type == "string" || !parsed ? json::value(text) : *parsed;
  }
  return out;
}

int run_call(const Config& config, Logger& log, const CallRequest& request) {
  Features features = product_features();
  tool::Catalog catalog{features.tools};
  const tool::Tool* tool = catalog.find(request.tool);
  if (!tool && request.url.empty()) {
    std::string_view near = catalog.nearest_name(request.tool);
    print(stderr,
          cat("openchrome: no tool is called '", request.tool, "'",
              near.empty() ? "" : cat("; did you mean ", near, "?"), " (openchrome dump tools lists them)"));
    return kUsage;
  }
  auto arguments = read_arguments(request, tool ? &tool->input_schema() : nullptr);
  if (!arguments) {
    print(stderr, cat("openchrome: ", arguments.error().message));
    return kUsage;
  }
  json::object params{
      {"name", request.tool}, {"arguments", std::move(*arguments)}, {"_meta", request_meta()}};
  asio::io_context io{1};
  Result<rpc::Answer> answer = fail(ErrorCode::internal, "the call never ended");
  auto keep = [&](std::exception_ptr failure, Result<rpc::Answer> got) {
    if (!failure) answer = std::move(got);
    io.stop();
  };
  if (request.url.empty()) {
    ServerApp app{io, config, log, std::move(features)};
    auto run = [&]() -> Task<Result<rpc::Answer>> { co_return co_await call_here(app, std::move(params)); };
    asio::co_spawn(io, run, keep);
    io.run();
    return print_answer(answer);
  }
  std::string secret = token_for(config, request.url);
  Stop limit =
      StopSource{Stop{}, std::chrono::steady_clock::now() + std::chrono::milliseconds{config.max_call_ms}}
          .stop();
  asio::co_spawn(io, call_there(request.url, secret, request.tool, std::move(params), limit), keep);
  io.run();
  return print_answer(answer);
}

}  // namespace oc::app
