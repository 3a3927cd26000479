#include "bridge/bridge_routes.h"

#include <charconv>

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/random.h"
#include "base/text.h"
#include "bridge/socket_channel.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::bridge {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestPoll{25'000};
constexpr milliseconds kFirstMessage{5'000};
constexpr std::size_t kMostIds = 1000;
// Before the token was shown nobody fills our memory.
constexpr std::size_t kHelloBytes = 64 * 1024;
constexpr std::size_t kMessageBytes = 64 * 1024 * 1024;

void refuse(net::HttpExchange& exchange, int status, std::string_view reason) {
  exchange.respond(net::HttpResponse::json(status, json::write(json::object{{"error", reason}})));
}

void answer(net::HttpExchange& exchange, const json::value& with) {
  net::HttpResponse response = net::HttpResponse::json(200, json::write(with));
  response.headers.set("Cache-Control", "no-store");
  exchange.respond(std::move(response));
}

// One that does not say which session of the browser it is could be any: nothing is ever given to it again.
std::string executor_named(std::string_view epoch) {
  return epoch.empty() ? cat("somebody ", random_hex(8)) : cat("browser ", shorten(epoch, 64));
}

bool is_nonce(std::string_view text) {
  return text.size() >= 16 && text.size() <= 128;
}

std::vector<std::string> ids_in(const json::object& from, std::string_view name) {
  std::vector<std::string> out;
  const json::array* given = json::find_array(from, name);
  for (std::size_t i = 0; given && i < given->size() && i < kMostIds; ++i) {
    if ((*given)[i].is_string()) out.emplace_back(json::view((*given)[i].get_string()));
  }
  return out;
}

}  // namespace

Result<Report> parse_report(const json::value& from) {
  const json::object* body = from.if_object();
  if (!body) return fail(ErrorCode::invalid_arguments, "the body must be a JSON object");
  auto id = json::find_string(*body, "correlation_id");
  if (!id || id->empty()) return fail(ErrorCode::invalid_arguments, "correlation_id is required");
  Report report{.correlation_id = std::string{*id}};
  auto status = json::find_string(*body, "status").value_or("");
  if (status == "pending") {
    report.state = CommandState::running;
  } else if (status == "complete") {
    report.state = CommandState::complete;
  } else if (status == "timeout") {
    report.state = CommandState::timeout;
  } else if (status == "error") {
    report.state = CommandState::error;
  } else {
    return fail(ErrorCode::invalid_arguments, "status must be complete, pending, timeout or error");
  }
  if (auto elapsed = json::find_integer(*body, "elapsed_ms"))
    report.elapsed = milliseconds{std::clamp<std::int64_t>(*elapsed, 0, 3'600'000)};
  if (const json::value* result = body->if_contains("result")) report.result = *result;
  if (report.state == CommandState::complete && !report.result) report.result = nullptr;
  if (report.state != CommandState::error && report.state != CommandState::timeout) return report;
  Failure failure = Failure::of(
      report.state == CommandState::timeout ? ErrorCode::execution_timeout : ErrorCode::script_error,
      "the extension gave no reason");
  if (report.state == CommandState::error)
    failure.hint = "Look at the page, or ask the user, before it is tried again.";
  if (auto text = json::find_string(*body, "error")) failure.message = shorten(*text, 2000);
  if (const json::object* told = json::find_object(*body, "error")) {
    if (auto code = json::find_string(*told, "code")) failure.code = shorten(*code, 80);
    if (auto message = json::find_string(*told, "message")) failure.message = shorten(*message, 2000);
    if (auto hint = json::find_string(*told, "hint")) failure.hint = shorten(*hint, 500);
    if (json::find_bool(*told, "outcome_unknown").value_or(false)) failure.outcome_unknown = true;
  }
  report.failure = std::move(failure);
  return report;
}

std::string BridgeRoutes::proof_for(std::string_view nonce) const {
  return hex_encode(hmac_sha256(token_, cat("openchrome bridge ", port_, " ", nonce)));
}

Task<void> BridgeRoutes::proof(net::HttpExchange& exchange) {
  std::string nonce = net::query_parameter(exchange.request().query, "nonce").value_or("");
  if (!is_nonce(nonce)) co_return refuse(exchange, 400, "nonce must have 16 to 128 characters");
  answer(exchange, json::object{{"proof", proof_for(nonce)}});
}

