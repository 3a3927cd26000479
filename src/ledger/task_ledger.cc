#include "ledger/task_ledger.h"

#include <algorithm>

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/text.h"
#include "json/redact.h"
#include "json/write.h"

namespace oc::ledger {
namespace {

// A process that dies tells nobody.
constexpr std::chrono::seconds kGlanceEvery{1};

// The same arguments in another order are the same arguments.
json::value in_order(const json::value& from) {
  if (const json::array* items = from.if_array()) {
    json::array out;
    for (const json::value& item : *items) out.push_back(in_order(item));
    return out;
  }
  const json::object* members = from.if_object();
  if (!members) return from;
  std::vector<std::string_view> keys;
  for (const auto& member : *members) keys.emplace_back(member.key());
  std::ranges::sort(keys);
  json::object out;
  for (std::string_view key : keys) out.emplace(key, in_order(members->at(key)));
  return out;
}

std::string digest_of(const NewTask& task) {
  std::string declared;
  if (task.declaration) {
    declared = cat("\n", task.declaration->objective.value_or(""), "\n", word_of(task.declaration->phase),
                   "\n", json::write(Policy::record().encode(task.declaration->policy)));
  }
  return hex_encode(sha256(cat(task.kind, "\n", json::write(in_order(task.arguments)), declared)));
}

TaskEvent ending(const TaskRecord& record) {
  json::value data = nullptr;
  if (record.error) data = TaskError::record().encode(*record.error);
  return {*record.ended_at, event_of(record.status), std::move(data)};
}

void end(TaskRecord& record, TaskStatus status, std::int64_t now_ms) {
  record.status = status;
  record.ended_at = now_ms;
  record.updated_at = now_ms;
}

}  // namespace

TaskLedger::TaskLedger(TaskStore& store, const Clock& clock, Logger& log, Executor executor,
                       LedgerOptions options)
    : store_(store),
      clock_(clock),
      log_(log),
      options_(std::move(options)),
      opened_(executor),
      nursery_(executor, log) {}

Task<Result<void>> TaskLedger::open(Stop stop) {
  while (is_opening_ && !is_open_) {
    bool woken = co_await opened_.wait(stop);
    if (!woken) co_return std::unexpected(stop.error());
  }
  if (is_open_) co_return Result<void>{};
  struct Opening {
    TaskLedger& ledger;
    explicit Opening(TaskLedger& of) : ledger(of) { ledger.is_opening_ = true; }
    ~Opening() {
      ledger.is_opening_ = false;
      ledger.opened_.notify_all();
    }
  } opening{*this};
  OC_CO_TRY(co_await store_.open(stop));
  OC_CO_TRY(co_await reap(stop));
  is_open_ = true;
  start_sweep();
  co_return Result<void>{};
}

Task<bool> TaskLedger::close(Stop stop) {
  bool joined = co_await nursery_.join(stop);
  bool closed = co_await store_.close(stop);
  co_return joined&& closed;
}

Task<Result<void>> TaskLedger::reap(Stop stop) {
  auto active = co_await store_.list({.statuses = {TaskStatus::pending, TaskStatus::running}}, stop);
  if (!active) co_return std::unexpected(std::move(active).error());
  for (TaskRecord& task : *active) {
    // An envelope has no process that could be gone.
    if (task.owner.pid == 0 || store_.is_alive(task.owner)) continue;
    TaskId id = task.task_id;
    auto failed = co_await fail_orphan(std::move(task));
    // A root that cannot be written can still be read.
    if (!failed) log_.warn("ledger", "task ", id, " stays as its server left it: ", failed.error().message);
  }
  co_return Result<void>{};
}

Task<Result<void>> TaskLedger::fail_orphan(TaskRecord orphan) {
  TaskId id = orphan.task_id;
  auto stored = co_await store_.get_result(id, {});
  if (!stored) co_return std::unexpected(std::move(stored).error());
  // A result that is there was written just before the end: it is better than what can be made of the units.
  std::optional<std::string> result = std::move(*stored);
  if (!result) {
    auto made = co_await assembled(id, orphan.kind);
    if (!made) co_return std::unexpected(std::move(made).error());
    if (*made) OC_CO_TRY(co_await store_.put_result(id, **made));
    result = std::move(*made);
  }
  std::optional<std::int64_t> bytes;
  if (result) bytes = static_cast<std::int64_t>(result->size());
  auto edit = [now = clock_.now_ms(), bytes, owner = orphan.owner](TaskRecord& record) -> Result<Edited> {
    // Another server may have been quicker.
    if (record.ended() || record.owner != owner) return Edited{.changed = false};
    record.result_bytes = bytes;
    if (bytes) record.partial = true;
    // What was asked to stop has stopped, whoever stopped it.
    bool is_cancelled = record.cancel_requested_at.has_value();
    if (!is_cancelled)
      record.error =
          TaskError::of({ErrorCode::orphaned, "the server that ran this task ended before it did"});
    end(record, is_cancelled ? TaskStatus::cancelled : TaskStatus::failed, now);
    return Edited{.events = {ending(record)}};
  };
  auto updated = co_await store_.update(id, edit);
  if (!updated) co_return std::unexpected(std::move(updated).error());
  log_.info("ledger", "task ", id, " (", orphan.kind, ") was orphaned");
  co_return Result<void>{};
}

Task<Result<TaskRecord>> TaskLedger::looked_after(TaskRecord record) {
  bool is_ours = record.owner.pid == 0 || record.owner == store_.self();
  if (record.ended() || is_ours || store_.is_alive(record.owner)) co_return record;
  TaskId id = record.task_id;
  auto failed = co_await fail_orphan(record);
  // A root that cannot be written can still be read.
  if (!failed) co_return record;
  co_return co_await store_.load(std::move(id), {});
}

// What was finished, as a result; nothing when nothing was.
Task<Result<std::optional<std::string>>> TaskLedger::assembled(TaskId id, std::string kind) {
  auto items = co_await store_.items(id, {});
  if (!items) co_return std::unexpected(std::move(items).error());
  if (items->empty()) co_return std::nullopt;
  json::value made = options_.assemble ? options_.assemble(kind, std::move(*items))
                                       : json::value(json::object{{"items", std::move(*items)}});
  co_return json::write(made);
}

Task<Result<Created>> TaskLedger::create(NewTask task) {
  OC_CO_TRY(co_await open({}));
  std::int64_t now = clock_.now_ms();
  TaskRecord record{.task_id = new_task_id(),
                    .kind = task.kind,
                    .created_at = now,
                    .updated_at = now,
                    .owner = store_.self(),
                    .args_summary = json::arguments_summary(task.arguments)};
  if (!task.runs_by_itself) {
    record.status = TaskStatus::running;
    record.started_at = now;
    record.owner = {};
  }
  if (task.declaration) {
    record.objective = task.declaration->objective;
    record.phase = task.declaration->phase;
    record.policy = task.declaration->policy;
    record.counters = Counters{};
  }
  if (task.idempotency_key) {
    record.idempotency_key = task.idempotency_key;
    record.args_digest = digest_of(task);
  }
  auto created = co_await store_.create(std::move(record));
  if (clock_.steady_now() - swept_at_ >= options_.sweep_every) start_sweep();
  co_return created;
}

Task<Result<TaskRecord>> TaskLedger::begin(TaskId id) {
  auto edit = [now = clock_.now_ms(), owner = store_.self()](TaskRecord& record) -> Result<Edited> {
    if (record.status != TaskStatus::pending) return Edited{.changed = false};
    record.status = TaskStatus::running;
    record.started_at = now;
    record.updated_at = now;
    record.owner = owner;
    return Edited{.events = {{now, EventKind::started}}};
  };
  return store_.update(std::move(id), edit);
}

Task<Result<void>> TaskLedger::append_item(TaskId id, const json::value& item) {
  return store_.append_item(std::move(id), json::write(item));
}

Task<Result<void>> TaskLedger::append_events(TaskId id, std::vector<TaskEvent> events) {
  return store_.append_events(std::move(id), std::move(events));
}

Task<Result<TaskRecord>> TaskLedger::note_progress(TaskId id, TaskProgress progress) {
  auto edit = [now = clock_.now_ms(), progress = std::move(progress)](TaskRecord& record) -> Result<Edited> {
    if (record.ended()) return Edited{.changed = false};
    record.progress = progress;
    record.updated_at = now;
    return Edited{};
  };
  return store_.update(std::move(id), edit);
}

Task<Result<TaskRecord>> TaskLedger::edit(TaskId id, Edit edit) {
  OC_CO_TRY(co_await open({}));
  auto guarded = [edit = std::move(edit)](TaskRecord& record) -> Result<Edited> {
    if (record.ended()) {
      return fail(ErrorCode::task_already_finished,
                  cat("task ", record.task_id, " is ", word_of(record.status)));
    }
    return edit(record);
  };
  co_return co_await store_.update(std::move(id), guarded);
}

Task<Result<TaskRecord>> TaskLedger::finish(TaskId id, TaskOutcome outcome) {
  auto before = co_await store_.load(id, {});
  if (!before || before->ended()) co_return before;
  std::optional<std::int64_t> bytes;
  if (outcome.from_items) {
    auto written = co_await store_.put_result_of_items(id, std::move(*outcome.from_items));
    if (!written) co_return std::unexpected(std::move(written).error());
    bytes = *written;
    outcome.from_items.reset();
  } else if (!outcome.result) {
    auto made = co_await assembled(id, before->kind);
    if (!made) co_return std::unexpected(std::move(made).error());
    outcome.result = std::move(*made);
    outcome.partial = outcome.result.has_value();
  }
  if (outcome.result) OC_CO_TRY(co_await store_.put_result(id, *outcome.result));
  if (outcome.result) bytes = static_cast<std::int64_t>(outcome.result->size());
  outcome.result.reset();
  auto edit = [now = clock_.now_ms(), bytes, outcome](TaskRecord& record) -> Result<Edited> {
    TaskStatus status = outcome.status;
    if (status == TaskStatus::completed && record.cancel_requested_at) status = TaskStatus::cancelled;
    if (!may_become(record.status, status)) return Edited{.changed = false};
    record.result_bytes = bytes;
    if (outcome.partial) record.partial = true;
    if (outcome.progress) record.progress = outcome.progress;
    record.error = outcome.error;
    record.beside = outcome.beside;
    end(record, status, now);
    return Edited{.events = {ending(record)}};
  };
  auto ended = co_await store_.update(id, edit);
  co_return ended;
}

Task<Result<TaskRecord>> TaskLedger::get(TaskId id, Stop stop) {
  OC_CO_TRY(co_await open(stop));
  auto record = co_await store_.load(std::move(id), stop);
  if (!record) co_return record;
  co_return co_await looked_after(std::move(*record));
}

Task<Result<std::optional<std::string>>> TaskLedger::result(TaskId id, Stop stop) {
  OC_CO_TRY(co_await open(stop));
  auto found = co_await store_.get_result(std::move(id), stop);
  co_return found;
}

Task<Result<std::vector<TaskEvent>>> TaskLedger::events(TaskId id, std::int64_t since_ms, std::size_t limit,
                                                        Stop stop) {
  OC_CO_TRY(co_await open(stop));
  auto found = co_await store_.events(std::move(id), since_ms, limit, stop);
  co_return found;
}

Task<Result<std::vector<TaskEvent>>> TaskLedger::last_events(TaskId id, std::size_t count, Stop stop) {
  OC_CO_TRY(co_await open(stop));
  auto found = co_await store_.last_events(std::move(id), count, stop);
  co_return found;
}

Task<Result<std::vector<TaskRecord>>> TaskLedger::list(TaskQuery query, Stop stop) {
  OC_CO_TRY(co_await open(stop));
  auto found = co_await store_.list(std::move(query), stop);
  if (!found) co_return found;
  for (TaskRecord& record : *found) {
    if (record.ended()) continue;
    auto looked = co_await looked_after(record);
    if (looked) record = std::move(*looked);
  }
  co_return found;
}

Task<Result<TaskRecord>> TaskLedger::cancel(TaskId id, Stop stop) {
  OC_CO_TRY(co_await open(stop));
  auto edit = [now = clock_.now_ms()](TaskRecord& record) -> Result<Edited> {
    if (record.ended() || record.cancel_requested_at) return Edited{.changed = false};
    record.cancel_requested_at = now;
    record.updated_at = now;
    Edited edited{.events = {{now, EventKind::cancel_requested}}};
    // Nobody runs an envelope who could end it.
    if (record.status == TaskStatus::pending || record.owner.pid == 0) {
      end(record, TaskStatus::cancelled, now);
      edited.events.push_back(ending(record));
    }
    return edited;
  };
  auto record = co_await store_.update(std::move(id), edit);
  if (!record) co_return record;
  co_return co_await looked_after(std::move(*record));
}

// A process that died tells nobody: whoever waits for it looks now and then.
Task<Result<TaskRecord>> TaskLedger::wait_for_change(TaskId id, std::int64_t seen, Stop stop) {
  OC_CO_TRY(co_await open(stop));
  while (true) {
    StopSource glance{stop, std::chrono::steady_clock::now() + kGlanceEvery};
    auto record = co_await store_.wait_for_change(id, seen, glance.stop());
    if (record || stop.requested() || !glance.stop().requested()) co_return record;
    auto newest = co_await get(id, stop);
    if (!newest || newest->revision != seen) co_return newest;
  }
}

Task<Result<TaskRecord>> TaskLedger::wait_for_end(TaskId id, Stop stop) {
  OC_CO_TRY(co_await open(stop));
  auto record = co_await store_.load(id, stop);
  while (record && !record->ended()) record = co_await wait_for_change(id, record->revision, stop);
  co_return record;
}

Task<Result<std::size_t>> TaskLedger::sweep() {
  auto all = co_await store_.list({}, {});
  if (!all) co_return std::unexpected(std::move(all).error());
  std::int64_t oldest_kept =
      clock_.now_ms() - std::chrono::duration_cast<std::chrono::milliseconds>(options_.keep).count();
  std::size_t surplus = all->size() - std::min(all->size(), options_.most_tasks);
  std::erase_if(*all, [](const TaskRecord& task) { return !task.ended(); });
  std::ranges::sort(*all, {}, [](const TaskRecord& task) { return task.ended_at.value_or(0); });
  std::size_t removed = 0;
  for (const TaskRecord& task : *all) {
    if (task.ended_at.value_or(0) >= oldest_kept && removed >= surplus) break;
    auto gone = co_await store_.remove(task.task_id);
    // Another server may sweep at the same time.
    if (!gone && gone.error().code != ErrorCode::task_not_found)
      co_return std::unexpected(std::move(gone).error());
    ++removed;
  }
  co_return removed;
}

void TaskLedger::start_sweep() {
  if (!options_.sweeps || is_sweeping_) return;
  is_sweeping_ = true;
  swept_at_ = clock_.steady_now();
  nursery_.start("task sweep", sweep_in_background());
}

Task<void> TaskLedger::sweep_in_background() {
  auto removed = co_await sweep();
  if (!removed) log_.warn("ledger", "old tasks stay: ", removed.error().message);
  if (removed && *removed > 0) log_.info("ledger", "removed old tasks: ", *removed);
  is_sweeping_ = false;
}

}  // namespace oc::ledger
