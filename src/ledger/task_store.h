// TaskStore: durable task records, as a port. No paths, pids or descriptors appear here, and no policy: what
// may follow what is for TaskLedger to say. testing/task_store_contract.h is what every store must pass.
//
// All functions belong to the loop. Those that write take no Stop: a change that has begun is finished. They
// fail with storage_failed, and with lock_timeout when another process keeps a task locked.
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/task.h"
#include "ledger/task_record.h"

namespace oc::ledger {

struct TaskQuery {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::vector<TaskStatus> statuses = {};                // empty: any
  std::vector<std::string> kinds = {};                  // empty: any
  std::optional<std::int64_t> since_ms = std::nullopt;  // of created_at, inclusive
  std::size_t limit = kAll;
};

struct Created {
  TaskRecord record;
  bool is_new = true;  // false: this is the task that was started with the same key before
};

// A result that is made of the task's units: their texts in this order, with commas, between two texts.
struct ResultOfItems {
  std::string before;
  std::vector<std::size_t> order;
  std::string after;
};

// What an edit did. Its events are written with it.
struct Edited {
  bool changed = true;  // false: nothing is written
  // Nothing but counters and updated_at: kept through a kill, perhaps not through a loss of power. Nobody
  // waits for the disk.
  bool only_counts = false;
  std::vector<TaskEvent> events = {};
};
// Changes a record. Pure: it runs on a worker, and a store may run it again. Its error is that of update().
using Edit = std::function<Result<Edited>(TaskRecord&)>;

class TaskStore {
 public:
  TaskStore() = default;
  TaskStore(const TaskStore&) = delete;
  TaskStore& operator=(const TaskStore&) = delete;
  virtual ~TaskStore() = default;

  // Finds what is there. The others REQUIRE it.
  virtual Task<Result<void>> open(Stop stop) = 0;
  // Ends what runs in the background; false when the stop came first.
  virtual Task<bool> close(Stop stop) = 0;

  // With an idempotency_key: the task that has it already, or conflict when that has another args_digest.
  virtual Task<Result<Created>> create(TaskRecord record) = 0;
  virtual Task<Result<TaskRecord>> load(TaskId id, Stop stop) = 0;
  // Reads, edits and writes under the task's own lock; the revision grows by one. Gives the record as it is
  // now.
  virtual Task<Result<TaskRecord>> update(TaskId id, Edit edit) = 0;
  virtual Task<Result<void>> append_events(TaskId id, std::vector<TaskEvent> events) = 0;
  virtual Task<Result<void>> append_item(TaskId id, std::string item) = 0;  // compact JSON
  virtual Task<Result<void>> put_result(TaskId id, std::string result) = 0;
  // The same, without having all of it in memory. Gives its size.
  virtual Task<Result<std::int64_t>> put_result_of_items(TaskId id, ResultOfItems result) = 0;
  virtual Task<Result<std::optional<std::string>>> get_result(TaskId id, Stop stop) = 0;
  virtual Task<Result<json::array>> items(TaskId id, Stop stop) = 0;
  // Oldest first, at or after that time, at most `limit`.
  virtual Task<Result<std::vector<TaskEvent>>> events(TaskId id, std::int64_t since_ms, std::size_t limit,
                                                      Stop stop) = 0;
  // The newest so many, oldest first.
  virtual Task<Result<std::vector<TaskEvent>>> last_events(TaskId id, std::size_t count, Stop stop) = 0;
  virtual Task<Result<std::vector<TaskRecord>>> list(TaskQuery query, Stop stop) = 0;  // newest first
  // The record once its revision is beyond `seen`, whoever changed it, in whichever process.
  virtual Task<Result<TaskRecord>> wait_for_change(TaskId id, std::int64_t seen, Stop stop) = 0;
  virtual Task<Result<void>> remove(TaskId id) = 0;

  // Who this process is to the store, and whether another is still there.
  virtual Owner self() const = 0;
  virtual bool is_alive(const Owner& owner) const = 0;
};

inline Error no_such_task(std::string_view id) {
  return {ErrorCode::task_not_found, cat("no task has the id '", shorten(one_line(id), 40), "'")};
}

}  // namespace oc::ledger
