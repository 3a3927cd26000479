// TaskAnswers: the answer to a call that became a task, made from the result that the ledger keeps. A long
// one is stored and described, as that of any call, and every further question gets the same descriptor.
#pragma once
#include <chrono>
#include <map>

#include "dispatch/layer.h"
#include "ledger/task_record.h"

namespace oc::dispatch {

class TaskAnswers {
 public:
  explicit TaskAnswers(Services& services) : services_(services) {}

  // REQUIRES: the task has ended, with a result.
  Task<Result<ToolOutput>> of(const tool::Tool& tool, ledger::TaskRecord task, Stop stop);

 private:
  Task<Result<ToolOutput>> make(const tool::Tool& tool, const ledger::TaskRecord& task, std::string result);

  Services& services_;
  struct Described {
    ToolOutput output;
    SteadyTime at;
  };
  std::map<ledger::TaskId, Described> described_;  // those whose result was stored
};

}  // namespace oc::dispatch
