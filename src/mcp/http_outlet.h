// HttpOutlet: the answer to one POST. Plain JSON as long as only the answer is sent; an event stream from the
// first message that comes before it. With an EventLog (sessions) it outlives its connection; without, it
// ends with it.
#pragma once
#include <memory>

#include "mcp/event_log.h"
#include "net/http_server.h"
#include "rpc/transport.h"

namespace oc::mcp {

class HttpOutlet final : public rpc::Outlet {
 public:
  struct Options {
    bool accepts_stream = true;
    bool primed = false;
    net::Headers extra = {};
    std::function<std::shared_ptr<EventLog>()> make_log = {};  // sessions only
  };
  HttpOutlet(net::HttpExchange& exchange, Options options, const Executor& executor)
      : exchange_(&exchange), options_(std::move(options)), done_(executor) {}

  void reply(const json::value& id, const rpc::Answer& answer) override;
  void send(std::string message) override;
  bool can_send() const override { return options_.accepts_stream; }
  void drop() override;
  // Answers with a body that is not one message: a batch's array, or nothing (202).
  void respond(int status, std::string body);

  // Until the answer is given, or the client is gone; the exchange is not used afterwards.
  Task<void> wait_until_done(Stop disconnected);

 private:
  void open_stream();
  void finish();

  net::HttpExchange* exchange_;  // null once the connection is gone
  Options options_;
  std::shared_ptr<net::EventStream> stream_;
  std::shared_ptr<EventLog> log_;
  bool finished_ = false;
  Signal done_;
};

}  // namespace oc::mcp
