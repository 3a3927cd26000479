// Sessions of the revisions with a handshake over HTTP: what a client began with `initialize` and names by
// Mcp-Session-Id since. A session id is random and never authenticates anyone.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "mcp/event_log.h"
#include "mcp/server.h"
#include "rpc/peer.h"

namespace oc::mcp {

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Server& server, Session begun, Nursery& nursery);
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  const std::string& id() const { return id_; }
  std::string caller() const { return cat("session ", id_); }
  Session& facts_of() { return session_; }
  rpc::Peer& peer() { return peer_; }
  const std::shared_ptr<EventLog>& standalone() { return standalone_; }
  bool primes_streams() const { return facts(session_.client.revision).sse_priming; }

  std::shared_ptr<EventLog> new_log();
  // A log by its id, while it is kept.
  std::shared_ptr<EventLog> find_log(std::string_view id);
  void end();
  bool is_idle() const { return peer_.running() == 0 && !standalone_->attached(); }
  SteadyTime last_used;

 private:
  std::string id_;
  Session session_;
  rpc::Peer peer_;
  Executor executor_;
  std::shared_ptr<EventLog> standalone_;
  std::map<std::uint64_t, std::shared_ptr<EventLog>> logs_;  // by number: the oldest first
  std::uint64_t next_log_ = 1;
  SubscriptionHub::Subscription following_;
};

// All sessions. Bounded: idle ones expire after an hour, and the longest idle one goes when a new one needs
// its place.
class SessionTable {
 public:
  SessionTable(Server& server, Nursery& nursery, std::size_t most = 1000)
      : server_(server), nursery_(nursery), most_(most) {}

  // Null when every place is taken by a session that is in use.
  std::shared_ptr<HttpSession> begin(Session begun);
  std::shared_ptr<HttpSession> find(std::string_view id);
  void end(const HttpSession& session);
  void end_all(StopReason reason);
  std::size_t size() const { return sessions_.size(); }

 private:
  void make_room();
  void expire();

  Server& server_;
  Nursery& nursery_;
  std::size_t most_;
  std::map<std::string, std::shared_ptr<HttpSession>, std::less<>> sessions_;
  SteadyTime next_expiry_ = {};
};

}  // namespace oc::mcp
