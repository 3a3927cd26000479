// Tested by: tests/browser/session_test.mjs
#include "session/capture.h"

#include "base/text.h"
#include "page/sanitizer.h"
#include "page/tab_state.h"
#include "page/web_storage.h"

namespace oc::session {
namespace {

using browser::Tab;
using TabPtr = std::shared_ptr<Tab>;

constexpr std::chrono::seconds kPatience{10};
constexpr std::int64_t kMostValueBytes = 64 * 1024;
constexpr std::size_t kMostCookies = 1000;

bool may_look(const Tab& tab) {
  if (!tab.is_ours() && tab.status() == browser::TabStatus::unattached) return false;
  std::string_view url = tab.url();
  bool is_empty = url.empty() || url.starts_with("chrome-error://");
  return is_empty || tab.policy().check_navigation(url).has_value();
}

// [{key, value}] of an area; null where the page has none.
Task<json::value> storage_of(Tab& tab, page::StorageArea area, std::string* origin, Stop stop) {
  page::StorageRequest request{.area = area, .max_value_bytes = kMostValueBytes};
  auto answer = co_await page::web_storage(tab, std::move(request), stop);
  if (!answer || !answer->is_object()) co_return json::value(nullptr);
  const json::array* entries = json::find_array(answer->get_object(), "entries");
  if (origin) *origin = json::find_string(answer->get_object(), "origin").value_or("");
  co_return entries ? json::value(*entries) : json::value(json::array{});
}

void take_state(TabRecord& tab, json::object& state) {
  if (json::value* scroll = state.if_contains("scroll")) tab.scroll = std::move(*scroll);
  if (json::value* fields = state.if_contains("fields")) tab.fields = std::move(*fields);
  tab.passwords = json::find_integer(state, "passwords").value_or(0);
  tab.files = json::find_integer(state, "files").value_or(0);
  tab.left_out = json::find_integer(state, "left_out").value_or(0);
}

bool is_users_profile(browser::Browser& browser, const std::string& workspace) {
  return browser.is_someone_elses() && workspace == browser::kDefaultWorkspace;
}

bool is_same(const browser::Cookie& one, const browser::Cookie& other) {
  return one.name == other.name && one.domain == other.domain && one.path == other.path &&
         one.partition == other.partition;
}

Task<std::vector<browser::Cookie>> cookies_of_pages(std::vector<TabPtr> tabs, Stop stop) {
  std::vector<browser::Cookie> out;
  for (const TabPtr& tab : tabs) {
    auto url = parse_url(tab->url());
    if (!url || !url->is_web() || tab->status() != browser::TabStatus::attached) continue;
    auto found = co_await browser::cookies_for(*tab, url->text(), stop);
    if (!found) continue;
    for (browser::Cookie& cookie : *found) {
      bool known = std::ranges::any_of(out, [&](const auto& one) { return is_same(one, cookie); });
      if (!known) out.push_back(std::move(cookie));
    }
  }
  co_return out;
}

}  // namespace

std::vector<TabPtr> tabs_to_capture(browser::Browser& browser, const std::string& workspace,
                                    std::int64_t& left_out) {
  std::vector<TabPtr> out;
  for (const TabPtr& tab : browser.tabs().all()) {
    if (tab->workspace() != workspace) continue;
    if (may_look(*tab)) {
      out.push_back(tab);
    } else {
      ++left_out;
    }
  }
  return out;
}

Task<Captured> capture_tab(TabPtr tab, bool with_secrets, Stop stop) {
  Captured out;
  out.tab.tab_id = tab->id();
  auto note_address = [&] {
    out.tab.url = tab->url();
    out.tab.title = page::sanitize_line(tab->title());
  };
  note_address();
  if (tab->status() != browser::TabStatus::attached) {
    out.tab.error = "the page was not there to be read";
    co_return out;
  }
  StopSource patience{stop, std::chrono::steady_clock::now() + kPatience};
  auto hold = co_await tab->lane().enter(browser::TabLane::Use::shared, patience.stop());
  if (!hold) {
    out.tab.error = cat("another call works with it: ", hold.error().message);
    co_return out;
  }
  auto state = co_await page::gather_state(*tab, patience.stop());
  note_address();
  if (!state) {
    out.tab.error = state.error().message;
    co_return out;
  }
  take_state(out.tab, *state);
  out.tab.session_storage = co_await storage_of(*tab, page::StorageArea::session, nullptr, patience.stop());
  out.local_storage = co_await storage_of(*tab, page::StorageArea::local, &out.origin, patience.stop());
  if (!with_secrets) {
    redact_fields(out.tab.fields);
    redact_storage(out.tab.session_storage);
    redact_storage(out.local_storage);
  }
  co_return out;
}

Task<json::array> capture_cookies(browser::Browser& browser, std::string workspace, std::vector<TabPtr> tabs,
                                  bool with_values, Stop stop) {
  std::vector<browser::Cookie> cookies;
  if (browser.facts().state == browser::BrowserState::running) {
    StopSource patience{stop, std::chrono::steady_clock::now() + kPatience};
    // A workspace without a context of its own yet has no cookies; asked for, the default one's would come.
    bool has_none = workspace != browser::kDefaultWorkspace && browser.tabs().context_of(workspace).empty();
    if (is_users_profile(browser, workspace)) {
      cookies = co_await cookies_of_pages(std::move(tabs), patience.stop());
    } else if (!has_none) {
      auto all = co_await browser::all_cookies(browser, workspace, patience.stop());
      if (all) cookies = std::move(*all);
    }
  }
  json::array out;
  for (const browser::Cookie& cookie : cookies) {
    if (out.size() == kMostCookies) break;
    if (browser.policy().check_cookies_of(cookie.host())) out.push_back(cookie_json(cookie, with_values));
  }
  co_return out;
}

}  // namespace oc::session
