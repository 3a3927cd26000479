// lane: finds the tab that a call means, starts the browser or brings it back, and keeps callers of one tab
// apart. Everything that looks at the page stands inside; disk and protocol outside, so that they hold no
// tab.
#include "base/text.h"
#include "browser/navigation.h"
#include "dispatch/deeds.h"
#include "dispatch/destination.h"
#include "dispatch/layer.h"
#include "page/effects.h"
#include "page/sanitizer.h"
#include "page/show.h"

namespace oc::dispatch {
namespace {

using browser::Browser;
using browser::TabLane;
using TabPtr = std::shared_ptr<browser::Tab>;

constexpr std::size_t kNamedTabs = 10;

bool wants_new_tab(const Call& call) {
  std::string_view flag = call.tool.spec().new_tab_flag;
  if (flag.empty()) return false;
  return json::find_bool(call.arguments, flag).value_or(false);
}

// A page that may not be shown gets no tab.
Result<void> check_destination(const Browser& browser, const Call& call) {
  if (call.tool.spec().destination.empty()) return {};
  auto address = destination_of(call);
  if (!address)
    return fail(ErrorCode::invalid_arguments, "a new tab has no history",
                "Give an address, or leave new_tab out.");
  const auto& bounds = call.ports.bounds.policy;
  return (bounds ? *bounds : browser.policy()).check_navigation(*address);
}

// Tabs that others use are never taken by accident; whoever means one names it.
Error no_tab(Browser& browser, const Call& call) {
  json::array open;
  std::string named;
  for (const TabPtr& tab : browser.tabs().all()) {
    if (tab->workspace() != call.workspace || open.size() == kNamedTabs) continue;
    std::string url = page::sanitize_line(shorten(tab->url(), 200));
    named += cat(named.empty() ? "" : ", ", tab->id(), " (", url, ")");
    open.push_back(json::object{
        {"tabId", tab->id()}, {"url", url}, {"title", page::sanitize_line(shorten(tab->title(), 200))}});
  }
  if (open.empty())
    return {ErrorCode::tab_not_found, cat("no tab is open in workspace '", call.workspace, "'"),
            "Open a page first: navigate or tabs_create."};
  return {ErrorCode::tab_not_found,
          cat("you have used no tab in workspace '", call.workspace, "' yet; open there: ", named),
          "Name one with tabId, or open your own: navigate or tabs_create.",
          json::object{{"tabs", std::move(open)}}};
}

Task<Result<TabPtr>> find_tab(Browser& browser, Call& call) {
  const tool::ToolSpec& spec = call.tool.spec();
  const std::string& caller = call.ports.caller;
  if (wants_new_tab(call)) {
    OC_CO_TRY(check_destination(browser, call));
    co_return co_await browser.open_tab(call.workspace, call.ports.stop, caller);
  }
  if (call.common.tab_id) {
    auto named = browser.tabs().find(*call.common.tab_id);
    if (named && call.common.workspace && (*named)->workspace() != *call.common.workspace) {
      co_return fail(ErrorCode::invalid_arguments,
                     cat("tab ", (*named)->id(), " is of workspace '", (*named)->workspace(), "', not '",
                         shorten(*call.common.workspace, 80), "'"));
    }
    co_return named;
  }
  if (TabPtr recent = browser.tabs().most_recent(call.workspace, caller)) co_return recent;
  if (spec.opens_tab) co_return co_await browser.open_tab(call.workspace, call.ports.stop, caller);
  co_return std::unexpected(no_tab(browser, call));
}

Task<Result<ToolOutput>> run_in_tab(Services& services, Call& call, Next next) {
  Browser& browser = services.browser;
  const tool::ToolSpec& spec = call.tool.spec();
  auto tab = co_await find_tab(browser, call);
  if (!tab) co_return std::unexpected(std::move(tab).error());
  call.tab = *tab;
  call.workspace = call.tab->workspace();
  browser.tabs().touch(*call.tab, call.ports.caller);
  if (call.tab->status() != browser::TabStatus::attached) {
    auto alone = co_await call.tab->lane().enter(TabLane::Use::alone, call.ports.stop);
    if (!alone) co_return std::unexpected(std::move(alone).error());
    OC_CO_TRY(co_await browser.revive(call.tab, spec.opens_tab, call.ports.stop));
  }
  TabLane::Hold hold;
  if (spec.holds_lane) {
    bool observes = call.tool.effect_of(call.arguments) == Effect::observation && !spec.wants_tab_alone;
    auto entered = co_await call.tab->lane().enter(observes ? TabLane::Use::shared : TabLane::Use::alone,
                                                   call.ports.stop);
    if (!entered)
      co_return std::unexpected(std::move(entered).error().in("waiting for another call on this tab"));
    hold = std::move(*entered);
  }
  // One that lets others work takes no bounds away from them.
  bool is_bounded = call.ports.bounds.policy || call.ports.bounds.observes;
  if (spec.holds_lane || is_bounded) tool::confine(*call.tab, call.ports.bounds, browser);
  call.deeds_before = call.tab->deeds();
  // Before the call adds effects of its own.
  if (spec.holds_lane && !call.tab->dialogs().open())
    call.late = co_await page::take_late_effects(*call.tab, call.ports.stop);
  if (spec.looks) co_await page::show(*call.tab, call.ports.stop);
  // A tab that stands behind another one gets a frame a second after a while, and acting waits for frames.
  bool acts = spec.looks && call.tool.effect_of(call.arguments) == Effect::action;
  if (acts && call.tab->sight() == browser::Tab::Sight::emulated && !call.tab->dialogs().open())
    (void)co_await browser.bring_to_front(*call.tab, call.ports.stop);
  auto outcome = co_await next(call);
  if (!outcome && wants_new_tab(call))
    co_return std::unexpected(browser::in_open_tab(std::move(outcome).error(), call.tab->id()));
  co_return outcome;
}

// By its code, or because the page is gone: then the call may have failed over any piece that it missed.
bool is_lost(const Call& call, const Error& error) {
  using browser::TabStatus;
  if (error.code == ErrorCode::browser_disconnected || error.code == ErrorCode::target_crashed) return true;
  return call.tab && (call.tab->status() == TabStatus::lost || call.tab->status() == TabStatus::crashed);
}

bool may_repeat(const Call& call, const Result<ToolOutput>& outcome) {
  bool lost = !outcome && is_lost(call, outcome.error());
  return lost && !call.ports.stop.requested() && call.tool.effect_of(call.arguments) == Effect::observation;
}

// "Call again" would be bad advice for what may have been done.
Result<ToolOutput> told_honestly(Services& services, const Call& call, Result<ToolOutput> outcome) {
  if (outcome || call.tool.effect_of(call.arguments) != Effect::action) return outcome;
  const Error& error = outcome.error();
  bool is_told = error.code == ErrorCode::outcome_unknown;
  bool is_late = error.code == ErrorCode::timeout;
  if (is_told || !(is_late || is_lost(call, error)) || !has_acted(services, call, error)) return outcome;
  if (is_late && !is_lost(call, error)) {
    // To go somewhere may be tried again, and whoever has advice of its own knows better.
    std::string_view destination = call.tool.spec().destination;
    bool goes = !destination.empty() && call.arguments.contains(destination);
    if (goes || !error.hint.empty()) return outcome;
    outcome.error().hint = "It was begun and may have taken effect: look at the page before you call again.";
    outcome.error().can_repeat = false;
    return outcome;
  }
  return std::unexpected(unknown_outcome(call, std::move(outcome).error()));
}

// A dialog holds its page up whatever the call was about; one that was accepted may be what the page waited
// for.
void add_dialogs(browser::DialogTracker& dialogs, std::vector<std::string>& notices) {
  auto quoted = [](const std::string& message) {
    return cat("\"", page::sanitize_line(shorten(message, 200)), "\"");
  };
  for (const browser::Dialog& dialog : dialogs.take_accepted())
    notices.push_back(cat("the dialog ", dialog.kind, " ", quoted(dialog.message), " was accepted"));
  if (const auto& open = dialogs.open())
    notices.push_back(cat("the dialog ", open->kind, " ", quoted(open->message), " is open: handle_dialog"));
}

// What happened to the browser is part of the next answer.
void add_notices(std::vector<std::string> notices, ToolOutput& output) {
  if (notices.empty()) return;
  json::array list;
  std::string text = "[browser]";
  for (const std::string& notice : notices) {
    list.emplace_back(notice);
    text += cat(text.size() > 9 ? "; " : " ", notice);
  }
  output.meta["openchrome/notices"] = std::move(list);
  output.notes.push_back(std::move(text));
}

}  // namespace

Task<Result<ToolOutput>> hold_tab_lane(Services& services, Call& call, Next next) {
  bool (*needs_no_tab)(const json::object&) = call.tool.spec().needs_no_tab;
  bool is_elsewhere = needs_no_tab && needs_no_tab(call.arguments);
  if (call.tool.needs() == tool::Needs::nothing) co_return co_await next(call);
  call.workspace = call.common.workspace.value_or(std::string{browser::kDefaultWorkspace});
  if (is_elsewhere) co_return co_await next(call);
  OC_CO_TRY(co_await services.browser.ensure_running(call.ports.stop));
  if (call.tool.needs() == tool::Needs::browser) {
    call.deeds_before = services.browser.deeds();
    auto outcome = co_await next(call);
    co_return told_honestly(services, call, std::move(outcome));
  }

  auto outcome = co_await run_in_tab(services, call, next);
  if (may_repeat(call, outcome)) {
    call.page = {};  // what was noted of the page that was lost
    outcome = co_await run_in_tab(services, call, next);
  }
  if (outcome) {
    co_await services.browser.name_opened_tabs(call.ports.caller, call.ports.stop);
    std::vector<std::string> notices = services.browser.take_notices(call.ports.caller);
    for (std::string& notice : notices) notice = page::sanitize_line(notice);
    if (call.tab) add_dialogs(call.tab->dialogs(), notices);
    if (!call.late.empty()) notices.push_back(cat("since then: ", join(call.late, "; ")));
    add_notices(std::move(notices), *outcome);
    if (call.tab && !outcome->meta.contains("openchrome/page"))
      outcome->meta["openchrome/page"] = json::object{{"tabId", call.tab->id()}};
  } else if (call.tab) {
    call.tab->keep_untold(std::move(call.late));
  }
  if (call.tab && call.tool.effect_of(call.arguments) == Effect::action) page::mark_late_watch(*call.tab);
  co_return told_honestly(services, call, std::move(outcome));
}

}  // namespace oc::dispatch
