#include "bridge/command.h"

#include <algorithm>

#include "base/random.h"
#include "base/text.h"

namespace oc::bridge {
namespace {

using json::optional;
using json::required;

constexpr std::string_view kPrefix = "corr-";
constexpr std::size_t kRandomDigits = 16;

std::string_view waiting_message(const Command& command) {
  switch (command.state) {
    case CommandState::queued:
      return command.carrier == Carrier::extension ? "queued: the extension has not taken it yet" : "queued";
    case CommandState::delivered:
      return "delivered: it has not begun yet";
    default:
      return "running";
  }
}

}  // namespace

bool may_become(CommandState from, CommandState to) {
  using enum CommandState;
  switch (from) {
    case queued:
      return to == delivered || to == error;
    case delivered:
      return to == queued || to == running || to == complete || to == error || to == timeout;
    case running:
      return to == complete || to == error || to == timeout;
    case complete:
      return to == expired;
    case error:
    case timeout:
    case expired:
      break;
  }
  return false;
}

const json::Record<Failure>& Failure::record() {
  static const json::Record<Failure> fields{
      required("code", &Failure::code),
      required("message", &Failure::message),
      optional("hint", &Failure::hint),
      optional("reason", &Failure::reason),
      optional("outcome_unknown", &Failure::outcome_unknown),
  };
  return fields;
}

Failure Failure::of(ErrorCode code, std::string message) {
  Error error{code, std::move(message)};
  Failure out{.code = std::string{error.word()}, .message = error.message};
  if (!error.next_step().empty()) out.hint = std::string{error.next_step()};
  return out;
}

const json::Record<Command>& Command::record() {
  static const json::Record<Command> fields{
      required("correlation_id", &Command::correlation_id),
      required("number", &Command::number),
      required("action", &Command::action),
      optional("params", &Command::params),
      required("carrier", &Command::carrier),
      required("timeout_ms", &Command::timeout_ms),
      required("queue_ttl_ms", &Command::queue_ttl_ms),
      optional("idempotent", &Command::idempotent),
      optional("is_private", &Command::is_private),
      optional("caller", &Command::caller),
      required("state", &Command::state),
      optional("epoch", &Command::epoch),
      required("created_at", &Command::created_at),
      optional("delivered_at", &Command::delivered_at),
      optional("started_at", &Command::started_at),
      optional("ended_at", &Command::ended_at),
      optional("read_at", &Command::read_at),
      optional("result", &Command::result),
      optional("failure", &Command::failure),
      optional("late_result", &Command::late_result),
      optional("expired_at", &Command::expired_at),
  };
  return fields;
}

bool may_change_page(std::string_view action) {
  return action != "get_text" && action != "screenshot" && action != "list_tabs";
}

std::string new_correlation_id(std::int64_t now_ms) {
  return cat(kPrefix, now_ms, "-", random_hex(kRandomDigits / 2));
}

bool is_correlation_id(std::string_view text) {
  if (!text.starts_with(kPrefix)) return false;
  text.remove_prefix(kPrefix.size());
  std::size_t dash = text.find('-');
  if (dash == 0 || dash == text.npos || dash > 15 || text.size() - dash - 1 != kRandomDigits) return false;
  auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  auto is_hex = [&](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  return std::ranges::all_of(text.substr(0, dash), is_digit) &&
         std::ranges::all_of(text.substr(dash + 1), is_hex);
}

json::object delivery_of(const Command& command) {
  json::object params = command.params.value_or(json::object{});
  params["action"] = command.action;
  params["timeout_ms"] = command.timeout_ms;
  return {{"id", command.number},
          {"correlation_id", command.correlation_id},
          {"type", "browser_action"},
          {"params", std::move(params)}};
}

json::object status_of(const Command& command) {
  if (!command.is_over()) return {{"status", "pending"}, {"message", waiting_message(command)}};
  json::object out{{"status", word_of(command.state)}};
  std::int64_t ended_at = command.ended_at.value_or(0);
  if (command.state == CommandState::complete) {
    out["result"] = command.result.value_or(nullptr);
    out["completed_at"] = ended_at;
    out["duration_ms"] = ended_at - command.created_at;
    return out;
  }
  if (command.state == CommandState::expired) {
    Failure told = Failure::of(ErrorCode::result_expired, "nobody asked for the result within a minute");
    out["error"] = told.message;
    out["code"] = told.code;
    out["hint"] = *told.hint;
    out["expired_at"] = command.expired_at.value_or(0);
    out["outcome"] = "complete";
    return out;
  }
  if (const auto& failure = command.failure) {
    out["error"] = failure->message;
    out["code"] = failure->code;
    if (failure->hint) out["hint"] = *failure->hint;
    if (failure->reason) out["reason"] = *failure->reason;
    if (failure->outcome_unknown) out["outcome_unknown"] = *failure->outcome_unknown;
  }
  out["failed_at"] = ended_at;
  if (command.late_result) out["late_result"] = *command.late_result;
  return out;
}

}  // namespace oc::bridge
