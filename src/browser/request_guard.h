// RequestGuard: the domain policy at the network layer of a tab: documents, redirects, subresources, new
// windows and workers alike. Requests that nobody could object to are never held up.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "browser/domain_policy.h"
#include "cdp/connection.h"

namespace oc::browser {

class RequestGuard {
 public:
  explicit RequestGuard(std::shared_ptr<const DomainPolicy> policy) : policy_(std::move(policy)) {}

  // The frame whose documents take_refused_document() is about.
  void follow(std::string main_frame) { main_frame_ = std::move(main_frame); }
  // From now on the session's requests are judged.
  void protect(const std::shared_ptr<cdp::Session>& session);
  void forget_session(const std::string& session_id) { subscriptions_.erase(session_id); }
  void forget_sessions() { subscriptions_.clear(); }

  // Why the newest document of the main frame was refused; forgotten by the call.
  std::optional<Error> take_refused_document() { return std::exchange(refused_document_, std::nullopt); }
  std::uint64_t refused() const { return refused_; }

 private:
  void judge(cdp::Session& session, const json::object& params);

  std::shared_ptr<const DomainPolicy> policy_;
  std::string main_frame_;
  std::optional<Error> refused_document_;
  std::uint64_t refused_ = 0;
  std::map<std::string, cdp::Subscription> subscriptions_;  // by session
};

}  // namespace oc::browser
