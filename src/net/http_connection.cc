// Tested by: http_server_test.cc, over real connections.
#include "net/http_connection.h"

#include "base/text.h"

namespace oc::net {
namespace {

// A connection that is closed with unread input is reset, and the reset can destroy the answer on its way. So
// the client gets this long to read it and close first.
constexpr std::chrono::milliseconds kLingerTime{1'000};

SteadyTime now() {
  return std::chrono::steady_clock::now();
}

}  // namespace

HttpConnection::HttpConnection(std::shared_ptr<HttpCore> core, Socket socket, Kind kind)
    : core_(std::move(core)),
      channel_(std::make_shared<ByteChannel>(std::move(socket), core_->scratch)),
      kind_(kind) {
  core_->sessions.insert(this);
  ++(kind_ == Kind::served ? core_->connections : core_->refusals);
}

Task<void> HttpConnection::run(std::shared_ptr<HttpConnection> self) {
  if (self->kind_ == Kind::served) {
    co_await self->serve();
  } else {
    self->answer_failure(503, "too many connections");
  }
  co_await self->end();
  self->leave();
}

Task<void> HttpConnection::serve() {
  channel_->on_end([weak = weak_from_this()] {
    auto connection = weak.lock();
    if (connection && connection->exchange_ != nullptr) connection->exchange_->stop(StopReason::disconnected);
  });
  while (goes_on_) {
    co_await wait_for_request();
    if (!goes_on_) co_return;
    std::optional<HttpRequest> request = co_await receive_request();
    if (request) {
      co_await handle(std::move(*request));
    }
    co_await drain();
  }
}

Task<void> HttpConnection::wait_for_request() {
  SteadyTime until = now() + core_->limits.idle_time;
  channel_->keep_reading();
  while (channel_->input().empty()) {
    if (channel_->input_ended() || core_->is_closing || now() >= until) {
      goes_on_ = false;
      co_return;
    }
    co_await channel_->wait(until);
  }
}

// Nothing when it was answered already, or will never come.
Task<std::optional<HttpRequest>> HttpConnection::receive_request() {
  using Stage = HttpParser::Stage;
  const HttpLimits& limits = core_->limits;
  HttpParser parser{{.header_bytes = limits.header_bytes, .body_bytes = limits.body_bytes}};
  Reading reading = co_await read(parser, Stage::head, limits.header_time);
  if (!was_read(reading, parser)) co_return std::nullopt;

  HttpRequest& request = parser.request();
  bool has_body = parser.stage() == Stage::body;
  if (auto refusal = refusal_of(request, has_body)) {
    bool keep_alive = request.keep_alive && !has_body && !core_->is_closing;
    AnswerShape shape{request.method == "HEAD", request.version, keep_alive};
    goes_on_ = write_response(*channel_, shape, std::move(*refusal));
    lingers_ = has_body;
    channel_->input().insert(0, parser.take_rest());
    co_return std::nullopt;
  }
  if (has_body) {
    // A body that is too large by its own account is not asked for.
    bool wanted = parser.feed("") == Stage::body;
    if (wanted && request.version >= 11 && request.headers.count("Expect") > 0) {
      channel_->write("HTTP/1.1 100 Continue\r\n\r\n");
    }
    reading = co_await read(parser, Stage::body, limits.body_time);
    if (!was_read(reading, parser)) co_return std::nullopt;
  }
  channel_->input().insert(0, parser.take_rest());
  co_return std::move(request);
}

// Feeds the parser until it leaves the stage.
Task<HttpConnection::Reading> HttpConnection::read(HttpParser& parser, HttpParser::Stage stage,
                                                   std::chrono::milliseconds time) {
  SteadyTime until = now() + time;
  for (;;) {
    if (parser.feed(std::exchange(channel_->input(), {})) != stage) co_return Reading::finished;
    if (channel_->input_ended()) co_return Reading::gone;
    if (core_->is_closing) co_return Reading::closing;
    if (now() >= until) co_return Reading::late;
    channel_->keep_reading();
    co_await channel_->wait(until);
  }
}

bool HttpConnection::was_read(Reading reading, const HttpParser& parser) {
  switch (reading) {
    case Reading::gone:
      goes_on_ = false;
      return false;
    case Reading::late:
      answer_failure(408, "the request did not arrive in time");
      return false;
    case Reading::closing:
      answer_failure(503, "the server is ending");
      return false;
    case Reading::finished:
      break;
  }
  if (parser.stage() != HttpParser::Stage::failed) return true;
  answer_failure(parser.failure().status, parser.failure().reason);
  return false;
}

std::optional<HttpResponse> HttpConnection::refusal_of(const HttpRequest& head, bool has_body) {
  try {
    if (core_->check_head) {
      if (auto refusal = core_->check_head(head)) return refusal;
    }
  } catch (const std::exception& exception) {
    core_->log.error("http", "the head check failed: ", std::string_view{exception.what()});
    return error_response(500, "the server failed to check the request");
  } catch (...) {
    core_->log.error("http", "the head check failed with an unknown exception");
    return error_response(500, "the server failed to check the request");
  }
  auto expectation = head.headers.find("Expect");
  if (has_body && expectation && !equals_ignoring_case(*expectation, "100-continue")) {
    return error_response(417, "the expectation is not supported");
  }
  return std::nullopt;
}

Task<void> HttpConnection::handle(HttpRequest request) {
  ChannelExchange exchange{std::move(request), channel_, core_->limits, core_->log};
  exchange.on_taken([this] { uncount(); });
  exchange_ = &exchange;
  channel_->keep_reading();
  if (channel_->input_ended()) exchange.stop(StopReason::disconnected);
  if (core_->is_closing) shut_down();
  bool failed = true;
  try {
    co_await core_->handle(exchange);
    failed = false;
  } catch (const std::exception& exception) {
    core_->log.error("http", "the handler of ", exchange.request().method, " ",
                     one_line(exchange.request().path), " failed: ", std::string_view{exception.what()});
  } catch (...) {
    core_->log.error("http", "a handler failed with an unknown exception");
  }
  exchange_ = nullptr;
  goes_on_ = failed ? exchange.abandon() : exchange.complete();
}

void HttpConnection::answer_failure(int status, std::string_view message) {
  write_response(*channel_, {}, error_response(status, message));
  goes_on_ = false;
  lingers_ = true;
}

// Until the answer has left; a client that takes nothing for too long is dropped.
Task<void> HttpConnection::drain() {
  std::size_t left = channel_->unsent_bytes();
  SteadyTime until = now() + core_->limits.idle_time;
  while (channel_->unsent_bytes() > 0) {
    if (channel_->unsent_bytes() < left) {
      left = channel_->unsent_bytes();
      until = now() + core_->limits.idle_time;
    } else if (now() >= until) {
      core_->log.warn("http", "connection dropped: its client left ", left, " bytes unread");
      channel_->drop();
      break;
    }
    co_await channel_->wait(until);
  }
}

Task<void> HttpConnection::end() {
  if (channel_->is_broken()) co_return;
  co_await drain();
  channel_->shutdown_send();
  if (lingers_ || !channel_->input().empty()) {
    SteadyTime until = now() + kLingerTime;
    channel_->discard_input();
    while (!channel_->input_ended() && !core_->is_closing && now() < until) {
      co_await channel_->wait(until);
    }
  }
  channel_->close();
}

void HttpConnection::shut_down() {
  if (exchange_ != nullptr) {
    exchange_->forbid_keep_alive();
    exchange_->stop(StopReason::shutdown);
  }
  channel_->wake();
}

void HttpConnection::uncount() {
  if (std::exchange(is_counted_, false)) --(kind_ == Kind::served ? core_->connections : core_->refusals);
}

void HttpConnection::leave() {
  uncount();
  // Its pending read keeps a channel alive, also when an exception has ended us.
  channel_->on_end(nullptr);
  channel_->close();
  core_->sessions.erase(this);
}

}  // namespace oc::net
