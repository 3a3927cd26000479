// tabs_context — which tabs are open. From memory; no round trip, nothing is woken in them.
// Tested by: tests/browser/tabs_test.mjs
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> workspace;
};

const Record<Args> kParams{optional("workspace", &Args::workspace, "Only this one. Default: all.")};

struct TabFacts {
  std::string tab_id;
  std::string url;
  std::string title;
  std::string status;
  bool loading = false;
  std::optional<bool> current;
  std::optional<std::string> opened_by;
  std::optional<bool> foreign;
  std::optional<std::string> dialog;
  static const Record<TabFacts>& record() {
    static const Record<TabFacts> fields{
        required("tabId", &TabFacts::tab_id),
        required("url", &TabFacts::url),
        required("title", &TabFacts::title),
        required("status", &TabFacts::status, "open, crashed, or lost (it opens again when used)."),
        required("loading", &TabFacts::loading),
        optional("current", &TabFacts::current, "The one that your calls without tabId mean."),
        optional("openedBy", &TabFacts::opened_by, "The tab whose page opened it."),
        optional("foreign", &TabFacts::foreign, "The user's own; it is never closed."),
        optional("dialog", &TabFacts::dialog, "A dialog that is open in it."),
    };
    return fields;
  }
};

struct WorkspaceFacts {
  std::string name;
  std::vector<TabFacts> tabs;
  static const Record<WorkspaceFacts>& record() {
    static const Record<WorkspaceFacts> fields{required("name", &WorkspaceFacts::name),
                                               required("tabs", &WorkspaceFacts::tabs)};
    return fields;
  }
};

struct Out {
  std::vector<WorkspaceFacts> workspaces;
};

const Record<Out> kResult{required("workspaces", &Out::workspaces)};

std::string status_word(browser::TabStatus status) {
  switch (status) {
    case browser::TabStatus::crashed:
      return "crashed";
    case browser::TabStatus::lost:
      return "lost";
    default:
      return "open";
  }
}

TabFacts facts_of(browser::Tab& tab, bool is_current) {
  TabFacts facts{.tab_id = tab.id(),
                 .url = tab.url(),
                 .title = tab.title(),
                 .status = status_word(tab.status()),
                 .loading = tab.navigation().loading()};
  if (is_current) facts.current = true;
  if (!tab.opener().empty()) facts.opened_by = tab.opener();
  if (!tab.is_ours()) facts.foreign = true;
  if (const auto& dialog = tab.dialogs().open()) facts.dialog = cat(dialog->kind, ": ", dialog->message);
  return facts;
}

Task<Result<Out>> run(ToolContext& context, Args args) {
  browser::Browser& browser = context.services().browser;
  // A browser of our own that has not been started has no tabs; somebody else's may.
  if (browser.is_someone_elses()) OC_CO_TRY(co_await browser.ensure_running(context.stop()));
  browser::TabRegistry& registry = browser.tabs();
  std::map<std::string, WorkspaceFacts> by_name;
  std::map<std::string, std::string> current;
  for (const auto& tab : registry.all()) {
    WorkspaceFacts& workspace = by_name[tab->workspace()];
    if (workspace.name.empty()) {
      workspace.name = tab->workspace();
      auto recent = registry.most_recent(workspace.name, context.caller());
      current[workspace.name] = recent ? recent->id() : "";
    }
    workspace.tabs.push_back(facts_of(*tab, tab->id() == current[workspace.name]));
  }
  Out out;
  for (auto& [name, workspace] : by_name) {
    if (!args.workspace || name == *args.workspace) out.workspaces.push_back(std::move(workspace));
  }
  co_return out;
}

}  // namespace

const Tool& tabs_context() {
  static const Tool tool{{.name = "tabs_context",
                          .title = "Open tabs",
                          .summary = "List the open tabs by workspace, with address, title and state.",
                          .tier = Tier::core,
                          .effect = Effect::observation,
                          .items_member = "workspaces"},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
