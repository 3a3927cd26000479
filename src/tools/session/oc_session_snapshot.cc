// oc_session_snapshot — what is being done and what the tabs hold, kept for whoever goes on with it.
// Tested by: tests/browser/session_test.mjs
#include "base/time_format.h"
#include "session/capture.h"
#include "session/snapshot_files.h"
#include "store/dated_id.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

constexpr std::int64_t kMostText = 20'000;
constexpr std::int64_t kMostItems = 200;

struct Args {
  std::string objective;
  std::string current_step;
  std::vector<std::string> next_actions;
  std::vector<std::string> completed_steps;
  std::optional<std::string> notes;
  std::optional<std::string> label;
  std::string workspace{browser::kDefaultWorkspace};
  bool include_secrets = false;
};

const Record<Args> kParams{
    required("objective", &Args::objective).min_length(1).max_length(kMostText),
    required("currentStep", &Args::current_step).max_length(kMostText),
    required("nextActions", &Args::next_actions).max_items(kMostItems),
    optional("completedSteps", &Args::completed_steps).max_items(kMostItems),
    optional("notes", &Args::notes).max_length(kMostText),
    optional("label", &Args::label).max_length(200),
    optional("workspace", &Args::workspace),
    optional("include_secrets", &Args::include_secrets, "Keep values of cookies and secret storage."),
};

std::size_t count_of(const json::value& list) {
  return list.is_array() ? list.get_array().size() : 0;
}

json::object tab_line(const session::TabRecord& tab) {
  json::object out{
      {"tabId", tab.tab_id}, {"url", tab.url}, {"title", tab.title}, {"fields", count_of(tab.fields)}};
  if (tab.error) out["error"] = *tab.error;
  return out;
}

json::value from_items(json::array units) {
  return json::object{{"tabs", std::move(units)}};
}

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  browser::Browser& browser = context.services().browser;
  session::Snapshot snapshot{.snapshot_id = store::dated_id(context.clock().now_ms()),
                             .created_at = context.clock().now_ms(),
                             .workspace = args.workspace,
                             .secrets = args.include_secrets,
                             .memo = {.objective = std::move(args.objective),
                                      .current_step = std::move(args.current_step),
                                      .next_actions = std::move(args.next_actions),
                                      .completed_steps = std::move(args.completed_steps),
                                      .notes = std::move(args.notes),
                                      .label = std::move(args.label)}};
  auto tabs = session::tabs_to_capture(browser, snapshot.workspace, snapshot.tabs_left_out);
  json::array lines;
  for (const auto& tab : tabs) {
    session::Captured captured = co_await session::capture_tab(tab, args.include_secrets, context.stop());
    if (!captured.origin.empty()) snapshot.local_storage[captured.origin] = std::move(captured.local_storage);
    lines.push_back(tab_line(captured.tab));
    snapshot.tabs.push_back(std::move(captured.tab));
    OC_CO_TRY(co_await context.emit_item(lines.back()));
    bool goes_on = context.keep_going({.done = static_cast<double>(lines.size()),
                                       .total = static_cast<double>(tabs.size()),
                                       .message = tab->id()});
    if (!goes_on) break;
  }
  bool is_whole = lines.size() == tabs.size();
  snapshot.cookies = co_await session::capture_cookies(browser, snapshot.workspace, tabs,
                                                       args.include_secrets, context.stop());
  // Kept also when it was stopped: the memo is worth most.
  session::SnapshotFiles files{context.services().files,
                               store::path_in(context.services().home, "snapshots")};
  auto saved = co_await context.services().pool.run([files, snapshot] { return files.save(snapshot); });
  if (!saved) co_return std::unexpected(std::move(saved).error());
  json::object answer{{"snapshotId", snapshot.snapshot_id},
                      {"createdAt", iso8601(snapshot.created_at)},
                      {"path", files.path_of(snapshot.snapshot_id)},
                      {"workspace", snapshot.workspace},
                      {"tabs", std::move(lines)},
                      {"cookies", count_of(snapshot.cookies)},
                      {"secrets", snapshot.secrets}};
  if (snapshot.tabs_left_out > 0) answer["tabsLeftOut"] = snapshot.tabs_left_out;
  ToolOutput output = ToolOutput::json(std::move(answer));
  if (!is_whole) output.stopped = context.stop().reason();
  co_return output;
}

}  // namespace

const Tool& oc_session_snapshot() {
  static const Tool tool{{.name = "oc_session_snapshot",
                          .title = "Session snapshot",
                          .summary = "Keep your plan and the state of the workspace's tabs on disk.",
                          .use_when = "you may lose your context; oc_session_resume brings it back.",
                          .tier = Tier::specialist,
                          .effect = Effect::observation,
                          .default_timeout = std::chrono::seconds{60},
                          .long_running = true,
                          .from_items = from_items},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
