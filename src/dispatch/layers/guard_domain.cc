// guard: a page that the domain policy does not allow is neither read nor acted on, and what a call brought
// from one is dropped. Inside the lane, so that the address cannot change between check and use; outside
// stamp, so that not even the title of such a page leaves. (Requests are judged a second time at the network
// layer.)
#include "dispatch/layer.h"

namespace oc::dispatch {
namespace {

// By the rules of the tab and, since a tool that holds no lane may find it in those of another call, by those
// of this one.
Result<void> check_page(const Call& call) {
  std::string_view url = call.tab->url();
  // Chrome's own page for an address that could not be loaded, and a tab that has not been anywhere.
  if (url.empty() || url.starts_with("chrome-error://")) return {};
  if (call.ports.bounds.policy) OC_TRY(call.ports.bounds.policy->check_navigation(url));
  return call.tab->policy().check_navigation(url);
}

}  // namespace

Task<Result<ToolOutput>> guard_domain(Services&, Call& call, Next next) {
  if (!call.tab) co_return co_await next(call);
  // A tool that goes elsewhere may leave a page that it could not read.
  if (!call.tool.spec().opens_tab) OC_CO_TRY(check_page(call));
  std::string before = call.tab->url();
  auto outcome = co_await next(call);
  bool is_judged = !call.tool.spec().opens_tab && call.tab->url() == before;
  if (!is_judged) OC_CO_TRY(check_page(call));
  co_return outcome;
}

}  // namespace oc::dispatch
