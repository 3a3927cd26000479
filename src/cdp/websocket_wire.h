// WebSocketWire: CDP to a browser that somebody else started.
#pragma once
#include <memory>

#include "cdp/wire.h"
#include "net/websocket.h"

namespace oc::cdp {

class WebSocketWire final : public Wire {
 public:
  // ws://host:port/devtools/browser/…; browser_unavailable when nobody answers there.
  static Task<Result<std::unique_ptr<Wire>>> connect(std::string url, Stop stop);

  explicit WebSocketWire(std::unique_ptr<net::WebSocket> socket) : socket_(std::move(socket)) {}
  ~WebSocketWire() override { close(); }

  bool send(std::string_view message) override;
  Task<Result<std::string>> receive(Stop stop) override;
  void close() override { closing_.request(StopReason::shutdown); }

 private:
  std::shared_ptr<net::WebSocket> socket_;  // shared with a receive() that may end a step after us
  StopSource closing_;
};

}  // namespace oc::cdp
