// oc_task_get — one task: what is known of it and, on request, its result and its history.
#include "json/parse.h"
#include "ledger/envelopes.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

// Of one answer; the rest is asked for with the time of the last one.
constexpr std::size_t kMostEvents = 200;
constexpr std::size_t kRecentEvents = 10;

struct Args {
  std::string task_id;
  bool include_result = false;
  std::optional<std::int64_t> events_since;
};

const Record<Args> kParams{
    required("task_id", &Args::task_id),
    optional("include_result", &Args::include_result, "Partial if the task was ended early."),
    optional("events_since", &Args::events_since, "Adds events from this time on (ms epoch).").at_least(0),
};

json::array names(const std::vector<std::string>& from) {
  json::array out;
  for (const std::string& name : from) out.emplace_back(name);
  return out;
}

// What a declared run has used of its budget, and its latest events.
Task<Result<void>> add_budget(ToolContext& context, const ledger::TaskRecord& task, json::object& out) {
  ledger::Envelopes& envelopes = context.services().envelopes;
  ledger::Assessment found = envelopes.assessment_of(task);
  out["budget_status"] = word_of(found.status);
  out["budget_exceeded"] = names(found.exceeded);
  out["budget_warnings"] = names(found.warnings);
  if (found.recommended_next) out["recommended_next"] = *found.recommended_next;
  out["elapsed_ms"] = envelopes.elapsed_ms(task);
  auto events = co_await context.services().tasks.last_events(task.task_id, kRecentEvents, context.stop());
  if (!events) co_return std::unexpected(std::move(events).error());
  json::array recent;
  for (const ledger::TaskEvent& event : *events) recent.push_back(to_json(event));
  out["recent_events"] = std::move(recent);
  co_return Result<void>{};
}

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  ledger::TaskLedger& tasks = context.services().tasks;
  auto task = co_await context.services().envelopes.get(args.task_id, context.stop());
  if (!task) co_return std::unexpected(std::move(task).error());
  json::object out = public_json(*task);
  if (task->is_envelope()) OC_CO_TRY(co_await add_budget(context, *task, out));
  if (args.events_since) {
    auto events = co_await tasks.events(args.task_id, *args.events_since, kMostEvents + 1, context.stop());
    if (!events) co_return std::unexpected(std::move(events).error());
    json::array lines;
    // From the time of the last one on, so that none of that moment is missed; some may come again.
    if (events->size() > kMostEvents) {
      events->pop_back();
      out["more_events_since"] = events->back().ts;
    }
    for (const ledger::TaskEvent& event : *events) lines.push_back(to_json(event));
    out["events"] = std::move(lines);
  }
  if (args.include_result && task->result_bytes) {
    auto text = co_await tasks.result(args.task_id, context.stop());
    if (!text) co_return std::unexpected(std::move(text).error());
    auto result = json::parse(text->value_or("null"));
    if (!result)
      co_return fail(ErrorCode::storage_corrupt,
                     cat("result of task ", args.task_id, ": ", result.error().message));
    out["result"] = std::move(*result);
  }
  co_return ToolOutput::json(std::move(out));
}

}  // namespace

const Tool& oc_task_get() {
  static const Tool tool{{.name = "oc_task_get",
                          .title = "Get task",
                          .summary = "Tell status, progress and error of a task; its result on request.",
                          .tier = Tier::specialist,
                          .effect = Effect::management,
                          .read_only = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
