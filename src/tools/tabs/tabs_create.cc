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
    optional("url", &Args::url, "What to load in it; nothing: a blank tab.").max_length(65'536),
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
  if (!url.empty()) OC_CO_TRY(context.browser().policy().check_navigation(url));
  auto tab = co_await context.browser().open_tab(context.workspace(), context.stop());
  if (!tab) co_return std::unexpected(std::move(tab).error());
  Out out{.tab_id = (*tab)->id(), .url = "about:blank", .workspace = context.workspace()};
  if (url.empty()) co_return out;
  auto gone = co_await browser::navigate(**tab, url, {}, context.stop());
  if (!gone) {
    // The tab stays: the caller may look at it, try again, or close it.
    Error error = std::move(gone).error();
    error.message = cat("tab ", out.tab_id, " is open, but ", error.message);
    json::object details = error.details.is_object() ? error.details.get_object() : json::object{};
    details["tabId"] = out.tab_id;
    error.details = std::move(details);
    co_return std::unexpected(std::move(error));
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
       .use_when = "you want a page beside those that are open.",
       .tier = Tier::core,
       .effect = Effect::action,
       .destructive = false},
      kParams,
      kResult,
      run};
  return tool;
}

}  // namespace oc::tools
