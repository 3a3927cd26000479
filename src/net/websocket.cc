// WebSocket over Beast. Reading goes on by itself, so that a receive() whose stop came leaves the stream
// intact, and pings and closes are answered also while nobody receives.
#include "net/websocket.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket/error.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>

#include "base/stop_trigger.h"
#include "base/text.h"
#include "net/plain_url.h"
#include "net/tcp_connect.h"

namespace oc::net {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

// Received and not yet fetched by receive(): reading pauses beyond this.
constexpr std::size_t kInboxBytes = std::size_t{4} * 1024 * 1024;
// Beast masks what a client sends through a buffer of this size, one write each.
constexpr std::size_t kWriteBufferBytes = std::size_t{64} * 1024;
constexpr std::chrono::seconds kHandshakeTime{30};
// A silent client is pinged after half of it, and given up after all of it.
constexpr std::chrono::seconds kIdleTime{300};

beast::string_view beast_view(std::string_view text) {
  return {text.data(), text.size()};
}

class Channel : public std::enable_shared_from_this<Channel> {
 public:
  using Stream = websocket::stream<Socket, false>;

  Channel(Socket socket, const WebSocketLimits& limits, beast::role_type role)
      : stream_(std::move(socket)), limits_(limits), changed_(stream_.get_executor()) {
    stream_.read_message_max(limits.message_bytes);
    stream_.text(true);
    stream_.auto_fragment(false);
    if (role == beast::role_type::client) stream_.write_buffer_bytes(kWriteBufferBytes);
    websocket::stream_base::timeout times{
        .handshake_timeout = kHandshakeTime,
        .idle_timeout = websocket::stream_base::none(),
        .keep_alive_pings = false,
    };
    if (role == beast::role_type::server) {
      times.idle_timeout = kIdleTime;
      times.keep_alive_pings = true;
    }
    stream_.set_option(times);
  }

  Stream& stream() { return stream_; }
  bool is_open() const { return !is_closing_ && !is_ended_; }

  void abort() {
    error_code ignored;
    stream_.next_layer().close(ignored);
    end("the connection was given up");
  }

  void read_next() {
    if (is_reading_ || is_ended_ || inbox_bytes_ >= kInboxBytes) return;
    is_reading_ = true;
    buffer_.emplace(message_);
    stream_.async_read(*buffer_, [self = shared_from_this()](const error_code& error, std::size_t) {
      self->on_read(error);
    });
  }

  bool send(std::string message) {
    if (!is_open() || message.size() > limits_.queued_bytes - queued_bytes_) return false;
    queued_bytes_ += message.size();
    queue_.push_back(std::move(message));
    if (!is_writing_) write_next();
    return true;
  }

  Task<Result<std::string>> receive(Stop stop) {
    auto self = shared_from_this();
    while (inbox_.empty()) {
      if (is_ended_) co_return fail(ErrorCode::network_failed, end_reason_);
      bool woken = co_await changed_.wait(stop);
      if (!woken) co_return std::unexpected(stop.error());
    }
    std::string message = std::move(inbox_.front());
    inbox_.pop_front();
    inbox_bytes_ -= message.size();
    read_next();
    co_return message;
  }

  Task<void> close(Stop stop) {
    auto self = shared_from_this();
    is_closing_ = true;
    while (!is_ended_ && !queue_.empty()) {
      bool woken = co_await changed_.wait(stop);
      if (!woken) break;
    }
    if (!is_ended_ && queue_.empty() && !stop.requested()) start_close(websocket::close_code::normal);
    while (is_close_pending_) {
      bool woken = co_await changed_.wait(stop);
      if (!woken) break;
    }
    abort();
  }

 private:
  void on_read(const error_code& error) {
    is_reading_ = false;
    if (error) return end(read_failure(error));
    if (is_ended_) return;
    if (!stream_.got_text()) {
      start_close(websocket::close_code::unknown_data);
      return end("the peer sent a binary message");
    }
    inbox_bytes_ += message_.size();
    inbox_.push_back(std::exchange(message_, {}));
    changed_.notify_all();
    read_next();
  }

  std::string read_failure(const error_code& error) {
    if (error == websocket::error::closed) {
      auto reason = stream_.reason();
      std::string text = mend_utf8({reason.reason.data(), reason.reason.size()});
      return cat("the peer closed the connection (code ", reason.code, text.empty() ? "" : ": ", text, ")");
    }
    if (error == websocket::error::message_too_big || error == websocket::error::buffer_overflow) {
      return cat("the peer sent a message larger than ", limits_.message_bytes, " bytes");
    }
    return error.message();
  }

  void write_next() {
    is_writing_ = true;
    stream_.async_write(
        asio::buffer(queue_.front()),
        [self = shared_from_this()](const error_code& error, std::size_t) { self->on_written(error); });
  }

  void on_written(const error_code& error) {
    is_writing_ = false;
    queued_bytes_ -= queue_.front().size();
    queue_.pop_front();
    // Aborted means that the reader has met the end, or is about to, and knows why.
    if (error && (error != asio::error::operation_aborted || !is_reading_)) end(error.message());
    if (error || is_ended_) return;
    if (!queue_.empty()) return write_next();
    changed_.notify_all();
  }

