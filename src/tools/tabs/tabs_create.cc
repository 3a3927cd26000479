// tabs_create — open a tab, blank or with a page.
// Tested by: tests/browser/tabs_test.mjs
#include "browser/navigation.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::string url;
};

const Record<Args> kParams{
    optional("url", &Args::url, "Nothing: a blank tab.").max_length(65'536),
};

struct Out {
  std::string tab_id;
  std::string url;
  std::string title;
  std::int64_t status = 0;
  std::string workspace;
};

const Record<Out> kResult{
    required("tabId", &Out::tab_id),
    required("url", &Out::url),
    required("title", &Out::title),
    required("status", &Out::status, "HTTP status of the document; 0: none."),
    required("workspace", &Out::workspace),
};

Task<Result<Out>> run(BrowserContext& context, Args args) {
  // A page that may not be shown gets no tab.
  std::string url = args.url.empty() ? "" : browser::completed_address(args.url);
  if (!url.empty()) OC_CO_TRY(context.policy()->check_navigation(url));
  browser::Browser& browser = context.browser();
  auto tab = co_await (url.empty() ? browser.open_tab(context.workspace(), context.stop(), context.caller())
                                   : browser.begin_tab(context.workspace(), url, context.policy(),
                                                       barrier_mode(context.bounds(), browser),
                                                       context.stop(), context.caller()));
  if (!tab) co_return std::unexpected(std::move(tab).error());
  context.confine(**tab);
  Out out{.tab_id = (*tab)->id(), .url = "about:blank", .workspace = context.workspace()};
  if (url.empty()) co_return out;
  auto gone = co_await browser::arrive(**tab, browser.first_requests(), url, {}, context.stop());
  if (!gone) {
    Error error = std::move(gone).error();
    const json::object* details = error.details.if_object();
    if (details && json::find_string(*details, "net_error") == browser::kBroughtNoPage) {
      // No page came, and none will: Chrome itself closes such a tab after a download.
      (void)co_await browser.close_tab(*tab, context.stop());
      error.message = cat("no tab was opened: ", error.message);
      co_return std::unexpected(std::move(error));
    }
    co_return std::unexpected(browser::in_open_tab(std::move(error), out.tab_id));
  }
  out.url = gone->url;
  out.title = gone->title;
  out.status = gone->status;
  co_return out;
}

}  // namespace

const Tool& tabs_create() {
  static const Tool tool{
      {.name = "tabs_create",
       .title = "Open a tab",
       .summary = "Open a tab, blank or with an address. A new workspace name makes a workspace.",
       .tier = Tier::core,
       .effect = Effect::action,
       .destination = "url",
       .destructive = false},
      kParams,
      kResult,
      run};
  return tool;
}

}  // namespace oc::tools