Task<void> BridgeRoutes::pending_queries(net::HttpExchange& exchange) {
  const net::HttpRequest& request = exchange.request();
  std::string text = net::query_parameter(request.query, "wait_ms").value_or("0");
  std::int64_t wait = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), wait);
  if (problem != std::errc{} || end != text.data() + text.size() || wait < 0)
    co_return refuse(exchange, 400, "wait_ms must be a number of milliseconds");
  std::string executor = executor_named(net::query_parameter(request.query, "epoch").value_or(""));
  std::vector<Command> commands =
      co_await bridge_.poll(executor, std::min(milliseconds{wait}, kLongestPoll), exchange.disconnected());
  if (exchange.disconnected().requested()) co_return bridge_.put_back(commands);
  json::array out;
  for (const Command& command : commands) out.push_back(delivery_of(command));
  answer(exchange, out);
}

Task<void> BridgeRoutes::query_result(net::HttpExchange& exchange) {
  auto body = json::parse(exchange.request().body);
  if (!body) co_return refuse(exchange, 400, "the body must be JSON");
  auto report = parse_report(*body);
  if (!report) co_return refuse(exchange, 400, report.error().message);
  Verdict verdict = co_await bridge_.report(std::move(*report));
  answer(exchange, json::object{{"status", word_of(verdict)}});
}

Task<void> BridgeRoutes::hello(net::HttpExchange& exchange) {
  auto body = json::parse(exchange.request().body);
  const json::object* members = body ? body->if_object() : nullptr;
  auto epoch = members ? json::find_string(*members, "epoch") : std::nullopt;
  if (!epoch || epoch->empty()) co_return refuse(exchange, 400, "epoch is required");
  auto opened = co_await bridge_.open(exchange.disconnected());
  if (!opened) co_return refuse(exchange, 503, opened.error().message);
  bridge_.hello(executor_named(*epoch), shorten(json::text_of(*members, "extension_version"), 40),
                ids_in(*members, "running"));
  answer(exchange, json::object{{"status", "ok"}, {"server", "openchrome"}});
}

Task<void> BridgeRoutes::status(net::HttpExchange& exchange) {
  ExtensionFacts facts = bridge_.extension();
  answer(exchange, json::object{{"connected", facts.connected},
                                {"extension_version", facts.version},
                                {"last_seen_at", facts.last_seen_at},
                                {"unfinished", bridge_.broker().unfinished().size()}});
  co_return;
}

Task<void> BridgeRoutes::socket(net::HttpExchange& exchange) {
  auto socket = co_await net::WebSocket::accept(exchange, {.message_bytes = kHelloBytes}, stop_);
  if (!socket) co_return;
  StopSource early{stop_, std::chrono::steady_clock::now() + kFirstMessage};
  auto first = co_await (*socket)->receive(early.stop());
  auto body = json::parse(first ? *first : "null");
  const json::object* hello = body ? body->if_object() : nullptr;
  if (hello && json::text_of(*hello, "type") == "prove" && is_nonce(json::text_of(*hello, "nonce"))) {
    (*socket)->send(
        json::write(json::object{{"type", "proof"}, {"proof", proof_for(json::text_of(*hello, "nonce"))}}));
    first = co_await (*socket)->receive(early.stop());
    body = json::parse(first ? *first : "null");
    hello = body ? body->if_object() : nullptr;
  }
  auto refuse_socket = [&](std::string_view reason) {
    (*socket)->send(json::write(json::object{{"type", "refused"}, {"error", reason}}));
  };
  StopSource brief{Stop{}, std::chrono::steady_clock::now() + std::chrono::seconds{1}};
  if (!hello || !equals_in_constant_time(json::text_of(*hello, "token"), token_)) {
    refuse_socket("the pairing token is wrong");
    co_return co_await (*socket)->close(brief.stop());
  }
  std::string epoch = json::text_of(*hello, "epoch");
  auto opened = co_await bridge_.open(stop_);
  if (epoch.empty() || !opened) {
    refuse_socket(epoch.empty() ? "epoch is required" : opened.error().message);
    co_return co_await (*socket)->close(brief.stop());
  }
  (*socket)->accept_messages_of(kMessageBytes);
  SocketChannel channel{bridge_, log_, std::move(*socket), executor_named(epoch)};
  bridge_.hello(channel.executor(), shorten(json::text_of(*hello, "extension_version"), 40),
                ids_in(*hello, "running"));
  co_await channel.run(stop_);
}

}  // namespace oc::bridge
