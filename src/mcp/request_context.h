// RequestContext: what the handler of one request knows beside its parameters.
#pragma once
#include <memory>
#include <set>
#include <string>

#include "base/stop.h"
#include "mcp/client.h"
#include "rpc/peer.h"
#include "rpc/transport.h"

namespace oc::mcp {

// What a handshake began: the client's facts, and what it has asked for since.
struct Session {
  Client client;
  // Where that goes which belongs to no request that is still open.
  std::shared_ptr<rpc::Outlet> outlet = {};
  std::set<std::string> watched_resources;
};

// notifications/cancelled: stops the request that it names, if it still runs.
inline void cancel_named(rpc::Peer& peer, const json::object& params) {
  if (const json::value* id = params.if_contains("requestId")) peer.cancel(*id);
}

struct RequestContext {
  Client client;
  // The conversation, as far as there is one: tabs that it used are its own. Never a proof of anything.
  std::string caller = {};
  std::shared_ptr<rpc::Outlet> outlet;
  Stop stop;
  // With a handshake only: where our own requests to the client go, and the session.
  rpc::Peer* peer = nullptr;
  Session* session = nullptr;

  bool modern() const { return facts(client.revision).stateless; }
};

}  // namespace oc::mcp
