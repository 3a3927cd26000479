#include "rpc/peer.h"

#include "rpc/reply.h"

namespace oc::rpc {
namespace {

// Far beyond what a client has open at once; a bound on what one can make us hold.
constexpr std::size_t kMostRunning = 1024;

}  // namespace

struct Peer::Waiting {
  explicit Waiting(const Executor& executor) : settled(executor) {}
  Signal settled;
  std::optional<Answer> answer;
};

void Peer::serve(Request request, std::shared_ptr<Outlet> outlet, Stop stop, Handler handler) {
  std::string key = id_key(request.id);
  if (running_.contains(key)) {
    outlet->reply(request.id,
                  std::unexpected(ErrorObject{kInvalidRequest, "Invalid Request: this id is still in use"}));
    return;
  }
  if (running_.size() >= kMostRunning) {
    outlet->reply(request.id, std::unexpected(ErrorObject{
                                  kInternalError, cat("Too many requests: ", kMostRunning, " are running")}));
    return;
  }
  Running entry{next_number_++, StopSource{stop}};
  running_.emplace(key, entry);
  std::string name = request.method;
  nursery_.start(name, run(key, entry, std::move(request), std::move(outlet), std::move(handler)));
}

Task<void> Peer::run(std::string key, Running entry, Request request, std::shared_ptr<Outlet> outlet,
                     Handler handler) {
  Reply reply{request.id, outlet};
  std::optional<Answer> answer;
  try {
    answer = co_await handler(std::move(request), outlet, entry.source.stop());
  } catch (const std::exception& exception) {
    // What it says may name paths or addresses: for the log, not for the client.
    nursery_.log().error("rpc", key, " failed with an exception: ", std::string_view{exception.what()});
    answer = std::unexpected(ErrorObject{kInternalError, "Internal error: see the server's log"});
  }
  auto own = running_.find(key);
  if (own != running_.end() && own->second.number == entry.number) running_.erase(own);
  // A deadline is answered; a cancelled request is not, whatever its handler came to.
  StopReason reason = entry.source.stop().reason();
  if (reason == StopReason::cancelled || reason == StopReason::disconnected) {
    reply.drop();
  } else {
    reply.answer(*answer);
  }
}

bool Peer::cancel(const json::value& id) {
  auto found = running_.find(id_key(id));
  if (found == running_.end()) return false;
  // Its id is free at once, though it may take a moment to end.
  StopSource source = found->second.source;
  running_.erase(found);
  return source.request(StopReason::cancelled);
}

void Peer::stop_all(StopReason reason) {
  auto running = running_;
  for (auto& [key, entry] : running) entry.source.request(reason);
}

Task<Result<Answer>> Peer::ask(std::shared_ptr<Outlet> outlet, std::string method, json::object params,
                               Stop stop) {
  // Our own id space: such an id cannot be taken for one of the partner's in a log.
  std::string id = cat("srv-", next_id_++);
  auto waiting = std::make_shared<Waiting>(nursery_.executor());
  waiting_.emplace(id, waiting);
  outlet->send(write_request(json::value(id), method, params));
  while (!waiting->answer) {
    bool woken = co_await waiting->settled.wait(stop);
    if (!woken) break;
  }
  waiting_.erase(id);
  if (!waiting->answer) {
    // Nobody waits any more: the client may take its form away.
    outlet->send(
        write_notification("notifications/cancelled", {{"requestId", id}, {"reason", stop.error().message}}));
    co_return std::unexpected(stop.error().in(method));
  }
  co_return std::move(*waiting->answer);
}

bool Peer::settle(Response response) {
  const json::string* id = response.id.if_string();
  auto found = id ? waiting_.find(std::string{json::view(*id)}) : waiting_.end();
  if (found == waiting_.end() || found->second->answer) return false;
  found->second->answer = std::move(response.outcome);
  found->second->settled.notify_all();
  return true;
}

}  // namespace oc::rpc
