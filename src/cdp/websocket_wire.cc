#include "cdp/websocket_wire.h"

#include "base/text.h"

namespace oc::cdp {

Task<Result<std::unique_ptr<Wire>>> WebSocketWire::connect(std::string url, Stop stop) {
  auto socket = co_await net::WebSocket::connect(url, {}, {}, stop);
  if (!socket && socket.error().code == ErrorCode::network_failed) {
    co_return fail(ErrorCode::browser_unavailable,
                   cat("no browser answers at ", url, ": ", socket.error().message),
                   "Start Chrome with --remote-debugging-port, or give the address it listens on.");
  }
  if (!socket) co_return std::unexpected(std::move(socket).error());
  co_return std::make_unique<WebSocketWire>(std::move(*socket));
}

bool WebSocketWire::send(std::string_view message) {
  return message.size() <= kMaxOutgoingBytes && !closing_.stop().requested() &&
         socket_->send(std::string{message});
}

Task<Result<std::string>> WebSocketWire::receive(Stop stop) {
  std::shared_ptr<net::WebSocket> socket = socket_;
  Stop closing = closing_.stop();
  StopSource both{stop};
  StopCallback on_close = closing.on_stop([both]() mutable { both.request(StopReason::shutdown); });
  auto message = co_await socket->receive(both.stop());
  if (message) co_return std::move(*message);
  if (message.error().code == ErrorCode::network_failed || closing.requested()) {
    co_return fail(ErrorCode::browser_disconnected, "the browser closed its connection");
  }
  co_return std::unexpected(std::move(message).error());
}

}  // namespace oc::cdp
