// StreamableHttp: MCP on one HTTP endpoint, both eras. The body of a message decides its era, headers
// cross-check it; sessions exist only for the revisions with a handshake. Who may connect at all is decided
// before a request gets here.
#pragma once
#include <memory>

#include "mcp/http_outlet.h"
#include "mcp/http_session.h"
#include "mcp/server.h"
#include "net/http_server.h"

namespace oc::mcp {

class StreamableHttp {
 public:
  StreamableHttp(Server& server, Nursery& nursery, Stop stop)
      : server_(server), nursery_(nursery), stop_(std::move(stop)), sessions_(server, nursery) {}

  // Answers one request on the endpoint.
  Task<void> handle(net::HttpExchange& exchange);
  std::size_t sessions() const { return sessions_.size(); }
  void stop(StopReason reason) { sessions_.end_all(reason); }

 private:
  Task<void> post(net::HttpExchange& exchange);
  Task<void> get(net::HttpExchange& exchange);
  void remove(net::HttpExchange& exchange);

  Task<void> on_batch(net::HttpExchange& exchange, json::array messages);
  Task<void> on_request(net::HttpExchange& exchange, rpc::Request request);
  Task<void> serve_modern(net::HttpExchange& exchange, rpc::Request request, Claim claim);
  Task<void> serve_legacy(net::HttpExchange& exchange, rpc::Request request);
  void begin_session(net::HttpExchange& exchange, const rpc::Request& request);
  void on_notification(net::HttpExchange& exchange, const rpc::Notification& notification);
  void on_response(net::HttpExchange& exchange, rpc::Response response);
  // The session that the request names; answers 400 or 404 and gives null when there is none.
  std::shared_ptr<HttpSession> session_of(net::HttpExchange& exchange, const std::optional<json::value>& id);
  void serve_in_session(const std::shared_ptr<HttpSession>& session, const Method& method,
                        rpc::Request request, std::shared_ptr<rpc::Outlet> outlet);

  Server& server_;
  Nursery& nursery_;
  Stop stop_;
  SessionTable sessions_;
};

}  // namespace oc::mcp
