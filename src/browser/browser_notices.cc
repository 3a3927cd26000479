// Browser's notices: what happened that callers did not ask for, kept until an answer can mention it.
// Tested by: browser/browser_test.cc, tests/browser/new_tabs_test.mjs
#include <algorithm>

#include "base/text.h"
#include "browser/browser.h"

namespace oc::browser {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kKept = 20;
constexpr std::size_t kMostNamed = 5;
constexpr auto kFirstPage = 1500ms;
// A tab that a page fills by script is never asked to go anywhere.
constexpr auto kFirstRequest = 300ms;

bool is_blank(const std::string& url) {
  return url.empty() || url == "about:blank";
}

// Its first page is there, or none will come.
bool has_settled(Tab& tab) {
  bool is_over = tab.navigation().ended().has_value() || tab.status() == TabStatus::closed;
  return is_over || (!is_blank(tab.url()) && tab.navigation().reached(LoadState::domcontentloaded));
}

bool was_sent_somewhere(Tab& tab) {
  return !is_blank(tab.url()) || tab.navigation().leaving() || !tab.navigation().asked().empty();
}

Task<void> wait_for_first_page(Tab& tab, Stop stop) {
  SteadyTime began = std::chrono::steady_clock::now();
  StopSource first{stop, began + kFirstRequest};
  while (!was_sent_somewhere(tab)) {
    bool woken = co_await tab.navigation().changed().wait(first.stop());
    if (!woken) co_return;
  }
  StopSource whole{stop, began + kFirstPage};
  while (!has_settled(tab)) {
    bool woken = co_await tab.navigation().changed().wait(whole.stop());
    if (!woken) co_return;
  }
  // The browser does not announce every change of a title; asked, it knows.
  auto facts = co_await tab.send("Target.getTargetInfo", {}, whole.stop());
  const json::object* info = facts ? json::find_object(facts->as_object(), "targetInfo") : nullptr;
  if (info) tab.take_target_info(*info);
}

std::string page_of(Tab& tab) {
  std::string out = cat(": ", is_blank(tab.url()) ? "about:blank" : shorten(tab.url(), 300));
  if (!tab.title().empty()) out += cat(" \"", shorten(tab.title(), 200), "\"");
  if (!has_settled(tab) && was_sent_somewhere(tab)) out += " (still loading)";
  return out;
}

}  // namespace

void Browser::notice(std::string text, std::string tab_id, std::string opened_id) {
  if (notices_.size() == kKept) notices_.erase(notices_.begin());
  notices_.push_back({std::move(text), std::move(tab_id), std::move(opened_id)});
}

bool Browser::concerns(const Notice& notice, const std::string& caller) const {
  if (notice.tab_id.empty() || caller.empty()) return true;
  auto tab = registry_.find(notice.tab_id);
  return !tab || (*tab)->callers().empty() || (*tab)->callers().contains(caller);
}

std::vector<std::string> Browser::take_notices(const std::string& caller) {
  std::vector<std::string> out;
  std::erase_if(notices_, [&](Notice& notice) {
    if (!concerns(notice, caller)) return false;
    out.push_back(std::move(notice.text));
    return true;
  });
  return out;
}

Task<void> Browser::name_opened_tabs(std::string caller, Stop stop) {
  std::vector<TabPtr> opened;
  for (const Notice& notice : notices_) {
    if (notice.opened_id.empty() || opened.size() == kMostNamed || !concerns(notice, caller)) continue;
    if (auto tab = registry_.find(notice.opened_id)) opened.push_back(*tab);
  }
  std::shared_ptr<bool> alive = alive_;
  for (const TabPtr& tab : opened) {
    co_await wait_for_first_page(*tab, stop);
    if (!*alive) co_return;
    for (Notice& notice : notices_) {
      if (notice.opened_id != tab->id()) continue;
      notice.text += page_of(*tab);
      notice.opened_id.clear();
    }
  }
}

}  // namespace oc::browser
