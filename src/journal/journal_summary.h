// JournalSummary: what the calls of a time span looked like, per tool and in all. Built from lines, wherever
// they come from; reads no file.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "json/json.h"
#include "json/record.h"

namespace oc::journal {

struct ToolSummary {
  std::optional<std::string> tool;  // nothing in the total
  std::int64_t calls = 0;
  std::int64_t ok = 0;
  std::int64_t errors = 0;
  std::int64_t cancelled = 0;
  std::int64_t input_required = 0;
  double p50_ms = 0;
  double p95_ms = 0;
  double max_ms = 0;
  std::map<std::string, std::int64_t> error_codes;
  std::map<std::string, std::int64_t> failure_classes;
  std::int64_t last_ts = 0;

  static const json::Record<ToolSummary>& record();
};

struct JournalSummary {
  std::int64_t since = 0;
  std::int64_t until = 0;
  ToolSummary total;
  std::vector<ToolSummary> tools;  // most called first
  std::int64_t skipped_lines = 0;  // torn or foreign
  bool truncated = false;

  static const json::Record<JournalSummary>& record();
};

class SummaryBuilder {
 public:
  SummaryBuilder(std::int64_t since_ms, std::optional<std::string> tool)
      : since_ms_(since_ms), tool_(std::move(tool)) {}

  // Events of other kinds are passed over. False when it claims to be a tool_call and is none.
  bool add(const json::object& event);
  // REQUIRES: called once, at the end. `until`, `skipped_lines` and `truncated` are the reader's to fill in.
  JournalSummary finish();

 private:
  struct Calls {
    ToolSummary summary;
    std::vector<double> durations;
  };
  static void count(Calls& in, const json::object& event, double duration, std::string_view outcome,
                    std::int64_t ts);
  static ToolSummary settled(Calls& calls);

  std::int64_t since_ms_;
  std::optional<std::string> tool_;
  Calls total_;
  std::map<std::string, Calls> tools_;
};

}  // namespace oc::journal
