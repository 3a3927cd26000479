// Envelopes: the runs that host agents have declared. Calls are counted in memory at once and written to the
// ledger together, within kCommitMs: a kill loses at most that much of the counts, never the task. Servers
// that share the ledger add their counts. All functions belong to the loop.
#pragma once
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/task.h"
#include "ledger/budget.h"
#include "ledger/task_ledger.h"

namespace oc::ledger {

// The kind of a task that is an envelope and nothing else.
inline constexpr std::string_view kEnvelopeKind = "browser_task";
inline constexpr std::chrono::milliseconds kCommitTime{100};

class Envelopes {
  struct Active;

 public:
  Envelopes(TaskLedger& ledger, const Clock& clock, Logger& log, Executor executor);
  Envelopes(const Envelopes&) = delete;
  Envelopes& operator=(const Envelopes&) = delete;
  ~Envelopes();

  // The right to make one call in a task; given back when it is dropped without being counted.
  class [[nodiscard]] Admission {
   public:
    Admission() = default;  // to nothing
    Admission(Admission&&) noexcept = default;
    Admission& operator=(Admission&&) = delete;
    ~Admission();
    const Policy& policy() const;

   private:
    friend class Envelopes;
    explicit Admission(std::shared_ptr<Active> active);
    std::shared_ptr<Active> active_;
  };

  enum class Counts : std::uint8_t { yes, no };
  // task_not_found, task_already_finished, or, for what counts, budget_exceeded: then the call must not be
  // made.
  Task<Result<Admission>> admit(TaskId id, Counts counts, Stop stop);
  // What follows for the answer: _meta["openchrome/task"].
  struct Verdict {
    TaskId task_id;
    Assessment assessment;
    json::object meta() const;
  };
  Verdict count(Admission admission, CountedCall call, std::chrono::nanoseconds duration);
  // A checkpoint was made: it is not recommended any more.
  void note_checkpoint(Admission admission);

  Task<Result<TaskRecord>> update(TaskId id, std::optional<Phase> phase, std::optional<std::string> note);
  // invalid_arguments for a task that runs by itself.
  Task<Result<TaskRecord>> finish(TaskId id, TaskStatus outcome, std::optional<std::string> note);
  // Ends an envelope, or asks work to stop. Nothing is admitted after it.
  Task<Result<TaskRecord>> cancel(TaskId id, Stop stop);
  // The record with what has been counted until now.
  Task<Result<TaskRecord>> get(TaskId id, Stop stop);
  Assessment assessment_of(const TaskRecord& record) const;
  std::int64_t elapsed_ms(const TaskRecord& record) const;

  // Writes what is counted. False when the stop came first.
  Task<bool> close(Stop stop);

 private:
  Task<Result<std::shared_ptr<Active>>> find(TaskId id, Stop stop);
  void start_commit(const std::shared_ptr<Active>& active);
  Task<void> commit_later(std::shared_ptr<Active> active);
  Task<Result<void>> commit(std::shared_ptr<Active> active);
  // Everything that was counted until now is in the record.
  Task<Result<void>> settle(std::shared_ptr<Active> active, Stop stop);

  TaskLedger& ledger_;
  const Clock& clock_;
  Logger& log_;
  std::map<TaskId, std::shared_ptr<Active>> active_;
  StopSource closing_;
  Signal written_;  // a commit ended
  Nursery nursery_;
};

}  // namespace oc::ledger
