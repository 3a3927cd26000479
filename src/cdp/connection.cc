#include "cdp/connection.h"

#include <boost/json/monotonic_resource.hpp>

#include "base/text.h"

namespace oc::cdp {
namespace {

constexpr std::size_t kArenaBytes = std::size_t{16} * 1024;
constexpr std::size_t kPoolBytes = std::size_t{1024} * 1024;

// Values of a large message live in one arena: no copy per node, freed at once.
Result<json::value> parse_message(Codec codec, std::string_view bytes) {
  boost::json::storage_ptr storage;
  if (bytes.size() > kArenaBytes)
    storage = boost::json::make_shared_resource<boost::json::monotonic_resource>(bytes.size());
  return decode(codec, bytes, std::move(storage));
}

Error refusal(const json::object& error) {
  json::object details{{"cdp_code", json::find_integer(error, "code").value_or(0)}};
  return {ErrorCode::protocol_error,
          std::string{json::find_string(error, "message").value_or("refused")},
          {},
          std::move(details)};
}

}  // namespace

Task<Result<json::value>> Session::send(std::string method, json::object params, Stop stop) {
  if (ended_) co_return std::unexpected(Error{*ended_}.in(method));
  if (!connection_) co_return fail(ErrorCode::browser_disconnected, cat(method, ": the browser is gone"));
  if (stop.requested()) co_return std::unexpected(stop.error().in(method));
  std::uint64_t id = connection_->next_id_++;
  std::shared_ptr<PendingCalls> pending = connection_->pending_;
  auto call = pending->add(id, id_, method);
  if (!connection_->transmit(id, id_, method, std::move(params))) {
    pending->settle(id, fail(ErrorCode::browser_disconnected, cat(method, ": cannot be sent")));
  }
  co_return co_await pending->wait(call, stop);
}

std::shared_ptr<Session> Session::child(const std::string& id) {
  return connection_ ? connection_->session(id) : nullptr;
}

void Session::post(std::string method, json::object params) {
  if (is_open()) connection_->transmit(connection_->next_id_++, id_, method, std::move(params));
}

Connection::Connection(std::unique_ptr<Wire> wire, Nursery& nursery, WorkerPool& pool, Logger& log,
                       Options options)
    : wire_(std::move(wire)),
      nursery_(nursery),
      pool_(pool),
      log_(log),
      options_(options),
      pending_(std::make_shared<PendingCalls>(nursery.executor())),
      browser_(new Session(*this, "")),
      alive_(std::make_shared<bool>(true)) {
  nursery_.start("cdp reader", read(wire_, stop_.stop()));
}

Connection::~Connection() {
  *alive_ = false;
  on_closed_ = nullptr;
  close();
}

std::shared_ptr<Session> Connection::session(const std::string& id) {
  auto found = sessions_.find(id);
  if (found != sessions_.end()) return found->second;
  std::shared_ptr<Session> session{new Session(*this, id)};
  if (closed_) session->connection_ = nullptr;
  sessions_.emplace(id, session);
  return session;
}

bool Connection::transmit(std::uint64_t id, const std::string& session, std::string_view method,
                          json::object params) {
  if (closed_) return false;
  json::object message;
  message.reserve(4);
  message.emplace("id", static_cast<std::int64_t>(id));
  message.emplace("method", method);
  if (!session.empty()) message.emplace("sessionId", session);
  if (!params.empty()) message.emplace("params", std::move(params));
  std::string bytes = encode(wire_->codec(), message);
  if (options_.trace) log_.info("cdp", "> ", method, " ", bytes.size());
  return wire_->send(bytes);
}

Task<void> Connection::read(std::shared_ptr<Wire> wire, Stop stop) {
  std::shared_ptr<bool> alive = alive_;
  Codec codec = wire->codec();
  while (true) {
    auto text = co_await wire->receive(stop);
    if (!*alive) co_return;
    if (!text) {
      end_all(text.error());
      co_return;
    }
    std::optional<Result<json::value>> message;
    if (text->size() > kPoolBytes) {
      message = co_await pool_.run([codec, bytes = std::move(*text)] { return parse_message(codec, bytes); });
    } else {
      message = parse_message(codec, *text);
    }
    if (!*alive) co_return;
    if (*message && (*message)->is_object()) {
      take((*message)->get_object());
    } else {
      log_.warn("cdp", "a message of the browser cannot be read: ",
                *message ? "not an object" : message->error().message);
    }
    if (!*alive) co_return;
  }
}

void Connection::take(json::object& message) {
  if (auto method = json::find_string(message, "method")) return take_event(*method, message);
  auto id = json::find_integer(message, "id");
  if (!id) return;
  if (const json::object* error = json::find_object(message, "error")) {
    if (!pending_->settle(static_cast<std::uint64_t>(*id), std::unexpected(refusal(*error))) &&
        options_.trace) {
      log_.info("cdp", "refused: ", refusal(*error).message);
    }
    return;
  }
  // Moved, not copied: a large result stays in the arena of its message.
  json::value* result = message.if_contains("result");
  pending_->settle(static_cast<std::uint64_t>(*id),
                   result ? std::move(*result) : json::value(json::object{}));
}

void Connection::take_event(std::string_view method, const json::object& message) {
  static const json::object kNone;
  const json::object* found = json::find_object(message, "params");
  const json::object& params = found ? *found : kNone;
  std::string id{json::find_string(message, "sessionId").value_or("")};
  if (options_.trace) log_.info("cdp", "< ", method);
  // Known before anyone hears of it: its first events may be in the next message.
  if (method == "Target.attachedToTarget")
    (void)session(std::string{json::find_string(params, "sessionId").value_or("")});
  auto target = id.empty() ? browser_ : (sessions_.contains(id) ? sessions_.at(id) : nullptr);
  if (target) target->events_.emit(method, params);
  if (method == "Target.detachedFromTarget") {
    end_session(std::string{json::find_string(params, "sessionId").value_or("")},
                {ErrorCode::target_closed, "the tab was closed"});
  } else if (method == "Inspector.targetCrashed" && target) {
    pending_->fail_session(id, {ErrorCode::target_crashed, "the tab crashed"});
  }
}

void Connection::end_session(const std::string& id, const Error& error) {
  auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  auto session = std::move(found->second);
  sessions_.erase(found);
  session->ended_ = error;
  pending_->fail_session(id, error);
}

void Connection::end_all(const Error& error) {
  if (closed_) return;
  closed_ = true;
  wire_->close();
  browser_->connection_ = nullptr;
  for (auto& [id, session] : sessions_) session->connection_ = nullptr;
  sessions_.clear();
  pending_->fail_all(error);
  if (on_closed_) on_closed_();
}

void Connection::close() {
  stop_.request(StopReason::shutdown);
  end_all({ErrorCode::browser_disconnected, "the connection was closed"});
}

}  // namespace oc::cdp
