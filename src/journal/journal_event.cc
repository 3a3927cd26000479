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
    case ErrorCode::domain_blocked:
    case ErrorCode::path_not_allowed:
      return FailureClass::arguments;
    case ErrorCode::timeout:
    case ErrorCode::server_busy:
    case ErrorCode::shutting_down:
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
    case ErrorCode::dialog_open:
    case ErrorCode::page_changed:
    case ErrorCode::browser_unavailable:
    case ErrorCode::browser_disconnected:
    case ErrorCode::target_closed:
    case ErrorCode::target_crashed:
    case ErrorCode::navigation_failed:
    case ErrorCode::script_error:
    case ErrorCode::protocol_error:
      return FailureClass::browser;
    case ErrorCode::network_failed:
      return FailureClass::network;
    case ErrorCode::process_failed:
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
  };
  return fields;
}

JournalEvent JournalEvent::tool_call(const ToolCall& call, const json::object& arguments) {
  ToolCallLine line{.ts = call.ts_ms,
                    .call_id = shorten(call.call_id, kMaxNameBytes),
                    .tool = shorten(call.tool, kMaxNameBytes),
                    .effect = call.effect,
                    .args = json::arguments_summary(arguments, kMaxArgumentBytes),
                    .duration_ms = milliseconds_of(call.duration),
                    .outcome = outcome_of(call.error),
                    .output_bytes = call.output_bytes};
  if (call.client) line.client = shorten(*call.client, kMaxNameBytes);
  // A question to the user is no failure.
  if (call.error && line.outcome != Outcome::input_required) {
    line.error_code = info(*call.error).word;
    line.failure_class = failure_class_of(*call.error);
  }
  return {call.ts_ms, ToolCallLine::record().encode(line)};
}

}  // namespace oc::journal
