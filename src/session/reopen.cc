// Tested by: tests/browser/session_test.mjs
#include "session/reopen.h"

#include "base/text.h"
#include "browser/navigation.h"
#include "page/tab_state.h"
#include "page/web_storage.h"

namespace oc::session {
namespace {

using browser::Cookie;
using browser::Tab;

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return cat(count, " ", count == 1 ? one : many);
}

bool flag(const json::object& entry, std::string_view name) {
  return json::find_bool(entry, name).value_or(false);
}

// --- cookies ---

// One without a dot in front is of its host alone: only an address can say so.
std::string address_for(const Cookie& cookie) {
  if (cookie.domain.starts_with('.')) return {};
  return cat(cookie.secure ? "https://" : "http://", cookie.domain, cookie.path.empty() ? "/" : cookie.path);
}

bool is_there(const std::vector<Cookie>& present, const Cookie& cookie) {
  return std::ranges::any_of(present, [&](const Cookie& one) {
    return one.name == cookie.name && one.domain == cookie.domain && one.path == cookie.path;
  });
}

Task<bool> put_cookie(Tab& tab, Cookie cookie, Stop stop) {
  std::string url = address_for(cookie);
  if (!url.empty()) cookie.domain.clear();
  auto set = co_await browser::set_cookie(tab, std::move(cookie), std::move(url), stop);
  co_return set.has_value();
}

// --- storage ---

struct StorageCounts {
  std::size_t put = 0;
  std::size_t differing = 0;   // there with another value, which is newer
  std::size_t incomplete = 0;  // redacted or cut when they were kept
  std::size_t refused = 0;
};

Task<void> put_entry(Tab& tab, page::StorageArea area, const json::object& entry, StorageCounts& counts,
                     Stop stop) {
  auto key = json::find_string(entry, "key");
  auto value = json::find_string(entry, "value");
  if (!key || !value || flag(entry, "redacted") || flag(entry, "truncated")) {
    ++counts.incomplete;
    co_return;
  }
  page::StorageRequest look{.area = area, .key = std::string{*key}, .max_value_bytes = 200'000};
  auto found = co_await page::web_storage(tab, std::move(look), stop);
  if (!found) {
    ++counts.refused;
    co_return;
  }
  const json::array* entries = json::find_array(found->as_object(), "entries");
  if (entries && !entries->empty()) {
    bool same = json::find_string(entries->at(0).as_object(), "value") == *value;
    counts.differing += same ? 0 : 1;
    co_return;
  }
  page::StorageRequest put{.area = area,
                           .action = page::StorageAction::set,
                           .key = std::string{*key},
                           .value = std::string{*value}};
  auto done = co_await page::web_storage(tab, std::move(put), stop);
  ++(done ? counts.put : counts.refused);
}

Task<StorageCounts> put_storage(Tab& tab, const Snapshot& snapshot, const TabRecord& record, Stop stop) {
  StorageCounts counts;
  if (const json::array* entries = record.session_storage.if_array()) {
    for (const json::value& entry : *entries) {
      if (entry.is_object())
        co_await put_entry(tab, page::StorageArea::session, entry.get_object(), counts, stop);
    }
  }
  auto url = parse_url(tab.url());
  const json::array* local = url ? json::find_array(snapshot.local_storage, url->origin()) : nullptr;
  if (!local) co_return counts;
  for (const json::value& entry : *local) {
    if (entry.is_object())
      co_await put_entry(tab, page::StorageArea::local, entry.get_object(), counts, stop);
  }
  co_return counts;
}

void tell_storage(const StorageCounts& counts, Reopened& out) {
  if (counts.put > 0) out.done.push_back(counted(counts.put, "storage entry", "storage entries"));
  auto problem = [&](std::size_t count, std::string_view why) {
    if (count > 0) out.not_done.push_back(cat(counted(count, "storage entry", "storage entries"), " ", why));
  };
  problem(counts.differing, "changed since, left as they are");
  problem(counts.incomplete, "kept without their whole value");
  problem(counts.refused, "that the page does not take");
}

// --- fields and scrolling ---

json::array restorable(const json::value& fields, std::size_t& incomplete) {
  json::array out;
  if (!fields.is_array()) return out;
  for (const json::value& field : fields.get_array()) {
    bool whole =
        field.is_object() && !flag(field.get_object(), "redacted") && !flag(field.get_object(), "cut");
    if (whole) {
      out.push_back(field);
    } else {
      ++incomplete;
    }
  }
  return out;
}

void tell_fields(const json::object& answer, const TabRecord& record, std::size_t incomplete, Reopened& out) {
  auto restored = static_cast<std::size_t>(json::find_integer(answer, "restored").value_or(0));
  if (restored > 0) out.done.push_back(counted(restored, "field", "fields"));
  if (const json::array* failed = json::find_array(answer, "failed")) {
    for (const json::value& one : *failed) {
      const json::object& field = one.as_object();
      out.not_done.push_back(cat("field ", json::find_string(field, "name").value_or(""), " ",
                                 json::find_string(field, "why").value_or("")));
    }
  }
  if (incomplete > 0)
    out.not_done.push_back(cat(counted(incomplete, "field", "fields"), " kept without their whole value"));
  if (record.passwords > 0)
    out.not_done.push_back(counted(static_cast<std::size_t>(record.passwords), "password", "passwords"));
  if (record.files > 0)
    out.not_done.push_back(counted(static_cast<std::size_t>(record.files), "file field", "file fields"));
  if (record.left_out > 0) out.not_done.push_back(cat(record.left_out, " fields that were too many to keep"));
}

void tell_scrolling(const json::object& answer, const TabRecord& record, Reopened& out) {
  const json::object* wanted = record.scroll.if_object();
  const json::object* reached = json::find_object(answer, "scroll");
  if (!wanted || !reached) return;
  auto y = json::find_integer(*wanted, "y").value_or(0);
  auto x = json::find_integer(*wanted, "x").value_or(0);
  if (x == 0 && y == 0) return;
  auto now = json::find_integer(*reached, "y").value_or(0);
  if (now == y && json::find_integer(*reached, "x").value_or(0) == x) {
    out.done.emplace_back("scrolling");
  } else {
    out.not_done.push_back(cat("scrolling to ", y, ": the page goes to ", now));
  }
}

Task<void> put_state(Tab& tab, const TabRecord& record, Reopened& out, Stop stop) {
  std::size_t incomplete = 0;
  json::array fields = restorable(record.fields, incomplete);
  auto answer = co_await page::restore_state(tab, record.scroll, std::move(fields), stop);
  if (!answer) {
    out.not_done.push_back(cat("fields and scrolling: ", answer.error().message));
    co_return;
  }
  tell_fields(*answer, record, incomplete, out);
  tell_scrolling(*answer, record, out);
}

void append(Reopened& to, Reopened more) {
  to.done.insert(to.done.end(), more.done.begin(), more.done.end());
  to.not_done.insert(to.not_done.end(), more.not_done.begin(), more.not_done.end());
}

}  // namespace

Task<Reopened> restore_cookies(browser::Browser& browser, Tab& tab, const Snapshot& snapshot,
                               std::int64_t now_ms, Stop stop) {
  Reopened out;
  const json::array* kept = snapshot.cookies.if_array();
  if (!kept || kept->empty()) co_return out;
  if (browser.is_someone_elses() && snapshot.workspace == browser::kDefaultWorkspace) {
    out.not_done.emplace_back("cookies: the profile is the user's own");
    co_return out;
  }
  auto present = co_await browser::all_cookies(browser, snapshot.workspace, stop);
  if (!present) {
    out.not_done.push_back(cat("cookies: ", present.error().message));
    co_return out;
  }
  std::size_t put = 0;
  std::size_t without_value = 0;
  std::size_t refused = 0;
  for (const json::value& one : *kept) {
    std::optional<Cookie> cookie = cookie_from(one);
    if (!cookie) {
      const json::object* meta = one.if_object();
      Cookie named{.domain = std::string{meta ? json::find_string(*meta, "domain").value_or("") : ""}};
      if (meta) named.name = json::find_string(*meta, "name").value_or("");
      if (meta) named.path = json::find_string(*meta, "path").value_or("");
      without_value += is_there(*present, named) ? 0 : 1;
      continue;
    }
    bool expired = cookie->expires >= 0 && cookie->expires * 1000 <= static_cast<double>(now_ms);
    if (is_there(*present, *cookie)) continue;
    bool allowed = cookie->partition.is_null() && tab.policy().check_cookies_of(cookie->host());
    bool taken = false;
    if (allowed && !expired) taken = co_await put_cookie(tab, std::move(*cookie), stop);
    ++(taken ? put : refused);
  }
  if (put > 0) out.done.push_back(counted(put, "cookie", "cookies"));
  if (without_value > 0)
    out.not_done.push_back(cat(counted(without_value, "cookie", "cookies"), ": values were not kept"));
  if (refused > 0)
    out.not_done.push_back(
        cat(counted(refused, "cookie", "cookies"), ": expired, or not taken by the browser"));
  co_return out;
}

Task<Reopened> reopen_tab(browser::Browser& browser, ReopenBounds bounds, const Snapshot& snapshot,
                          const TabRecord& record, bool cookies, std::int64_t now_ms, Stop stop) {
  Reopened out;
  // A page that may not be shown gets no tab.
  if (auto allowed = bounds.policy->check_navigation(record.url); !allowed) {
    out.not_done.push_back(allowed.error().message);
    co_return out;
  }
  auto tab = co_await browser.open_tab(snapshot.workspace, stop, bounds.caller);
  if (!tab) {
    out.not_done.push_back(tab.error().message);
    co_return out;
  }
  out.tab_id = (*tab)->id();
  browser.tabs().touch(**tab, bounds.caller);
  bounds.confine(**tab);
  auto hold = co_await (*tab)->lane().enter(browser::TabLane::Use::alone, stop);
  if (!hold) co_return out;
  if (cookies) {
    Reopened restored = co_await restore_cookies(browser, **tab, snapshot, now_ms, stop);
    append(out, std::move(restored));
  }
  auto gone = co_await browser::navigate(**tab, record.url, {}, stop);
  if (!gone) {
    out.not_done.push_back(gone.error().message);
    co_return out;
  }
  StorageCounts stored = co_await put_storage(**tab, snapshot, record, stop);
  tell_storage(stored, out);
  // A page reads its storage when it loads.
  if (stored.put > 0) (void)co_await browser::navigate(**tab, browser::History::reload, {}, stop);
  co_await put_state(**tab, record, out, stop);
  co_return out;
}

}  // namespace oc::session
