// Connection: one wire to a browser, shared by the browser's own session and those of its targets (flat
// mode). One coroutine reads; commands wait for their answers by id; events go to the session they name.
//
// Session: the only way to talk to a target. When the target goes, its commands fail with target_closed or
// target_crashed; when the wire goes, with browser_disconnected.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/log.h"
#include "base/worker_pool.h"
#include "cdp/events.h"
#include "cdp/pending_calls.h"
#include "cdp/wire.h"

namespace oc::cdp {

class Connection;

class Session {
 public:
  // Fails with target_closed, target_crashed, browser_disconnected, protocol_error, or the stop's error.
  Task<Result<json::value>> send(std::string method, json::object params, Stop stop);
  // Sends without waiting for the answer; a refusal is only logged.
  void post(std::string method, json::object params);
  [[nodiscard]] Subscription on(std::string_view event, EventHandler handler) {
    return events_.on(event, std::move(handler));
  }

  // A session that was announced on this one.
  std::shared_ptr<Session> child(const std::string& id);

  const std::string& id() const { return id_; }
  bool is_open() const { return connection_ != nullptr && !ended_; }

 private:
  friend class Connection;
  Session(Connection& connection, std::string id) : connection_(&connection), id_(std::move(id)) {}

  Connection* connection_;  // null once the wire is gone
  std::string id_;          // empty: the browser's own session
  EventHub events_;
  std::optional<Error> ended_;
};

class Connection {
 public:
  struct Options {
    bool trace = false;  // method names to the log
  };
  Connection(std::unique_ptr<Wire> wire, Nursery& nursery, WorkerPool& pool, Logger& log, Options options);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // The session of the browser itself.
  const std::shared_ptr<Session>& browser() const { return browser_; }
  // The session of an attached target; made when Target.attachedToTarget announces it, so that no event is
  // missed.
  std::shared_ptr<Session> session(const std::string& id);

  bool is_open() const { return !closed_; }
  // Called once, on the loop, when the wire is gone.
  void on_closed(std::function<void()> callback) { on_closed_ = std::move(callback); }
  void close();

 private:
  friend class Session;
  Task<void> read(std::shared_ptr<Wire> wire, Stop stop);
  void take(json::object& message);
  void take_event(std::string_view method, const json::object& message);
  void end_session(const std::string& id, const Error& error);
  void end_all(const Error& error);
  bool transmit(std::uint64_t id, const std::string& session, std::string_view method, json::object params);

  std::shared_ptr<Wire> wire_;  // shared with the reader, which may be one step behind our end
  Nursery& nursery_;
  WorkerPool& pool_;
  Logger& log_;
  Options options_;
  std::shared_ptr<PendingCalls> pending_;  // shared with callers, who may wake up after our end
  std::shared_ptr<Session> browser_;
  std::map<std::string, std::shared_ptr<Session>> sessions_;
  std::uint64_t next_id_ = 1;
  StopSource stop_;
  bool closed_ = false;
  std::function<void()> on_closed_;
  std::shared_ptr<bool> alive_;  // false once this is destroyed: the reader may be one step behind
};

}  // namespace oc::cdp
