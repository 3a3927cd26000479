// The journal's directory: one file of JSON lines per UTC day. Names, listing, removal, and the bounded
// reading that the journal's answers are made of. Blocking: for the WorkerPool. Several servers may share the
// directory.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "journal/context_report.h"
#include "journal/journal_summary.h"
#include "json/json.h"
#include "store/file_system.h"

namespace oc::journal {

struct RecentQuery {
  static constexpr int kMaxCount = 1000;
  int count = 20;
  std::optional<std::string> tool = {};
  std::optional<std::int64_t> since_ms = {};
};

struct SummaryQuery {
  std::optional<std::int64_t> since_ms = {};
  std::optional<std::string> tool = {};
};

std::string file_name_of(std::string_view day);  // journal-2026-05-19.jsonl
// The day of exactly such a name; nothing for any other file.
std::optional<std::string> day_in(std::string_view file_name);

class JournalFiles {
 public:
  // Asked now and then during a long read, on the worker; the read ends when it says yes.
  using GiveUp = std::function<bool()>;
  // Reading more than this takes longer than anyone waits; the newest lines are the ones that are read.
  static constexpr std::uint64_t kMaxReadBytes = 64 * 1024 * 1024;

  JournalFiles(store::FileSystem& files, std::string directory, std::uint64_t max_read_bytes = kMaxReadBytes)
      : files_(files), directory_(std::move(directory)), max_read_bytes_(max_read_bytes) {}

  std::string path_of(std::string_view day) const { return store::path_in(directory_, file_name_of(day)); }
  Result<std::vector<std::string>> days() const;  // oldest first
  // Removes the files of days more than `keep_days` before the day of `now_ms`. Returns how many.
  Result<std::size_t> remove_old(std::int64_t now_ms, int keep_days) const;

  // The newest events that fit, newest first.
  Result<json::array> recent(const RecentQuery& query, const GiveUp& give_up) const;
  // REQUIRES: query.since_ms.
  Result<JournalSummary> summary(const SummaryQuery& query, const GiveUp& give_up) const;
  Result<ContextReport> context(const ContextQuery& query, const GiveUp& give_up) const;

 private:
  struct Scan {
    std::uint64_t bytes = 0;
    std::int64_t skipped = 0;
    bool truncated = false;
  };
  // Calls visit(event) from the newest line to the oldest that may be of `since_ms` or later, until it
  // returns false.
  Result<Scan> scan(std::optional<std::int64_t> since_ms, const GiveUp& give_up,
                    const std::function<bool(json::object&)>& visit) const;
  // False when no older file is wanted.
  Result<bool> scan_day(const std::string& day, const GiveUp& give_up,
                        const std::function<bool(json::object&)>& visit, Scan& scan) const;

  store::FileSystem& files_;
  std::string directory_;
  std::uint64_t max_read_bytes_;
};

}  // namespace oc::journal
