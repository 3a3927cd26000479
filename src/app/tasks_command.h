// `openchrome tasks`: background tasks for people. Works on the files themselves, beside whatever server runs
// them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/config.h"
#include "base/log.h"
#include "ledger/task_record.h"

namespace oc::app {

enum class TasksAction : std::uint8_t { list, show, wait, cancel };

struct TasksRequest {
  TasksAction action = TasksAction::list;
  std::string id;
  std::vector<std::string> statuses;
  std::vector<std::string> kinds;
  std::int64_t limit = 50;
  std::int64_t timeout_ms = 0;  // 0: as long as it takes
  bool json = false;
  bool with_result = false;
  bool with_events = false;
};

// One line for a person: id, status, kind, age, how far it is.
std::string task_line(const ledger::TaskRecord& task, std::int64_t now_ms);
// "3 s", "5 min", "2 h", "4 d".
std::string age_text(std::int64_t milliseconds);
int run_tasks(const Config& config, Logger& log, const TasksRequest& request);

}  // namespace oc::app
