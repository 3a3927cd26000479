// oc_session_resume — where work stood when a snapshot was taken, and what has become of its tabs.
// Tested by: tests/browser/session_test.mjs
#include "json/write.h"
#include "session/reopen.h"
#include "session/snapshot_files.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> snapshot_id;
  bool reopen = false;
};

const Record<Args> kParams{
    optional("snapshotId", &Args::snapshot_id, "Default: the newest."),
    optional("reopen", &Args::reopen, "Open closed tabs again and restore them."),
};

std::vector<session::TabNow> tabs_now(browser::Browser& browser, const std::string& workspace) {
  std::vector<session::TabNow> out;
  for (const auto& tab : browser.tabs().all()) {
    if (tab->workspace() == workspace) out.push_back({.tab_id = tab->id(), .url = tab->url()});
  }
  return out;
}

Task<void> reopen_closed(ToolContext& context, const session::Snapshot& snapshot,
                         std::vector<session::TabFate>& fates) {
  bool cookies = true;  // with the first tab, for all
  for (std::size_t i = 0; i < fates.size(); ++i) {
    if (fates[i].fate != session::Fate::closed || context.stop().requested()) continue;
    fates[i].reopened = co_await session::reopen_tab(
        context.services().browser, {context.policy(), context.confiner(), context.caller()}, snapshot,
        snapshot.tabs[i], std::exchange(cookies, false), context.clock().now_ms(), context.stop());
    bool goes_on = context.keep_going({.done = static_cast<double>(i + 1),
                                       .total = static_cast<double>(fates.size()),
                                       .message = snapshot.tabs[i].url});
    if (!goes_on) co_return;
  }
}

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  session::SnapshotFiles files{context.services().files,
                               store::path_in(context.services().home, "snapshots")};
  auto snapshot = co_await context.services().pool.run(
      [files, id = args.snapshot_id] { return id ? files.load(*id) : files.newest(); });
  if (!snapshot) co_return std::unexpected(std::move(snapshot).error());
  browser::Browser& browser = context.services().browser;
  // A browser of our own that has not been started has no tabs; somebody else's may.
  if (args.reopen || browser.is_someone_elses()) OC_CO_TRY(co_await browser.ensure_running(context.stop()));
  auto fates = session::fates(snapshot->tabs, tabs_now(browser, snapshot->workspace));
  if (args.reopen) co_await reopen_closed(context, *snapshot, fates);
  std::string text = session::resume_text(*snapshot, fates, context.clock().now_ms());
  co_return ToolOutput::text(std::move(text)).with(json::write(session::resume_json(*snapshot, fates)));
}

}  // namespace

const Tool& oc_session_resume() {
  static const Tool tool{{.name = "oc_session_resume",
                          .title = "Resume session",
                          .summary = "Tell the plan of a snapshot, and which of its tabs are still there.",
                          .use_when = "you have lost your context.",
                          .tier = Tier::specialist,
                          .effect = Effect::action,
                          .destructive = false,
                          .default_timeout = std::chrono::seconds{120}},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
