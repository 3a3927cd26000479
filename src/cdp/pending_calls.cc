#include "cdp/pending_calls.h"

namespace oc::cdp {

class PendingCalls::Call {
 public:
  Call(std::uint64_t number, std::string on_session, std::string command, const Executor& executor)
      : id(number), session(std::move(on_session)), method(std::move(command)), settled(executor) {}
  std::uint64_t id;
  std::string session;
  std::string method;
  Signal settled;
  std::optional<Result<json::value>> outcome;
};

std::shared_ptr<PendingCalls::Call> PendingCalls::add(std::uint64_t id, std::string session,
                                                      std::string method) {
  auto call = std::make_shared<Call>(id, std::move(session), std::move(method), executor_);
  calls_.emplace(id, call);
  return call;
}

Task<Result<json::value>> PendingCalls::wait(std::shared_ptr<Call> call, Stop stop) {
  while (!call->outcome) {
    bool woken = co_await call->settled.wait(stop);
    if (!woken) break;
  }
  calls_.erase(call->id);
  if (!call->outcome) co_return std::unexpected(stop.error().in(call->method));
  co_return std::move(*call->outcome);
}

bool PendingCalls::settle(std::uint64_t id, Result<json::value> outcome) {
  auto found = calls_.find(id);
  if (found == calls_.end() || found->second->outcome) return false;
  found->second->outcome = std::move(outcome);
  found->second->settled.notify_all();
  return true;
}

void PendingCalls::fail_session(const std::string& session, const Error& error) {
  // Waking a caller may add and remove calls.
  std::vector<std::shared_ptr<Call>> ended;
  for (auto& [id, call] : calls_) {
    if (call->session == session) ended.push_back(call);
  }
  for (auto& call : ended) settle(call->id, std::unexpected(Error{error}.in(call->method)));
}

void PendingCalls::fail_all(const Error& error) {
  std::vector<std::shared_ptr<Call>> ended;
  for (auto& [id, call] : calls_) ended.push_back(call);
  for (auto& call : ended) settle(call->id, std::unexpected(Error{error}.in(call->method)));
}

}  // namespace oc::cdp
