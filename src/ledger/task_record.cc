#include "ledger/task_record.h"

#include <algorithm>

#include "base/random.h"
#include "base/text.h"
#include "json/parse.h"

namespace oc::ledger {
namespace {

using json::optional;
using json::required;

constexpr std::size_t kIdDigits = 16;

const json::Record<TaskRecord>& fields() {
  static const json::Record<TaskRecord> record{
      required("task_id", &TaskRecord::task_id),
      required("kind", &TaskRecord::kind),
      required("status", &TaskRecord::status),
      required("created_at", &TaskRecord::created_at),
      optional("started_at", &TaskRecord::started_at),
      optional("ended_at", &TaskRecord::ended_at),
      required("updated_at", &TaskRecord::updated_at),
      required("revision", &TaskRecord::revision),
      required("owner", &TaskRecord::owner),
      required("args_summary", &TaskRecord::args_summary),
      optional("progress", &TaskRecord::progress),
      optional("error", &TaskRecord::error),
      optional("cancel_requested_at", &TaskRecord::cancel_requested_at),
      optional("result_bytes", &TaskRecord::result_bytes),
      optional("partial", &TaskRecord::partial),
      optional("idempotency_key", &TaskRecord::idempotency_key),
      optional("args_digest", &TaskRecord::args_digest),
      optional("objective", &TaskRecord::objective),
      optional("phase", &TaskRecord::phase),
      optional("policy", &TaskRecord::policy),
      optional("counters", &TaskRecord::counters),
      optional("note", &TaskRecord::note),
      optional("questions", &TaskRecord::questions),
      optional("answers", &TaskRecord::answers),
      optional("beside", &TaskRecord::beside),
  };
  return record;
}

bool is_known(std::string_view name) {
  static const json::object known = fields().schema(json::Strictness::allow_unknown);
  return known.at("properties").as_object().contains(name);
}

}  // namespace

TaskId new_task_id() {
  return random_hex(kIdDigits / 2);
}

bool is_task_id(std::string_view text) {
  auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return text.size() == kIdDigits && std::ranges::all_of(text, is_hex);
}

bool may_become(TaskStatus from, TaskStatus to) {
  if (from == TaskStatus::pending)
    return to == TaskStatus::running || to == TaskStatus::cancelled || to == TaskStatus::failed;
  return from == TaskStatus::running && is_terminal(to);
}

const json::Record<Owner>& Owner::record() {
  static const json::Record<Owner> record{
      required("pid", &Owner::pid),
      required("process_start", &Owner::process_start),
      required("boot_id", &Owner::boot_id),
      required("host", &Owner::host),
  };
  return record;
}

const json::Record<TaskProgress>& TaskProgress::record() {
  static const json::Record<TaskProgress> record{
      required("done", &TaskProgress::done),
      optional("total", &TaskProgress::total),
      optional("message", &TaskProgress::message),
  };
  return record;
}

const json::Record<TaskError>& TaskError::record() {
  static const json::Record<TaskError> record{
      required("code", &TaskError::code),
      required("message", &TaskError::message),
      optional("hint", &TaskError::hint),
  };
  return record;
}

TaskError TaskError::of(const Error& error) {
  TaskError out{.code = std::string{error.word()}, .message = error.message};
  if (!error.next_step().empty()) out.hint = std::string{error.next_step()};
  return out;
}

json::object to_json(const TaskRecord& record) {
  json::object out = fields().encode(record);
  for (const auto& member : record.others) out.emplace(member.key(), member.value());
  return out;
}

json::object public_json(const TaskRecord& record) {
  json::object out = to_json(record);
  out.erase("args_digest");
  out.erase("answers");
  out.erase("beside");
  return out;
}

Result<TaskRecord> parse_record(std::string_view text) {
  auto parsed = json::parse(text);
  if (!parsed) return fail(ErrorCode::storage_corrupt, parsed.error().message);
  if (!parsed->is_object()) return fail(ErrorCode::storage_corrupt, "it holds no JSON object");
  json::object known;
  json::object others;
  for (const auto& member : parsed->get_object())
    (is_known(member.key()) ? known : others).emplace(member.key(), member.value());
  auto record = fields().decode(known);
  if (!record) return fail(ErrorCode::storage_corrupt, record.error().message);
  record->others = std::move(others);
  return record;
}

EventKind event_of(TaskStatus ended) {
  if (ended == TaskStatus::completed) return EventKind::completed;
  return ended == TaskStatus::cancelled ? EventKind::cancelled : EventKind::failed;
}

bool is_terminal(EventKind kind) {
  return kind == EventKind::completed || kind == EventKind::failed || kind == EventKind::cancelled;
}

json::object to_json(const TaskEvent& event) {
  json::object out{{"ts", event.ts}, {"kind", word_of(event.kind)}};
  if (!event.data.is_null()) out["data"] = event.data;
  return out;
}

std::optional<TaskEvent> parse_event(const json::value& line) {
  const json::object* members = line.if_object();
  if (!members) return std::nullopt;
  auto ts = json::find_integer(*members, "ts");
  auto kind = from_word<EventKind>(json::find_string(*members, "kind").value_or(""));
  if (!ts || !kind) return std::nullopt;
  const json::value* data = json::find(*members, "data");
  return TaskEvent{*ts, *kind, data ? *data : json::value(nullptr)};
}

}  // namespace oc::ledger
