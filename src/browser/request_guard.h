// RequestGuard: the domain policy and the write barrier at the network layer of a tab: documents, redirects,
// subresources, new windows and workers alike. Requests that nobody could object to are never held up.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "browser/domain_policy.h"
#include "browser/write_barrier.h"
#include "cdp/connection.h"

namespace oc::browser {

class RequestGuard {
 public:
  // REQUIRES: the barrier outlives the guard.
  RequestGuard(std::shared_ptr<const DomainPolicy> policy, WriteBarrier& barrier)
      : policy_(std::move(policy)), barrier_(barrier) {}

  // Has a tab with these rules nothing to judge, whatever its page asks for?
  static bool lets_all_pass(const DomainPolicy& policy, BarrierMode mode);

  // The frame whose documents take_refused_document() is about.
  void follow(std::string main_frame) { main_frame_ = std::move(main_frame); }
  // From now on the session's requests are judged.
  void protect(const std::shared_ptr<cdp::Session>& session);
  void forget_session(const std::string& session_id) { protected_.erase(session_id); }
  void forget_sessions() { protected_.clear(); }
  // The barrier changed: other requests are to be judged from now on.
  void renew();
  void set_policy(std::shared_ptr<const DomainPolicy> policy);

  // Why the newest document of the main frame was refused; forgotten by the call.
  std::optional<Error> take_refused_document() { return std::exchange(refused_document_, std::nullopt); }
  std::uint64_t refused() const { return refused_; }

 private:
  struct Protected {
    std::weak_ptr<cdp::Session> session;
    std::optional<cdp::Subscription> subscription = std::nullopt;
    bool judged = false;  // the browser holds its requests up for us
  };
  void apply(cdp::Session& session, Protected& state);
  void judge(cdp::Session& session, const json::object& params);

  std::shared_ptr<const DomainPolicy> policy_;
  WriteBarrier& barrier_;
  std::string main_frame_;
  std::optional<Error> refused_document_;
  std::uint64_t refused_ = 0;
  std::map<std::string, Protected> protected_;  // by session
};

}  // namespace oc::browser
