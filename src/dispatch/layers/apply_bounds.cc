// bounds: the policy of the task that a call belongs to narrows where the call may go. Outside everything
// that visits a page; it can only narrow: what the server forbids stays forbidden.
#include "browser/browser.h"
#include "dispatch/layer.h"

namespace oc::dispatch {

Task<Result<ToolOutput>> apply_bounds(Services& services, Call& call, Next next) {
  if (call.policy) {
    call.ports.bounds.observes = call.policy->mode == ledger::PolicyMode::observe;
    if (!call.policy->allowed_domains.empty()) {
      auto narrowed = services.browser.policy().narrowed_to(call.policy->allowed_domains);
      if (!narrowed) co_return std::unexpected(std::move(narrowed).error().in("allowedDomains"));
      call.ports.bounds.policy = std::make_shared<const browser::DomainPolicy>(std::move(*narrowed));
    }
  }
  co_return co_await next(call);
}

}  // namespace oc::dispatch
