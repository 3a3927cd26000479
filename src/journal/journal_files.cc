#include "journal/journal_files.h"

#include <algorithm>
#include <map>
#include <ranges>

#include "base/text.h"
#include "base/time_format.h"
#include "json/parse.h"
#include "store/jsonl.h"

namespace oc::journal {
namespace {

constexpr std::string_view kPrefix = "journal-";
constexpr std::string_view kSuffix = ".jsonl";
constexpr std::int64_t kDayMs = 24 * 60 * 60 * 1000;

// What every line of ours has.
json::object* as_event(json::value& line) {
  json::object* event = line.if_object();
  return event && json::find_string(*event, "event") && json::find_integer(*event, "ts") ? event : nullptr;
}

}  // namespace

std::string file_name_of(std::string_view day) {
  return cat(kPrefix, day, kSuffix);
}

std::optional<std::string> day_in(std::string_view file_name) {
  if (!file_name.starts_with(kPrefix) || !file_name.ends_with(kSuffix)) return std::nullopt;
  if (file_name.size() < kPrefix.size() + kSuffix.size()) return std::nullopt;
  std::string_view day = file_name.substr(kPrefix.size(), file_name.size() - kPrefix.size() - kSuffix.size());
  if (!day_start_ms(day)) return std::nullopt;
  return std::string{day};
}

Result<std::vector<std::string>> JournalFiles::days() const {
  auto names = files_.list(directory_);
  if (!names) return std::unexpected(std::move(names).error());
  std::vector<std::string> days;
  for (const std::string& name : *names) {
    if (auto day = day_in(name)) days.push_back(std::move(*day));
  }
  return days;
}

Result<std::size_t> JournalFiles::remove_old(std::int64_t now_ms, int keep_days) const {
  auto found = days();
  if (!found) return std::unexpected(std::move(found).error());
  std::string oldest_kept = day_of(now_ms - std::max(keep_days, 0) * kDayMs);
  std::size_t removed = 0;
  for (const std::string& day : *found) {
    if (day >= oldest_kept) break;
    auto gone = files_.remove_file(path_of(day));
    if (!gone) return std::unexpected(std::move(gone).error());
    removed += *gone ? 1 : 0;
  }
  return removed;
}

Result<bool> JournalFiles::scan_day(const std::string& day, const GiveUp& give_up,
                                    const std::function<bool(json::object&)>& visit, Scan& scan) const {
  constexpr std::size_t kLinesBetweenQuestions = 256;
  store::ReverseLines lines{files_, path_of(day)};
  bool goes_on = true;
  for (std::size_t count = 1; goes_on; ++count) {
    if (count % kLinesBetweenQuestions == 0 && give_up()) return false;
    if (scan.bytes + lines.bytes_read() > max_read_bytes_) {
      scan.truncated = true;
      goes_on = false;
      break;
    }
    auto line = lines.next();
    if (!line) return std::unexpected(std::move(line).error());
    if (!*line) break;
    auto parsed = json::parse(**line);
    json::object* event = parsed ? as_event(*parsed) : nullptr;
    if (event) {
      goes_on = visit(*event);
    } else {
      ++scan.skipped;
    }
  }
  scan.bytes += lines.bytes_read();
  scan.skipped += static_cast<std::int64_t>(lines.skipped());
  return goes_on;
}

Result<JournalFiles::Scan> JournalFiles::scan(std::optional<std::int64_t> since_ms, const GiveUp& give_up,
                                              const std::function<bool(json::object&)>& visit) const {
  auto found = days();
  if (!found) return std::unexpected(std::move(found).error());
  std::string oldest = since_ms ? day_of(*since_ms) : std::string{};
  Scan scan;
  for (const std::string& day : *found | std::views::reverse) {
    if (day < oldest || give_up()) break;
    auto goes_on = scan_day(day, give_up, visit, scan);
    if (!goes_on) return std::unexpected(std::move(goes_on).error());
    if (!*goes_on) break;
  }
  return scan;
}

Result<json::array> JournalFiles::recent(const RecentQuery& query, const GiveUp& give_up) const {
  auto wanted = static_cast<std::size_t>(std::clamp(query.count, 1, RecentQuery::kMaxCount));
  // By time: servers that share the directory write in batches, so that neighbouring lines may be out of
  // order.
  std::multimap<std::int64_t, json::object, std::greater<>> found;
  auto visit = [&](json::object& event) {
    std::int64_t ts = json::find_integer(event, "ts").value_or(0);
    bool fits =
        (!query.tool || json::find_string(event, "tool") == *query.tool) && ts >= query.since_ms.value_or(ts);
    if (fits) found.emplace(ts, std::move(event));
    return found.size() < wanted;
  };
  auto scanned = scan(query.since_ms, give_up, visit);
  if (!scanned) return std::unexpected(std::move(scanned).error());
  json::array events;
  for (auto& [ts, event] : found) events.push_back(std::move(event));
  return events;
}

Result<JournalSummary> JournalFiles::summary(const SummaryQuery& query, const GiveUp& give_up) const {
  SummaryBuilder builder{query.since_ms.value_or(0), query.tool};
  std::int64_t malformed = 0;
  auto visit = [&](json::object& event) {
    malformed += builder.add(event) ? 0 : 1;
    return true;
  };
  auto scanned = scan(query.since_ms, give_up, visit);
  if (!scanned) return std::unexpected(std::move(scanned).error());
  JournalSummary summary = builder.finish();
  summary.skipped_lines = scanned->skipped + malformed;
  summary.truncated = scanned->truncated;
  return summary;
}

Result<ContextReport> JournalFiles::context(const ContextQuery& query, const GiveUp& give_up) const {
  ContextBuilder builder{query};
  auto scanned = scan(query.since_ms, give_up, [&](json::object& event) {
    builder.add(event);
    return true;
  });
  if (!scanned) return std::unexpected(std::move(scanned).error());
  ContextReport report = builder.finish();
  report.truncated = scanned->truncated;
  return report;
}

}  // namespace oc::journal
