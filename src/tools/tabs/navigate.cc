// navigate — go to an address, back, forward, or load the page again.
// Tested by: tests/browser/navigation_test.mjs
#include "browser/navigation.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using browser::History;

struct Args {
  std::string url;
  browser::LoadState wait_until = browser::LoadState::load;
  bool new_tab = false;
};

const Record<Args> kParams{
    required("url", &Args::url, "An address, or back, forward, reload.").max_length(65'536),
    optional("wait_until", &Args::wait_until),
    optional("new_tab", &Args::new_tab, "Open it in a tab of its own."),
};

struct Hop {
  std::string url;
  std::int64_t status = 0;
  static const Record<Hop>& record() {
    static const Record<Hop> fields{required("url", &Hop::url), required("status", &Hop::status)};
    return fields;
  }
};

struct Timing {
  std::int64_t total_ms = 0;
  std::int64_t answer_ms = 0;
  static const Record<Timing>& record() {
    static const Record<Timing> fields{
        required("total_ms", &Timing::total_ms),
        required("answer_ms", &Timing::answer_ms, "Until the document began to come."),
    };
    return fields;
  }
};

struct Out {
  std::string tab_id;
  std::string url;
  std::string title;
  std::int64_t status = 0;
  std::optional<std::vector<Hop>> redirects;
  Timing timing;
};

const Record<Out> kResult{
    required("tabId", &Out::tab_id),
    required("url", &Out::url, "Where it ended."),
    required("title", &Out::title),
    required("status", &Out::status, "HTTP status of the document; 0: none."),
    optional("redirects", &Out::redirects, "The hops before it."),
    required("timing", &Out::timing),
};

Task<Result<Out>> run(TabContext& context, Args args) {
  browser::NavigateOptions options{.wait_until = args.wait_until};
  auto history = from_word<History>(args.url);
  auto gone = history ? co_await browser::navigate(context.tab(), *history, options, context.stop())
                      : co_await browser::navigate(context.tab(), args.url, options, context.stop());
  if (!gone) co_return std::unexpected(std::move(gone).error());
  Out out{.tab_id = context.tab().id(),
          .url = gone->url,
          .title = gone->title,
          .status = gone->status,
          .timing = {.total_ms = gone->took.count(), .answer_ms = gone->to_answer.count()}};
  if (!gone->redirects.empty()) {
    out.redirects.emplace();
    for (const browser::Redirect& hop : gone->redirects) out.redirects->push_back({hop.url, hop.status});
  }
  co_return out;
}

}  // namespace

const Tool& navigate() {
  static const Tool tool{{.name = "navigate",
                          .title = "Navigate",
                          .summary = "Load an address in a tab, or go back, forward, or reload.",
                          .tier = Tier::core,
                          .effect = Effect::action,
                          .destination = "url",
                          .destructive = false,
                          .idempotent = true,
                          .opens_tab = true,
                          .new_tab_flag = "new_tab",
                          .looks = false},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
