#include "journal/journal_event.h"

#include <cmath>

#include "base/text.h"
#include "json/redact.h"

namespace oc::journal {
namespace {

// Names come from clients; a line stays short whatever they send.
constexpr std::size_t kMaxNameBytes = 128;
constexpr std::size_t kMaxArgumentBytes = 2048;

double milliseconds_of(std::chrono::nanoseconds duration) {
  return std::round(static_cast<double>(duration.count()) / 1000.0) / 1000.0;
}

}  // namespace

Outcome outcome_of(std::optional<ErrorCode> error) {
  if (!error) return Outcome::ok;
  if (*error == ErrorCode::cancelled) return Outcome::cancelled;
  if (*error == ErrorCode::input_required) return Outcome::input_required;
  return Outcome::error;
}

FailureClass failure_class_of(ErrorCode error) {
  // No default: a new code must be placed.
  switch (error) {
    case ErrorCode::invalid_arguments:
    case ErrorCode::tool_not_found:
    case ErrorCode::resource_not_found:
    case ErrorCode::unsupported:
    case ErrorCode::key_reused:
    case ErrorCode::unknown_task_kind:
    case ErrorCode::task_not_found:
    case ErrorCode::conflict:
    case ErrorCode::task_already_finished:
    case ErrorCode::output_handle_not_found:
    case ErrorCode::invalid_format_for_payload:
    case ErrorCode::command_not_found:
      return FailureClass::arguments;
    case ErrorCode::domain_blocked:
    case ErrorCode::path_not_allowed:
    case ErrorCode::budget_exceeded:
      return FailureClass::policy;
    case ErrorCode::timeout:
    case ErrorCode::server_busy:
    case ErrorCode::shutting_down:
    case ErrorCode::execution_timeout:
    case ErrorCode::result_expired:
    case ErrorCode::queue_full:
      return FailureClass::time;
    case ErrorCode::cancelled:
    case ErrorCode::input_required:
    case ErrorCode::input_declined:
      return FailureClass::user;
    case ErrorCode::missing_client_capability:
      return FailureClass::client;
    case ErrorCode::tab_not_found:
    case ErrorCode::element_not_found:
    case ErrorCode::stale_ref:
    case ErrorCode::ambiguous_target:
    case ErrorCode::element_covered:
    case ErrorCode::element_not_visible:
    case ErrorCode::element_disabled:
    case ErrorCode::element_moving:
    case ErrorCode::element_detached:
    case ErrorCode::value_not_kept:
    case ErrorCode::hit_other_element:
    case ErrorCode::outcome_unknown:
    case ErrorCode::dialog_open:
    case ErrorCode::page_changed:
    case ErrorCode::browser_unavailable:
    case ErrorCode::browser_disconnected:
    case ErrorCode::target_closed:
    case ErrorCode::target_crashed:
    case ErrorCode::navigation_failed:
    case ErrorCode::script_error:
    case ErrorCode::protocol_error:
    case ErrorCode::extension_not_connected:
    case ErrorCode::extension_no_response:
    case ErrorCode::executor_lost:
    case ErrorCode::result_too_large:
      return FailureClass::browser;
    case ErrorCode::network_failed:
      return FailureClass::network;
    case ErrorCode::process_failed:
    case ErrorCode::orphaned:
      return FailureClass::process;
    case ErrorCode::storage_failed:
    case ErrorCode::storage_corrupt:
    case ErrorCode::lock_timeout:
      return FailureClass::storage;
    case ErrorCode::internal:
      return FailureClass::internal;
  }
  return FailureClass::internal;
}

const json::Record<ToolCallLine>& ToolCallLine::record() {
  using json::optional;
  using json::required;
  static const json::Record<ToolCallLine> fields{
      required("event", &ToolCallLine::event, "Kind of event."),
      required("ts", &ToolCallLine::ts, "When the call ended, in ms since the epoch."),
      required("call_id", &ToolCallLine::call_id),
      required("tool", &ToolCallLine::tool),
      required("effect", &ToolCallLine::effect),
      required("args", &ToolCallLine::args,
               "Arguments as JSON text: secrets redacted, long fields shortened."),
      required("duration_ms", &ToolCallLine::duration_ms),
      required("outcome", &ToolCallLine::outcome),
      optional("error_code", &ToolCallLine::error_code),
      optional("failure_class", &ToolCallLine::failure_class, "Whose failure it was."),
      optional("client", &ToolCallLine::client, "Name of the client that called."),
      optional("output_bytes", &ToolCallLine::output_bytes),
      optional("output_tokens", &ToolCallLine::output_tokens, "Estimated."),
      optional("task_id", &ToolCallLine::task_id),
      optional("workspace", &ToolCallLine::workspace),
      optional("tab", &ToolCallLine::tab),
  };
  return fields;
}

namespace {

ToolCallLine line_of(const ToolCall& call, const json::object& arguments) {
  ToolCallLine line{.ts = call.ts_ms,
                    .call_id = shorten(call.call_id, kMaxNameBytes),
                    .tool = shorten(call.tool, kMaxNameBytes),
                    .effect = call.effect,
                    .args = json::arguments_summary(arguments, kMaxArgumentBytes),
                    .duration_ms = milliseconds_of(call.duration),
                    .outcome = outcome_of(call.error),
                    .output_bytes = call.output_bytes,
                    .output_tokens = call.output_tokens};
  if (call.task_id) line.task_id = shorten(*call.task_id, kMaxNameBytes);
  if (call.client) line.client = shorten(*call.client, kMaxNameBytes);
  if (!call.workspace.empty()) line.workspace = shorten(call.workspace, kMaxNameBytes);
  if (!call.tab.empty()) line.tab = call.tab;
  // A question to the user is no failure.
  if (call.error && line.outcome != Outcome::input_required) {
    line.error_code = info(*call.error).word;
    line.failure_class = failure_class_of(*call.error);
  }
  return line;
}

}  // namespace

JournalEvent JournalEvent::tool_call(ToolCall call, json::object arguments) {
  JournalEvent event{call.ts_ms};
  event.source_.emplace(std::move(call), std::move(arguments));
  return event;
}

const json::object& JournalEvent::body() const {
  if (source_) body_ = ToolCallLine::record().encode(line_of(source_->call, source_->arguments));
  source_.reset();
  return body_;
}

JournalEvent JournalEvent::output_handle_created(const OutputHandleCreated& output) {
  JournalEvent event{output.ts_ms};
  event.body_ = {{"event", "output_handle_created"},  {"ts", output.ts_ms},
                 {"call_id", output.call_id},         {"handle", output.handle},
                 {"source_tool", output.source_tool}, {"size_bytes", output.size_bytes},
                 {"mime_type", output.mime_type}};
  return event;
}

}  // namespace oc::journal
