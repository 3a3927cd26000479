#include "ledger/envelopes.h"

#include <algorithm>

#include "base/text.h"

namespace oc::ledger {
namespace {

using namespace std::chrono_literals;

// Another server may have ended the task; a record older than this is read again.
constexpr auto kFresh = 1s;
// Of the envelopes that are held in memory; those that nobody uses go first.
constexpr std::size_t kMostActive = 200;

std::unexpected<Error> already_finished(const TaskRecord& record) {
  return fail(ErrorCode::task_already_finished, cat("task ", record.task_id, " is ", word_of(record.status)));
}

json::array names(const std::vector<std::string>& from) {
  json::array out;
  for (const std::string& name : from) out.emplace_back(name);
  return out;
}

json::object call_data(const CountedCall& call, std::chrono::nanoseconds duration) {
  json::object data{{"tool", call.tool},
                    {"effect", word_of(call.effect)},
                    {"ok", call.ok},
                    {"duration_ms", std::chrono::duration_cast<std::chrono::milliseconds>(duration).count()},
                    {"output_tokens", call.output_tokens}};
  if (call.url) data["url"] = counted_address(*call.url);
  return data;
}

}  // namespace

struct Envelopes::Active {
  TaskRecord record;  // as it was read or written last
  Counters counters;  // with what is not written yet
  Counters unwritten;
  bool has_unwritten = false;
  std::vector<TaskEvent> events;
  std::int64_t running = 0;
  std::int64_t writing = 0;  // commits under way: whether the record has their counts is not known
  BudgetStatus told = BudgetStatus::ok;
  SteadyTime read_at = {};
  bool is_committing = false;
  Policy policy = {};  // that of the record, or the usual one

