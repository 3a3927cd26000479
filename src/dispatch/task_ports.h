// TaskPorts: what a tool says while it runs as a task, written to the task's record. Every unit reported is
// an event; the record itself follows at most five times a second. Who started the task may listen.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/task.h"
#include "ledger/task_ledger.h"
#include "tool/ports.h"

namespace oc::dispatch {

class TaskPorts final : public tool::ProgressPort, public tool::MessagePort, public tool::ItemPort {
 public:
  TaskPorts(ledger::TaskLedger& ledger, const Clock& clock, Nursery& nursery, ledger::TaskId id,
            std::unique_ptr<tool::ProgressPort> listener = {});
  TaskPorts(const TaskPorts&) = delete;
  TaskPorts& operator=(const TaskPorts&) = delete;
  // REQUIRES: flush() has returned.
  ~TaskPorts() override = default;

  tool::Ports ports(Stop stop);
  void report(const tool::Progress& progress) override;
  void message(tool::MessageLevel level, std::string_view logger, json::value data) override;
  Task<Result<void>> keep(json::value unit) override;

  // Waits until all events are written. The newest progress is left to whoever ends the task.
  Task<void> flush();
  const std::optional<ledger::TaskProgress>& progress() const { return progress_; }

 private:
  void add(ledger::EventKind kind, json::value data);
  Task<void> write();

  ledger::TaskLedger& ledger_;
  const Clock& clock_;
  Nursery& nursery_;
  ledger::TaskId id_;
  std::unique_ptr<tool::ProgressPort> listener_;  // may be null
  std::vector<ledger::TaskEvent> events_;         // not written yet
  std::optional<ledger::TaskProgress> progress_;
  bool is_record_stale_ = false;
  SteadyTime recorded_at_ = {};
  bool is_writing_ = false;
  bool is_ending_ = false;
  Signal changed_;
};

}  // namespace oc::dispatch
