#include "dispatch/task_runner.h"

#include <algorithm>

#include "base/stop_trigger.h"
#include "base/text.h"
#include "dispatch/recorded_outcome.h"
#include "dispatch/task_asker.h"
#include "dispatch/task_ports.h"
#include "json/write.h"

namespace oc::dispatch {
namespace {

using ledger::TaskError;
using ledger::TaskOutcome;
using ledger::TaskRecord;
using ledger::TaskStatus;

// As a direct call would have it in its text; other text becomes a JSON string, so that the file is JSON.
std::string payload_of(const ToolOutput& output) {
  if (const auto* data = std::get_if<json::value>(&output.body)) return json::write(*data);
  if (const auto* text = std::get_if<std::string>(&output.body)) return json::write(json::value(*text));
  return "null";
}

// {"summary": …} and the units as "pages" → {"summary": …,"pages":[…]}
ledger::ResultOfItems made_of_units(const ToolOutput& output) {
  std::string rest = payload_of(output);
  rest.pop_back();
  return {cat(rest, rest.size() > 1 ? "," : "", "\"", output.units->member, "\":["), output.units->order,
          "]}"};
}

// What it means that a task was stopped, for this reason.
TaskOutcome stopped_by(const Stop& stop) {
  if (stop.reason() == StopReason::cancelled) return {.status = TaskStatus::cancelled};
  Error why = stop.error();
  if (why.code == ErrorCode::timeout) why.message = "the task did not finish in the time it was given";
  return {.status = TaskStatus::failed, .error = TaskError::of(why)};
}

TaskOutcome outcome_of(const Result<ToolOutput>& output, const Stop& stop) {
  if (output) {
    bool is_partial = output->stopped != StopReason::none;
    TaskOutcome outcome = is_partial ? stopped_by(stop) : TaskOutcome{};
    if (output->units) {
      outcome.from_items = made_of_units(*output);
    } else {
      outcome.result = payload_of(*output);
    }
    outcome.partial = is_partial;
    return outcome;
  }
  // An interrupted tool may call it by any name; only the reason is certain.
  if (stop.requested()) return stopped_by(stop);
  return {.status = TaskStatus::failed, .error = TaskError::of(output.error())};
}

}  // namespace

TaskRunner::TaskRunner(ledger::TaskLedger& ledger, const tool::Catalog& catalog, const Clock& clock,
                       Logger& log, Executor executor, std::size_t most_running)
    : ledger_(ledger),
      catalog_(catalog),
      clock_(clock),
      log_(log),
      most_running_(most_running),
      turn_(executor),
      nursery_(executor, log) {}

std::vector<std::string_view> TaskRunner::kinds() const {
  std::vector<std::string_view> names;
  for (const tool::Tool* tool : catalog_.all()) {
    if (tool->spec().long_running) names.push_back(tool->spec().name);
  }
  return names;
}

Result<const tool::Tool*> TaskRunner::tool_of(std::string_view kind) const {
  const tool::Tool* tool = catalog_.find(kind);
  if (tool && tool->spec().long_running) return tool;
  json::array known;
  std::string names;
  for (std::string_view name : kinds()) {
    known.emplace_back(name);
    names += cat(names.empty() ? "" : ", ", name);
  }
  std::string shown = shorten(one_line(kind), 80);
  Error error{ErrorCode::unknown_task_kind, tool ? cat("'", shown, "' is not long-running: call it directly")
                                                 : cat("no work is of the kind '", shown, "'")};
  error.message += names.empty() ? "; this server has no kinds" : cat("; kinds: ", names);
  error.details = json::object{{"kinds", std::move(known)}};
  return std::unexpected(std::move(error));
}

Task<Result<TaskRecord>> TaskRunner::start(tool::TaskRequest request) {
  auto tool = tool_of(request.kind);
  if (!tool) co_return std::unexpected(std::move(tool).error());
  Call trial{.tool = **tool, .arguments = request.arguments, .ports = tool::silent_ports({})};
  OC_CO_TRY(decode_arguments(trial));
  if (closing_.stop().requested()) co_return std::unexpected(closing_.stop().error());
  std::optional<ledger::Policy> policy;
  if (request.declaration) policy = request.declaration->policy;
  auto created = co_await ledger_.create(
      {request.kind, request.arguments, request.idempotency_key, std::move(request.declaration)});
  if (!created) co_return std::unexpected(std::move(created).error());
  if (!created->is_new) co_return std::move(created->record);
  std::optional<std::chrono::milliseconds> allowed;
  if (trial.common.timeout_ms) allowed = std::chrono::milliseconds{*trial.common.timeout_ms};
  if (policy && policy->max_wall_ms)
    allowed = std::min(allowed.value_or(std::chrono::milliseconds::max()),
                       std::chrono::milliseconds{*policy->max_wall_ms});
  nursery_.start("task", run({.id = created->record.task_id,
                              .revision = created->record.revision,
                              .tool = **tool,
                              .arguments = std::move(request.arguments),
                              .allowed = allowed,
                              .policy = std::move(policy),
                              .audience = std::move(request.audience),
                              .listener = std::move(request.listener),
                              .caller = std::move(request.caller)}));
  co_return std::move(created->record);
}

Task<bool> TaskRunner::close(Stop stop) {
  closing_.request(StopReason::shutdown);
  bool joined = co_await nursery_.join(stop);
  co_return joined;
}

Task<bool> TaskRunner::wait_for_turn(Stop stop) {
  while (running_ >= most_running_ && !stop.requested()) (void)co_await turn_.wait(stop);
  co_return !stop.requested();
}

Task<void> TaskRunner::run(Run run) {
  StopSource source{closing_.stop()};
  StopSource ended;
  nursery_.start("task follower", follow(run.id, run.revision, source, ended.stop()));
  bool has_turn = co_await wait_for_turn(source.stop());
  if (has_turn) {
    // Given back on every way out, a defect's included.
    struct Turn {
      TaskRunner& runner;
      explicit Turn(TaskRunner& of) : runner(of) { ++runner.running_; }
      ~Turn() {
        --runner.running_;
        runner.turn_.notify_all();
      }
    } turn{*this};
    co_await run_tool(run, source.stop());
  } else if (source.stop().reason() != StopReason::cancelled) {
    co_await finish(run.id, stopped_by(source.stop()));
  }
  ended.request(StopReason::cancelled);
}

Task<void> TaskRunner::run_tool(const Run& run, Stop stop) {
  auto begun = co_await ledger_.begin(run.id);
  if (!begun) {
    co_await finish(run.id, {.status = TaskStatus::failed, .error = TaskError::of(begun.error())});
    co_return;
  }
  if (begun->status != TaskStatus::running) co_return;  // cancelled while it waited
  std::optional<SteadyTime> deadline;
  if (run.allowed) deadline = std::chrono::steady_clock::now() + *run.allowed;
  StopSource limited{stop, deadline};
  StopTrigger at_deadline{nursery_.executor(), limited.stop(), [limited]() mutable {
                            limited.request(StopReason::deadline);  // no-op if another reason was first
                          }};
  TaskPorts reports{ledger_, clock_, nursery_, run.id, run.listener ? run.listener(run.id) : nullptr};
  TaskAsker asker{ledger_, clock_, run.id, run.audience};
  tool::Ports ports = reports.ports(limited.stop());
  ports.asker = &asker;
  ports.caller = run.caller;
  auto output = co_await dispatcher_->run_task({.tool = run.tool,
                                                .arguments = run.arguments,
                                                .ports = std::move(ports),
                                                .client = cat("task ", run.id),
                                                .policy = run.policy});
  co_await reports.flush();
  TaskOutcome outcome = outcome_of(output, limited.stop());
  outcome.progress = reports.progress();
  outcome.beside = beside_body(output);
  co_await finish(run.id, std::move(outcome));
}

// Passes on the wish to cancel, wherever it was uttered.
Task<void> TaskRunner::follow(ledger::TaskId id, std::int64_t seen, StopSource source, Stop until) {
  while (!until.requested()) {
    auto record = co_await ledger_.wait_for_change(id, seen, until);
    // A task whose record was taken away has nobody left to work for.
    bool is_gone = !record && record.error().code == ErrorCode::task_not_found;
    if (is_gone || (record && (record->cancel_requested_at || record->ended())))
      source.request(StopReason::cancelled);
    if (!record || record->ended()) co_return;
    seen = record->revision;
  }
}

// A full disk may have room again later; until then the task is not ended for anybody.
Task<void> TaskRunner::finish(ledger::TaskId id, TaskOutcome outcome) {
  using namespace std::chrono_literals;
  std::chrono::milliseconds pause = 500ms;
  while (true) {
    auto ended = co_await ledger_.finish(id, outcome);
    if (ended || ended.error().code == ErrorCode::task_not_found) co_return;
    log_.warn("ledger", "the end of task ", id, " cannot be recorded: ", ended.error().message);
    bool slept = co_await sleep_for(pause, closing_.stop());
    if (!slept) co_return;
    pause = std::min<std::chrono::milliseconds>(pause * 2, 30s);
  }
}

json::value answer_from_items(const tool::Catalog& catalog, std::string_view kind, json::array items) {
  const tool::Tool* tool = catalog.find(kind);
  if (tool && tool->spec().from_items) return tool->spec().from_items(std::move(items));
  return json::object{{"items", std::move(items)}};
}

}  // namespace oc::dispatch
