// Peer: one partner of a lasting JSON-RPC conversation (a pipe, a session). It knows which of the partner's
// requests are running, so that they can be cancelled by id, and which requests of ours the partner still
// owes an answer.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "rpc/message.h"
#include "rpc/transport.h"

namespace oc::rpc {

class Peer {
 public:
  using Handler = std::function<Task<Answer>(Request request, std::shared_ptr<Outlet> outlet, Stop stop)>;

  explicit Peer(Nursery& nursery) : nursery_(nursery) {}
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  // REQUIRES: what serve() started has ended.
  ~Peer() = default;

  // Runs `handler` for the request and answers through the outlet exactly once, or not at all when it was
  // cancelled. An id that is still running is refused with -32600.
  void serve(Request request, std::shared_ptr<Outlet> outlet, Stop stop, Handler handler);

  // Stops the request; false when none of that id runs.
  bool cancel(const json::value& id);
  void stop_all(StopReason reason);
  std::size_t running() const { return running_.size(); }

  // Sends a request of ours through `outlet` and waits for the partner's answer.
  Task<Result<Answer>> ask(std::shared_ptr<Outlet> outlet, std::string method, json::object params,
                           Stop stop);
  // The partner's answer to a request of ours; false when none waits for it.
  bool settle(Response response);

 private:
  struct Waiting;
  struct Running {
    std::uint64_t number;  // tells a request from a later one of the same id
    StopSource source;
  };
  Task<void> run(std::string key, Running entry, Request request, std::shared_ptr<Outlet> outlet,
                 Handler handler);

  Nursery& nursery_;
  std::map<std::string, Running> running_;
  std::map<std::string, std::shared_ptr<Waiting>> waiting_;
  std::uint64_t next_id_ = 1;
  std::uint64_t next_number_ = 1;
};

}  // namespace oc::rpc
