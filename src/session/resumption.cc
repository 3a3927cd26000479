#include "session/resumption.h"

#include <algorithm>

#include "base/text.h"
#include "base/time_format.h"
#include "base/url.h"

namespace oc::session {
namespace {

std::string page_of(const std::string& address) {
  auto url = parse_url(address);
  return url ? url->text_without_fragment() : address;
}

std::string age_text(std::int64_t ms) {
  auto count = [](std::int64_t number, std::string_view unit) {
    return cat(number, " ", unit, number == 1 ? "" : "s", " ago");
  };
  std::int64_t minutes = std::max<std::int64_t>(ms, 0) / 60'000;
  if (minutes < 1) return "just now";
  if (minutes < 120) return count(minutes, "minute");
  if (minutes < 48 * 60) return count(minutes / 60, "hour");
  return count(minutes / (24 * 60), "day");
}

void add_list(std::string& out, std::string_view title, const std::vector<std::string>& items,
              bool numbered) {
  if (items.empty()) return;
  out += cat(title, ":\n");
  for (std::size_t i = 0; i < items.size(); ++i)
    out += cat(numbered ? cat(i + 1, ". ") : std::string{"- "}, items[i], "\n");
}

std::size_t count_of(const json::value& list) {
  return list.is_array() ? list.get_array().size() : 0;
}

// What was kept of the tab beside its address.
std::string kept_text(const TabRecord& tab) {
  std::vector<std::string> pieces;
  if (const json::object* scroll = tab.scroll.if_object()) {
    std::int64_t y = json::find_integer(*scroll, "y").value_or(0);
    if (y > 0) pieces.push_back(cat("scrolled to ", y));
  }
  if (count_of(tab.fields) > 0) pieces.push_back(cat(count_of(tab.fields), " fields kept"));
  if (tab.passwords > 0) pieces.push_back(cat(tab.passwords, " password fields not kept"));
  if (tab.error) pieces.push_back(cat("page not read: ", *tab.error));
  return pieces.empty() ? "" : cat(" (", join(pieces, ", "), ")");
}

std::string tab_line(const TabRecord& tab, const TabFate& fate) {
  std::string out = cat("- ", tab.tab_id, " ", word_of(fate.fate));
  if (fate.fate == Fate::remapped) out += cat(" → ", fate.tab_id);
  out += cat(" ", tab.url, tab.title.empty() ? "" : cat(" \"", tab.title, "\""), kept_text(tab), "\n");
  if (!fate.shows_now.empty()) out += cat("  ", tab.tab_id, " shows ", fate.shows_now, " now\n");
  if (!fate.reopened) return out;
  if (fate.reopened->tab_id.empty()) {
    out += "  not opened again\n";
  } else {
    out += cat("  opened again as ", fate.reopened->tab_id, "\n");
  }
  if (!fate.reopened->done.empty()) out += cat("  restored: ", join(fate.reopened->done, ", "), "\n");
  for (const std::string& problem : fate.reopened->not_done) out += cat("  not restored: ", problem, "\n");
  return out;
}

json::array list_json(const std::vector<std::string>& items) {
  json::array out;
  for (const std::string& item : items) out.emplace_back(item);
  return out;
}

}  // namespace

std::vector<TabFate> fates(const std::vector<TabRecord>& before, const std::vector<TabNow>& now) {
  std::vector<TabFate> out(before.size());
  std::vector<bool> taken(now.size(), false);
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t k = 0; k < now.size(); ++k) {
      if (now[k].tab_id != before[i].tab_id) continue;
      if (page_of(now[k].url) == page_of(before[i].url)) {
        taken[k] = true;
        out[i] = {.fate = Fate::live, .tab_id = now[k].tab_id};
      } else {
        out[i].shows_now = now[k].url;
      }
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t k = 0; k < now.size() && out[i].fate == Fate::closed; ++k) {
      if (taken[k] || page_of(now[k].url) != page_of(before[i].url)) continue;
      taken[k] = true;
      out[i] = {.fate = Fate::remapped, .tab_id = now[k].tab_id};
    }
  }
  return out;
}

std::string resume_text(const Snapshot& snapshot, const std::vector<TabFate>& tabs, std::int64_t now_ms) {
  const Memo& memo = snapshot.memo;
  std::string out = cat("Objective: ", memo.objective, "\nCurrent step: ", memo.current_step, "\n");
  add_list(out, "Next actions", memo.next_actions, true);
  add_list(out, "Completed", memo.completed_steps, false);
  if (memo.notes) out += cat("Notes: ", *memo.notes, "\n");
  out += cat("\nSnapshot ", snapshot.snapshot_id, memo.label ? cat(" \"", *memo.label, "\"") : "", ", taken ",
             iso8601(snapshot.created_at), " (", age_text(now_ms - snapshot.created_at), "), workspace ",
             snapshot.workspace, "\n");
  out += snapshot.tabs.empty() ? "No tabs were open.\n" : "Tabs:\n";
  for (std::size_t i = 0; i < snapshot.tabs.size(); ++i) out += tab_line(snapshot.tabs[i], tabs[i]);
  bool may_reopen = std::ranges::any_of(
      tabs, [](const TabFate& fate) { return fate.fate == Fate::closed && !fate.reopened; });
  if (may_reopen) out += "reopen: true opens the closed ones again.\n";
  return out;
}

json::object resume_json(const Snapshot& snapshot, const std::vector<TabFate>& tabs) {
  json::array list;
  for (std::size_t i = 0; i < snapshot.tabs.size(); ++i) {
    const TabRecord& tab = snapshot.tabs[i];
    const TabFate& fate = tabs[i];
    json::object line{
        {"tabId", tab.tab_id}, {"status", word_of(fate.fate)}, {"url", tab.url}, {"title", tab.title}};
    if (!fate.tab_id.empty()) line["currentTabId"] = fate.tab_id;
    if (!fate.shows_now.empty()) line["showsNow"] = fate.shows_now;
    if (fate.reopened) {
      json::object reopened{{"restored", list_json(fate.reopened->done)},
                            {"notRestored", list_json(fate.reopened->not_done)}};
      if (!fate.reopened->tab_id.empty()) reopened["tabId"] = fate.reopened->tab_id;
      line["reopened"] = std::move(reopened);
    }
    list.push_back(std::move(line));
  }
  return {{"snapshotId", snapshot.snapshot_id},
          {"createdAt", iso8601(snapshot.created_at)},
          {"workspace", snapshot.workspace},
          {"memo", Memo::record().encode(snapshot.memo)},
          {"tabs", std::move(list)}};
}

}  // namespace oc::session
