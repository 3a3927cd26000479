// SocketChannel: one extension on its WebSocket. Commands are pushed, results come back and are acknowledged;
// a message every 20 seconds keeps the extension's worker awake and tells a dead connection.
#pragma once
#include <memory>
#include <string>

#include "bridge/bridge.h"
#include "net/websocket.h"

namespace oc::bridge {

class SocketChannel final : public Channel {
 public:
  SocketChannel(Bridge& bridge, Logger& log, std::unique_ptr<net::WebSocket> socket, ExecutorId executor)
      : bridge_(bridge), log_(log), socket_(std::move(socket)), executor_(std::move(executor)) {}

  const ExecutorId& executor() const override { return executor_; }
  bool deliver(const std::vector<Command>& commands) override;
  // Until the extension goes away or the stop comes.
  Task<void> run(Stop stop);

 private:
  Task<void> on_message(const json::object& message);

  Bridge& bridge_;
  Logger& log_;
  std::unique_ptr<net::WebSocket> socket_;
  ExecutorId executor_;
};

}  // namespace oc::bridge
