// WebSocket: RFC 6455 text messages, client and server; Beast inside the .cc only.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/task.h"
#include "net/http_message.h"
#include "net/http_server.h"

namespace oc::net {

struct WebSocketLimits {
  std::size_t message_bytes = 256 * 1024 * 1024;  // what we accept in one message
  std::size_t queued_bytes = 64 * 1024 * 1024;    // what may wait to be sent before send() refuses
};

class WebSocket {
 public:
  // ws://host[:port]/path; no Origin is sent (Chrome's debugging port refuses one).
  static Task<Result<std::unique_ptr<WebSocket>>> connect(std::string url, Headers extra,
                                                          WebSocketLimits limits, Stop stop);
  // Answers the upgrade request of an exchange; its connection belongs to the WebSocket from then on.
  static Task<Result<std::unique_ptr<WebSocket>>> accept(HttpExchange& exchange, WebSocketLimits limits,
                                                         Stop stop);

  virtual ~WebSocket() = default;
  // The next message; network_failed when the peer closed or broke the protocol; the stop's error when it
  // came first. One reader at a time.
  virtual Task<Result<std::string>> receive(Stop stop) = 0;
  // Queues a text message and returns at once; false when closed or when too much is queued. Messages keep
  // their order.
  virtual bool send(std::string message) = 0;
  virtual bool is_open() const = 0;
  // What is accepted in one message from now on.
  virtual void accept_messages_of(std::size_t bytes) = 0;
  // Sends what is queued and a close frame; waits for the peer's until the stop.
  virtual Task<void> close(Stop stop) = 0;
};

}  // namespace oc::net
