#include "journal/journal_summary.h"

#include <algorithm>
#include <cmath>

#include "journal/journal_event.h"

namespace oc::journal {
namespace {

// The nearest rank: a duration that some call really took.
double percentile(const std::vector<double>& sorted, double part) {
  if (sorted.empty()) return 0;
  auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

void count_word(std::map<std::string, std::int64_t>& in, const json::object& event, std::string_view key) {
  if (auto word = json::find_string(event, key)) ++in[std::string{*word}];
}

}  // namespace

const json::Record<ToolSummary>& ToolSummary::record() {
  using json::optional;
  using json::required;
  static const json::Record<ToolSummary> fields{
      optional("tool", &ToolSummary::tool),
      required("calls", &ToolSummary::calls),
      required("ok", &ToolSummary::ok),
      required("errors", &ToolSummary::errors),
      required("cancelled", &ToolSummary::cancelled),
      required("input_required", &ToolSummary::input_required),
      required("p50_ms", &ToolSummary::p50_ms, "Median duration."),
      required("p95_ms", &ToolSummary::p95_ms),
      required("max_ms", &ToolSummary::max_ms),
      required("error_codes", &ToolSummary::error_codes, "Failed calls by error code."),
      required("failure_classes", &ToolSummary::failure_classes, "Failed calls by whose failure it was."),
      required("last_ts", &ToolSummary::last_ts, "When the last call ended, in ms since the epoch."),
  };
  return fields;
}

const json::Record<JournalSummary>& JournalSummary::record() {
  using json::required;
  static const json::Record<JournalSummary> fields{
      required("since", &JournalSummary::since, "Start of the time span, in ms since the epoch."),
      required("until", &JournalSummary::until),
      required("total", &JournalSummary::total),
      required("tools", &JournalSummary::tools, "Most called first."),
      required("skipped_lines", &JournalSummary::skipped_lines, "Lines that could not be understood."),
      required("truncated", &JournalSummary::truncated,
               "The journal was too long: the oldest calls are not counted."),
  };
  return fields;
}

bool SummaryBuilder::add(const json::object& event) {
  if (json::find_string(event, "event") != "tool_call") return true;
  auto ts = json::find_integer(event, "ts");
  auto tool = json::find_string(event, "tool");
  auto outcome = json::find_string(event, "outcome");
  const json::value* duration = json::find(event, "duration_ms");
  if (!ts || !tool || !outcome || !from_word<Outcome>(*outcome) || !duration || !duration->is_number())
    return false;
  if (*ts < since_ms_ || (tool_ && *tool != *tool_)) return true;
  auto& calls = tools_[std::string{*tool}];
  for (Calls* in : {&calls, &total_}) count(*in, event, duration->to_number<double>(), *outcome, *ts);
  return true;
}

void SummaryBuilder::count(Calls& in, const json::object& event, double duration, std::string_view outcome,
                           std::int64_t ts) {
  ToolSummary& summary = in.summary;
  in.durations.push_back(duration);
  ++summary.calls;
  summary.last_ts = std::max(summary.last_ts, ts);
  switch (from_word<Outcome>(outcome).value_or(Outcome::error)) {
    case Outcome::ok:
      ++summary.ok;
      break;
    case Outcome::error:
      ++summary.errors;
      break;
    case Outcome::cancelled:
      ++summary.cancelled;
      break;
    case Outcome::input_required:
      ++summary.input_required;
      break;
  }
  count_word(summary.error_codes, event, "error_code");
  count_word(summary.failure_classes, event, "failure_class");
}

ToolSummary SummaryBuilder::settled(Calls& calls) {
  std::ranges::sort(calls.durations);
  calls.summary.p50_ms = percentile(calls.durations, 0.50);
  calls.summary.p95_ms = percentile(calls.durations, 0.95);
  calls.summary.max_ms = percentile(calls.durations, 1.0);
  return std::move(calls.summary);
}

JournalSummary SummaryBuilder::finish() {
  JournalSummary out{.since = since_ms_, .total = settled(total_)};
  for (auto& [name, calls] : tools_) {
    calls.summary.tool = name;
    out.tools.push_back(settled(calls));
  }
  std::ranges::sort(out.tools, {}, [](const ToolSummary& one) { return std::pair{-one.calls, *one.tool}; });
  return out;
}

}  // namespace oc::journal