  void take(TaskRecord read, SteadyTime now) {
    record = std::move(read);
    policy = record.policy.value_or(Policy{});
    read_at = now;
  }
  // The counts of the record, and those that are not in it yet.
  void add_up() {
    counters = record.counters.value_or(Counters{});
    if (has_unwritten) counters.add(unwritten);
  }
};

Envelopes::Envelopes(TaskLedger& ledger, const Clock& clock, Logger& log, Executor executor)
    : ledger_(ledger), clock_(clock), log_(log), written_(executor), nursery_(std::move(executor), log) {}

Envelopes::~Envelopes() = default;

Envelopes::Admission::Admission(std::shared_ptr<Active> active) : active_(std::move(active)) {
  ++active_->running;
}

Envelopes::Admission::~Admission() {
  if (active_) --active_->running;
}

const Policy& Envelopes::Admission::policy() const {
  return active_->policy;
}

json::object Envelopes::Verdict::meta() const {
  json::object out{{"task_id", task_id}, {"budget_status", word_of(assessment.status)}};
  if (!assessment.exceeded.empty()) out["budget_exceeded"] = names(assessment.exceeded);
  if (!assessment.warnings.empty()) out["budget_warnings"] = names(assessment.warnings);
  if (assessment.recommended_next) out["recommended_next"] = *assessment.recommended_next;
  return out;
}

Task<Result<std::shared_ptr<Envelopes::Active>>> Envelopes::find(TaskId id, Stop stop) {
  auto found = active_.find(id);
  SteadyTime now = clock_.steady_now();
  if (found != active_.end() && now - found->second->read_at < kFresh) co_return found->second;
  auto record = co_await ledger_.get(id, stop);
  if (!record) co_return std::unexpected(std::move(record).error());
  // Somebody else may have read it meanwhile.
  found = active_.find(id);
  if (found == active_.end()) {
    std::erase_if(active_, [](const auto& entry) {
      const Active& one = *entry.second;
      return one.record.ended() && one.running == 0 && !one.has_unwritten;
    });
    if (active_.size() >= kMostActive) {
      std::erase_if(active_, [](const auto& entry) {
        return entry.second->running == 0 && !entry.second->has_unwritten && !entry.second->is_committing;
      });
    }
    found = active_.emplace(id, std::make_shared<Active>()).first;
  }
  std::shared_ptr<Active> active = found->second;
  // What was written meanwhile is newer than what was read.
  bool is_newer = record->revision >= active->record.revision;
  if (is_newer) active->take(std::move(*record), now);
  if (active->writing == 0) active->add_up();
  co_return active;
}

Task<Result<Envelopes::Admission>> Envelopes::admit(TaskId id, Counts counts, Stop stop) {
  if (!is_task_id(id)) co_return std::unexpected(no_such_task(id));
  auto active = co_await find(std::move(id), std::move(stop));
  if (!active) co_return std::unexpected(std::move(active).error());
  Active& task = **active;
  if (task.record.ended()) co_return already_finished(task.record);
  if (counts == Counts::yes && is_refused(task.policy, task.counters, task.running)) {
    ++task.counters.refused_calls;
    ++task.unwritten.refused_calls;
    task.unwritten.take_rows_of(task.counters);
    start_commit(*active);
    Error error{ErrorCode::budget_exceeded,
                cat("task ", task.record.task_id, " has made the ", *task.policy.max_tool_calls,
                    " calls that its policy allows; this one was not made")};
    Verdict verdict{task.record.task_id, assess(task.policy, task.counters, elapsed_ms(task.record))};
    error.meta["openchrome/task"] = verdict.meta();
    co_return std::unexpected(std::move(error));
  }
  co_return Admission{*active};
}

Envelopes::Verdict Envelopes::count(Admission admission, CountedCall call,
                                    std::chrono::nanoseconds duration) {
  Active& task = *admission.active_;
  std::int64_t now = clock_.now_ms();
  task.counters.add(call);
  // Sums of this process since the last writing; rows as they stand.
  task.unwritten.add(call);
  task.unwritten.take_rows_of(task.counters);
  task.events.push_back({now, EventKind::tool_call, call_data(call, duration)});
  Verdict verdict{task.record.task_id, assess(task.policy, task.counters, elapsed_ms(task.record))};
  if (verdict.assessment.status != task.told) {
    task.told = verdict.assessment.status;
    task.events.push_back({now, EventKind::budget, verdict.meta()});
  }
  start_commit(admission.active_);
  return verdict;
}

void Envelopes::note_checkpoint(Admission admission) {
  Active& task = *admission.active_;
  task.counters.calls_since_checkpoint = 0;
  task.unwritten.take_rows_of(task.counters);
  task.events.push_back({clock_.now_ms(), EventKind::log, json::object{{"checkpoint", true}}});
  start_commit(admission.active_);
}

void Envelopes::start_commit(const std::shared_ptr<Active>& active) {
  active->has_unwritten = true;
  if (active->is_committing) return;
  active->is_committing = true;
  nursery_.start("envelope", commit_later(active));
}

Task<void> Envelopes::commit_later(std::shared_ptr<Active> active) {
  while (active->has_unwritten) {
    (void)co_await sleep_for(kCommitTime, closing_.stop());
    auto written = co_await commit(active);
    if (!written) {
      log_.warn("ledger", "counts of task ", active->record.task_id,
                " are not written: ", written.error().message);
      // Kept, and written with the next ones.
      break;
    }
  }
  active->is_committing = false;
}

Task<Result<void>> Envelopes::commit(std::shared_ptr<Active> active) {
  if (!active->has_unwritten) co_return Result<void>{};  // a reader has had it written
  Counters sums = std::exchange(active->unwritten, {});
  std::vector<TaskEvent> events = std::exchange(active->events, {});
  active->has_unwritten = false;
  ++active->writing;
  auto written = co_await ledger_.edit(
      active->record.task_id, [sums, events, now = clock_.now_ms()](TaskRecord& record) -> Result<Edited> {
        Counters all = record.counters.value_or(Counters{});
        all.add(sums);
        record.counters = std::move(all);
        record.updated_at = now;
        return Edited{.only_counts = true, .events = events};
      });
  --active->writing;
  written_.notify_all();
  if (!written) {
    // Back in front of what was counted meanwhile.
    bool is_over = written.error().code == ErrorCode::task_not_found ||
                   written.error().code == ErrorCode::task_already_finished;
    if (!is_over) {
      if (active->has_unwritten) sums.add(active->unwritten);
      active->unwritten = std::move(sums);
      active->has_unwritten = true;
      active->events.insert(active->events.begin(), std::make_move_iterator(events.begin()),
                            std::make_move_iterator(events.end()));
    }
    active->read_at = {};
    co_return std::unexpected(std::move(written).error());
  }
  active->take(std::move(*written), clock_.steady_now());
  active->add_up();
  co_return Result<void>{};
}

Task<Result<void>> Envelopes::settle(std::shared_ptr<Active> active, Stop stop) {
  while (active->has_unwritten || active->writing > 0) {
    if (active->writing == 0) {
      OC_CO_TRY(co_await commit(active));
    } else if (!co_await written_.wait(stop)) {
      co_return fail(ErrorCode::cancelled, "stopped while counts were written");
    }
  }
  co_return Result<void>{};
}

Task<Result<TaskRecord>> Envelopes::update(TaskId id, std::optional<Phase> phase,
                                           std::optional<std::string> note) {
  auto updated =
      co_await ledger_.edit(id, [phase, note, now = clock_.now_ms()](TaskRecord& record) -> Result<Edited> {
        json::object data;
        if (phase) data["phase"] = word_of(*phase);
        if (note) data["note"] = *note;
        if (phase) record.phase = phase;
        if (note) record.note = note;
        record.updated_at = now;
        return Edited{.events = {{now, EventKind::log, std::move(data)}}};
      });
  if (auto found = active_.find(id); updated && found != active_.end()) found->second->record = *updated;
  co_return updated;
}

Task<Result<TaskRecord>> Envelopes::finish(TaskId id, TaskStatus outcome, std::optional<std::string> note) {
  auto active = co_await find(id, {});
  if (!active) co_return std::unexpected(std::move(active).error());
  if ((*active)->record.ended()) co_return already_finished((*active)->record);
  if ((*active)->record.kind != kEnvelopeKind) {
    co_return fail(
        ErrorCode::invalid_arguments,
        cat("task ", id, " is background work (", (*active)->record.kind, "), which ends by itself"),
        "Stop it with oc_task_cancel.");
  }
  OC_CO_TRY(co_await settle(*active, {}));
  auto finished =
      co_await ledger_.edit(id, [outcome, note, now = clock_.now_ms()](TaskRecord& record) -> Result<Edited> {
        record.status = outcome;
        record.phase = Phase::done;
        if (note) record.note = note;
        record.ended_at = now;
        record.updated_at = now;
        json::value data = nullptr;
        if (note) data = json::object{{"note", *note}};
        return Edited{.events = {{now, event_of(outcome), std::move(data)}}};
      });
  if (finished) (*active)->record = *finished;
  co_return finished;
}

Task<Result<TaskRecord>> Envelopes::cancel(TaskId id, Stop stop) {
  std::shared_ptr<Active> active;
  if (auto found = active_.find(id); found != active_.end()) active = found->second;
  // The end of an envelope has what was counted until then; counts that cannot be written do not keep it.
  if (active) (void)co_await settle(active, stop);
  auto cancelled = co_await ledger_.cancel(std::move(id), std::move(stop));
  if (cancelled && active) active->take(*cancelled, clock_.steady_now());
  co_return cancelled;
}

Task<Result<TaskRecord>> Envelopes::get(TaskId id, Stop stop) {
  std::shared_ptr<Active> active;
  if (auto found = active_.find(id); found != active_.end()) active = found->second;
  // Other servers count too: only the record has the sum of all.
  bool is_settled = !active || (co_await settle(active, stop)).has_value();
  auto record = co_await ledger_.get(id, stop);
  // Where nothing can be written, what this server knows is the best there is.
  if (!is_settled && record && !record->ended()) record->counters = active->counters;
  co_return record;
}

std::int64_t Envelopes::elapsed_ms(const TaskRecord& record) const {
  std::int64_t begun = record.started_at.value_or(record.created_at);
  return std::max<std::int64_t>(0, record.ended_at.value_or(clock_.now_ms()) - begun);
}

Assessment Envelopes::assessment_of(const TaskRecord& record) const {
  return assess(record.policy.value_or(Policy{}), record.counters.value_or(Counters{}), elapsed_ms(record));
}

Task<bool> Envelopes::close(Stop stop) {
  closing_.request(StopReason::shutdown);
  bool joined = co_await nursery_.join(stop);
  co_return joined;
}

}  // namespace oc::ledger