  void start_close(websocket::close_code code) {
    if (is_close_pending_) return;
    is_close_pending_ = true;
    stream_.async_close(code, [self = shared_from_this()](const error_code&) {
      self->is_close_pending_ = false;
      self->end("the connection was closed");
      self->changed_.notify_all();
    });
  }

  void end(std::string reason) {
    if (is_ended_) return;
    is_ended_ = true;
    end_reason_ = std::move(reason);
    changed_.notify_all();
  }

  Stream stream_;
  WebSocketLimits limits_;
  Signal changed_;
  std::string message_;
  std::optional<decltype(asio::dynamic_buffer(message_))> buffer_;
  std::deque<std::string> inbox_;
  std::size_t inbox_bytes_ = 0;
  std::deque<std::string> queue_;  // the first one is being written
  std::size_t queued_bytes_ = 0;
  std::string end_reason_;
  bool is_reading_ = false;
  bool is_writing_ = false;
  bool is_closing_ = false;
  bool is_close_pending_ = false;
  bool is_ended_ = false;
};

class BeastWebSocket final : public WebSocket {
 public:
  explicit BeastWebSocket(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {
    channel_->read_next();
  }
  ~BeastWebSocket() override { channel_->abort(); }
  Task<Result<std::string>> receive(Stop stop) override { return channel_->receive(std::move(stop)); }
  bool send(std::string message) override { return channel_->send(std::move(message)); }
  bool is_open() const override { return channel_->is_open(); }
  void accept_messages_of(std::size_t bytes) override { channel_->stream().read_message_max(bytes); }
  Task<void> close(Stop stop) override { return channel_->close(std::move(stop)); }

 private:
  std::shared_ptr<Channel> channel_;
};

http::request<http::empty_body> to_beast(const HttpRequest& request) {
  http::request<http::empty_body> out;
  out.version(static_cast<unsigned>(request.version));
  out.method_string(beast_view(request.method));
  out.target(beast_view(request.target));
  for (const auto& [name, value] : request.headers) out.insert(beast_view(name), beast_view(value));
  return out;
}

}  // namespace

Task<Result<std::unique_ptr<WebSocket>>> WebSocket::connect(std::string url, Headers extra,
                                                            WebSocketLimits limits, Stop stop) {
  auto parts = parse_plain_url(url, "ws");
  if (!parts) co_return std::unexpected(parts.error());
  std::string context = cat("ws://", parts->host_header(), parts->path());
  auto socket = co_await connect_tcp(parts->host, parts->port, stop);
  if (!socket) co_return std::unexpected(std::move(socket.error()).in(context));

  Executor executor = co_await asio::this_coro::executor;
  auto channel = std::make_shared<Channel>(std::move(*socket), limits, beast::role_type::client);
  StopTrigger trigger{executor, stop, [channel] { channel->abort(); }};
  channel->stream().set_option(websocket::stream_base::decorator([extra](websocket::request_type& request) {
    for (const auto& [name, value] : extra) request.set(beast_view(name), beast_view(value));
  }));
  websocket::response_type response;
  error_code error;
  co_await channel->stream().async_handshake(response, parts->host_header(), parts->target,
                                             asio::redirect_error(asio::use_awaitable, error));
  if (stop.requested()) co_return std::unexpected(stop.error().in(context));
  if (error == websocket::error::upgrade_declined) {
    co_return fail(ErrorCode::network_failed, cat(context, ": the server answered ", response.result_int()));
  }
  if (error) co_return fail(ErrorCode::network_failed, cat(context, ": ", error.message()));
  co_return std::make_unique<BeastWebSocket>(std::move(channel));
}

Task<Result<std::unique_ptr<WebSocket>>> WebSocket::accept(HttpExchange& exchange, WebSocketLimits limits,
                                                           Stop stop) {
  auto request = to_beast(exchange.request());
  if (!websocket::is_upgrade(request)) {
    HttpResponse refusal = HttpResponse::json(426, R"({"error":"a WebSocket upgrade is needed"})");
    refusal.headers.set("Upgrade", "websocket");
    exchange.respond(std::move(refusal));
    co_return fail(ErrorCode::network_failed, "the client did not ask for a WebSocket");
  }
  auto [socket, rest] = exchange.take_socket();
  // RFC 6455, 4.1: the client waits for the answer before it sends anything.
  if (!rest.empty())
    co_return fail(ErrorCode::network_failed, "the client sent data before the WebSocket was open");

  Executor executor = co_await asio::this_coro::executor;
  auto channel = std::make_shared<Channel>(std::move(socket), limits, beast::role_type::server);
  StopTrigger trigger{executor, stop, [channel] { channel->abort(); }};
  // Else Beast would name itself and its version.
  channel->stream().set_option(websocket::stream_base::decorator(
      [](websocket::response_type& response) { response.set(http::field::server, "openchrome"); }));
  error_code error;
  co_await channel->stream().async_accept(request, asio::redirect_error(asio::use_awaitable, error));
  if (stop.requested()) co_return std::unexpected(stop.error());
  if (error)
    co_return fail(ErrorCode::network_failed, cat("the WebSocket handshake failed: ", error.message()));
  co_return std::make_unique<BeastWebSocket>(std::move(channel));
}

}  // namespace oc::net
