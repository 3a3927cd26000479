// The doors of the bridge for extensions: GET /pending-queries, POST /query-result, POST /bridge/hello, and
// the WebSocket GET /bridge with the same messages. Host, Origin and, except for the WebSocket and GET
// /bridge/proof, the pairing token were checked before a request gets here; a WebSocket carries the token in
// a message, once we have proved on it that we know the token too.
#pragma once
#include <string>

#include "bridge/bridge.h"
#include "net/http_server.h"

namespace oc::bridge {

class BridgeRoutes {
 public:
  BridgeRoutes(Bridge& bridge, Logger& log, std::string token, Stop stop)
      : bridge_(bridge), log_(log), token_(std::move(token)), stop_(std::move(stop)) {}

  Task<void> pending_queries(net::HttpExchange& exchange);
  Task<void> query_result(net::HttpExchange& exchange);
  Task<void> hello(net::HttpExchange& exchange);
  Task<void> socket(net::HttpExchange& exchange);
  // Shows that we know the token, to an extension that will not tell it to just anybody at this port.
  Task<void> proof(net::HttpExchange& exchange);
  // REQUIRES: called before the first request.
  void serve_on(std::uint16_t port) { port_ = port; }
  // For people: is an extension connected?
  Task<void> status(net::HttpExchange& exchange);

 private:
  std::string proof_for(std::string_view nonce) const;

  Bridge& bridge_;
  Logger& log_;
  std::string token_;
  std::uint16_t port_ = 0;
  Stop stop_;
};

// What an extension says of a command, in a body or a message; why it cannot be understood otherwise.
Result<Report> parse_report(const json::value& from);

}  // namespace oc::bridge
