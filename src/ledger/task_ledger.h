// TaskLedger: the rules of tasks over a TaskStore. Terminal states are final, a result is stored before the
// record says that the task ended, and nobody sees a ledger that has not looked for orphans: every function
// opens it first. All functions belong to the loop.
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "ledger/task_store.h"

namespace oc::ledger {

// The answer that a kind of work would give if the units in `items` were all of it.
using Assemble = std::function<json::value(std::string_view kind, json::array items)>;

struct LedgerOptions {
  std::chrono::hours keep{24 * 30};
  std::size_t most_tasks = 10'000;
  std::chrono::milliseconds sweep_every{3'600'000};
  bool sweeps = true;      // by itself; false for who only looks, and may have been told other limits
  Assemble assemble = {};  // none: {"items": […]}
};

// What a host agent declares of a run.
struct Declaration {
  std::optional<std::string> objective = std::nullopt;
  Phase phase = Phase::explore;
  Policy policy = {};
};

struct NewTask {
  std::string kind;
  json::object arguments;
  std::optional<std::string> idempotency_key = std::nullopt;
  std::optional<Declaration> declaration = std::nullopt;
  bool runs_by_itself = true;  // false: an envelope, which is RUNNING at once and belongs to no process
};

// How a run ended. Without a result, what was finished becomes one.
struct TaskOutcome {
  TaskStatus status = TaskStatus::completed;
  std::optional<std::string> result = std::nullopt;        // JSON
  std::optional<ResultOfItems> from_items = std::nullopt;  // instead: made of the units
  bool partial = false;
  std::optional<TaskError> error = std::nullopt;
  std::optional<TaskProgress> progress = std::nullopt;
  std::optional<json::object> beside = std::nullopt;  // of the answer, beside the result
};

class TaskLedger {
 public:
  TaskLedger(TaskStore& store, const Clock& clock, Logger& log, Executor executor,
             LedgerOptions options = {});
  TaskLedger(const TaskLedger&) = delete;
  TaskLedger& operator=(const TaskLedger&) = delete;
  // REQUIRES: close() has returned true, or nothing runs the loop any more.
  ~TaskLedger() = default;

  // Fails tasks whose process is gone; what they had finished becomes their result. Once: later calls return
  // at once. After a failure the next call tries again.
  Task<Result<void>> open(Stop stop);
  Task<bool> close(Stop stop);

  // For whoever runs tasks:
  Task<Result<Created>> create(NewTask task);  // PENDING, owned by this process, unless it is an envelope
  // PENDING → RUNNING. Any other status is given back as it is: cancelled before it began.
  Task<Result<TaskRecord>> begin(TaskId id);
  Task<Result<void>> append_item(TaskId id, const json::value& item);
  Task<Result<void>> append_events(TaskId id, std::vector<TaskEvent> events);
  Task<Result<TaskRecord>> note_progress(TaskId id, TaskProgress progress);
  // The first end of a task is its only one: a later call gives the record back as it is. A task that was
  // asked to stop ends CANCELLED even if it was just done.
  Task<Result<TaskRecord>> finish(TaskId id, TaskOutcome outcome);

  // Changes a task that has not ended; task_already_finished when it has.
  Task<Result<TaskRecord>> edit(TaskId id, Edit edit);

  // For everybody:
  Task<Result<TaskRecord>> get(TaskId id, Stop stop);
  Task<Result<std::optional<std::string>>> result(TaskId id, Stop stop);
  Task<Result<std::vector<TaskEvent>>> events(TaskId id, std::int64_t since_ms, std::size_t limit, Stop stop);
  Task<Result<std::vector<TaskEvent>>> last_events(TaskId id, std::size_t count, Stop stop);
  Task<Result<std::vector<TaskRecord>>> list(TaskQuery query, Stop stop);
  // Records the wish; a task that has not begun is CANCELLED at once, one that has ended stays as it is.
  Task<Result<TaskRecord>> cancel(TaskId id, Stop stop);
  Task<Result<TaskRecord>> wait_for_end(TaskId id, Stop stop);
  Task<Result<TaskRecord>> wait_for_change(TaskId id, std::int64_t seen, Stop stop);

  std::chrono::milliseconds keep() const { return options_.keep; }
  // Removes ended tasks that are too old or too many; returns how many. Runs by itself now and then if the
  // options say so.
  Task<Result<std::size_t>> sweep();

 private:
  Task<Result<void>> reap(Stop stop);
  Task<Result<void>> fail_orphan(TaskRecord orphan);
  // The record as it is after a look at whether its process still lives.
  Task<Result<TaskRecord>> looked_after(TaskRecord record);
  Task<Result<std::optional<std::string>>> assembled(TaskId id, std::string kind);
  void start_sweep();
  Task<void> sweep_in_background();

  TaskStore& store_;
  const Clock& clock_;
  Logger& log_;
  LedgerOptions options_;
  bool is_open_ = false;
  bool is_opening_ = false;
  Signal opened_;
  bool is_sweeping_ = false;
  SteadyTime swept_at_ = {};
  Nursery nursery_;
};

}  // namespace oc::ledger
