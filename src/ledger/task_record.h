// TaskRecord: what is known of one task, and its form as JSON (meta.json). TaskEvent: one line of its
// history.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enum_words.h"
#include "base/result.h"
#include "json/json.h"
#include "json/record.h"
#include "ledger/budget.h"

namespace oc::ledger {

using TaskId = std::string;  // 16 lower-case hex digits

TaskId new_task_id();
// Nothing else may come near a path.
bool is_task_id(std::string_view text);

enum class TaskStatus : std::uint8_t { pending, running, completed, failed, cancelled };

constexpr bool is_terminal(TaskStatus status) {
  return status != TaskStatus::pending && status != TaskStatus::running;
}
// PENDING → RUNNING → COMPLETED | FAILED | CANCELLED, and PENDING → CANCELLED | FAILED. Nothing else.
bool may_become(TaskStatus from, TaskStatus to);

// The process that runs a task. A pid alone may be another process by now.
struct Owner {
  std::int64_t pid = 0;
  std::int64_t process_start = 0;  // kernel ticks since boot
  std::string boot_id;
  std::string host;
  static const json::Record<Owner>& record();
  bool operator==(const Owner&) const = default;
};

struct TaskProgress {
  double done = 0;
  std::optional<double> total = std::nullopt;
  std::optional<std::string> message = std::nullopt;
  static const json::Record<TaskProgress>& record();
};

struct TaskError {
  std::string code;
  std::string message;
  std::optional<std::string> hint = std::nullopt;
  static const json::Record<TaskError>& record();
  static TaskError of(const Error& error);
};

// Times are ms since the epoch.
struct TaskRecord {
  TaskId task_id;
  std::string kind;
  TaskStatus status = TaskStatus::pending;
  std::int64_t created_at = 0;
  std::optional<std::int64_t> started_at = std::nullopt;
  std::optional<std::int64_t> ended_at = std::nullopt;
  std::int64_t updated_at = 0;
  std::int64_t revision = 1;  // one more with every change
  Owner owner;
  std::string args_summary;  // redacted
  std::optional<TaskProgress> progress = std::nullopt;
  std::optional<TaskError> error = std::nullopt;
  std::optional<std::int64_t> cancel_requested_at = std::nullopt;
  std::optional<std::int64_t> result_bytes = std::nullopt;
  std::optional<bool> partial = std::nullopt;  // the result is what was done until the task was ended
  std::optional<std::string> idempotency_key = std::nullopt;
  std::optional<std::string> args_digest = std::nullopt;  // with a key: what it was used for
  // Of a run that was declared, see envelopes.h:
  std::optional<std::string> objective = std::nullopt;
  std::optional<Phase> phase = std::nullopt;
  std::optional<Policy> policy = std::nullopt;
  std::optional<Counters> counters = std::nullopt;
  std::optional<std::string> note = std::nullopt;
  // Of one that asks its client: key → {kind, params} of what is open, and key → what was answered, until it
  // is picked up: then null, since no key comes again.
  std::optional<json::object> questions = std::nullopt;
  std::optional<json::object> answers = std::nullopt;
  // Of one that has ended: what its answer has beside its result, for who asks for it as that of the call.
  std::optional<json::object> beside = std::nullopt;
  // Members that this version does not know. They are kept: another version may share the directory.
  json::object others = {};

  bool ended() const { return is_terminal(status); }
  bool asks() const { return !ended() && questions && !questions->empty(); }
  bool is_envelope() const { return objective || policy || counters; }
};

json::object to_json(const TaskRecord& record);          // as it is stored
json::object public_json(const TaskRecord& record);      // as tools answer it
Result<TaskRecord> parse_record(std::string_view text);  // storage_corrupt when it is none

enum class EventKind : std::uint8_t {
  started,
  progress,
  log,
  cancel_requested,
  completed,
  failed,
  cancelled,
  tool_call,
  budget,
};

struct TaskEvent {
  std::int64_t ts = 0;
  EventKind kind = EventKind::log;
  json::value data = nullptr;
};

EventKind event_of(TaskStatus ended);  // REQUIRES: a terminal status
bool is_terminal(EventKind kind);
json::object to_json(const TaskEvent& event);
std::optional<TaskEvent> parse_event(const json::value& line);

}  // namespace oc::ledger

template <>
struct oc::EnumWords<oc::ledger::TaskStatus> {
  static constexpr std::array<std::string_view, 5> words{"PENDING", "RUNNING", "COMPLETED", "FAILED",
                                                         "CANCELLED"};
};
template <>
struct oc::EnumWords<oc::ledger::EventKind> {
  static constexpr std::array<std::string_view, 9> words{"started",          "progress",  "log",
                                                         "cancel_requested", "completed", "failed",
                                                         "cancelled",        "tool_call", "budget"};
};
