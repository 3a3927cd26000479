// TaskStarter: the port through which tools start work in the background.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/task.h"
#include "json/json.h"
#include "ledger/task_ledger.h"
#include "tool/ports.h"

namespace oc::tool {

// Whom a task can ask: the kinds of questions that its client can answer, and what it has answered already,
// before the task began.
struct Audience {
  std::vector<Question::Kind> kinds = {};
  Answers known = {};
};

// Hears the progress of a task, for whoever started it; made once the task has its id.
using MakeProgressPort = std::function<std::unique_ptr<ProgressPort>(const ledger::TaskId&)>;

struct TaskRequest {
  std::string kind;
  json::object arguments = {};
  std::optional<std::string> idempotency_key = std::nullopt;
  std::optional<ledger::Declaration> declaration = std::nullopt;
  Audience audience = {};
  MakeProgressPort listener = {};
  std::string caller = {};  // the conversation that wants it
};

class TaskStarter {
 public:
  virtual ~TaskStarter() = default;
  // Returns once the task is recorded, or was found by its key. Fails with unknown_task_kind,
  // invalid_arguments, conflict or storage_failed.
  virtual Task<Result<ledger::TaskRecord>> start(TaskRequest request) = 0;
  virtual std::vector<std::string_view> kinds() const = 0;  // sorted
};

}  // namespace oc::tool
