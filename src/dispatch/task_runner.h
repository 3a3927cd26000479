// TaskRunner: runs long-running tools as tasks of the ledger. The kinds of work are the tools whose spec says
// long_running; a task passes the pipeline of its own and ends when it is done, cancelled (by anyone, in any
// process), out of the time its caller allowed, or with the server.
#pragma once
#include <string_view>
#include <vector>

#include "dispatch/dispatcher.h"
#include "ledger/task_ledger.h"
#include "tool/catalog.h"
#include "tool/task_starter.h"

namespace oc::dispatch {

class TaskRunner final : public tool::TaskStarter {
 public:
  TaskRunner(ledger::TaskLedger& ledger, const tool::Catalog& catalog, const Clock& clock, Logger& log,
             Executor executor, std::size_t most_running);
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;
  // REQUIRES: close() has returned true, or nothing runs the loop any more.
  ~TaskRunner() override = default;

  // The dispatcher's services hold this runner, so neither can be made with the other. REQUIRES: called
  // before start().
  void run_through(Dispatcher& dispatcher) { dispatcher_ = &dispatcher; }

  Task<Result<ledger::TaskRecord>> start(tool::TaskRequest request) override;
  std::vector<std::string_view> kinds() const override;
  // Asks all tasks to stop and waits until they have kept what they did; false when the stop came first.
  Task<bool> close(Stop stop);
  std::size_t running() const { return running_; }

 private:
  struct Run {
    ledger::TaskId id;
    std::int64_t revision;
    const tool::Tool& tool;
    json::object arguments;
    std::optional<std::chrono::milliseconds> allowed;
    std::optional<ledger::Policy> policy = {};
    tool::Audience audience = {};
    tool::MakeProgressPort listener = {};
    std::string caller = {};
  };

  Result<const tool::Tool*> tool_of(std::string_view kind) const;
  Task<void> run(Run run);
  Task<void> run_tool(const Run& run, Stop stop);
  Task<bool> wait_for_turn(Stop stop);
  Task<void> follow(ledger::TaskId id, std::int64_t seen, StopSource source, Stop until);
  Task<void> finish(ledger::TaskId id, ledger::TaskOutcome outcome);

  ledger::TaskLedger& ledger_;
  const tool::Catalog& catalog_;
  const Clock& clock_;
  Logger& log_;
  std::size_t most_running_;
  Dispatcher* dispatcher_ = nullptr;
  std::size_t running_ = 0;
  Signal turn_;
  StopSource closing_;
  Nursery nursery_;
};

// What a kind of work would answer if these units were all of it, by the tool's own account.
json::value answer_from_items(const tool::Catalog& catalog, std::string_view kind, json::array items);

}  // namespace oc::dispatch
