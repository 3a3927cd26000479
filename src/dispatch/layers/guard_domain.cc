// guard: a page that the domain policy does not allow is neither read nor acted on, and what a call brought
// from one is dropped. Inside the lane, so that the address cannot change between check and use; outside
// stamp, so that not even the title of such a page leaves. (Requests are judged a second time at the network
// layer.)
#include "dispatch/layer.h"

namespace oc::dispatch {
namespace {

Result<void> check_page(const browser::Tab& tab) {
  std::string_view url = tab.url();
  // Chrome's own page for an address that could not be loaded, and a tab that has not been anywhere.
  if (url.empty() || url.starts_with("chrome-error://")) return {};
  return tab.policy().check_navigation(url);
}

}  // namespace

Task<Result<ToolOutput>> guard_domain(Services&, Call& call, Next next) {
  if (!call.tab) co_return co_await next(call);
  // A tool that goes elsewhere may leave a page that it could not read.
  if (!call.tool.spec().opens_tab) OC_CO_TRY(check_page(*call.tab));
  auto outcome = co_await next(call);
  OC_CO_TRY(check_page(*call.tab));
  co_return outcome;
}

}  // namespace oc::dispatch
