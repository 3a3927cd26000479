// Error: a failure as a value. `code` is for programs, `message` for readers, `hint` for the agent's next
// step. All codes stand in one table (error.cc), which `openchrome dump errors` prints.
#pragma once
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oc {

// The enumerator is the word on the wire. A code leaves only with an entry in the CHANGELOG.
enum class ErrorCode : std::uint8_t {
  invalid_arguments,
  tool_not_found,
  resource_not_found,
  timeout,
  cancelled,
  server_busy,
  shutting_down,
  input_required,
  input_declined,
  missing_client_capability,
  tab_not_found,
  element_not_found,
  stale_ref,
  ambiguous_target,
  element_covered,
  element_not_visible,
  element_disabled,
  element_moving,
  element_detached,
  hit_other_element,
  value_not_kept,
  outcome_unknown,
  key_reused,
  dialog_open,
  page_changed,
  domain_blocked,
  path_not_allowed,
  browser_unavailable,
  browser_disconnected,
  target_closed,
  target_crashed,
  navigation_failed,
  script_error,
  protocol_error,
  network_failed,
  process_failed,
  storage_failed,
  storage_corrupt,
  lock_timeout,
  unknown_task_kind,
  task_not_found,
  conflict,
  orphaned,
  task_already_finished,
  budget_exceeded,
  output_handle_not_found,
  invalid_format_for_payload,
  command_not_found,
  extension_not_connected,
  extension_no_response,
  execution_timeout,
  executor_lost,
  result_expired,
  result_too_large,
  queue_full,
  unsupported,
  internal,
};

struct ErrorInfo {
  ErrorCode code;
  std::string_view word;
  bool retryable;  // may the same call succeed later, unchanged?
  std::string_view meaning;
  std::string_view hint;  // used when the place that raised the error gave none
};

std::span<const ErrorInfo> all_errors();
const ErrorInfo& info(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;
  std::string hint = {};
  boost::json::value details = nullptr;
  boost::json::value state = nullptr;   // the page it is about; stands before the error in an answer
  boost::json::object meta = {};        // for _meta of the answer
  std::vector<std::string> notes = {};  // what happened beside it, a line each
  std::optional<bool> can_repeat = {};  // where more is known than the code says

  std::string_view word() const { return info(code).word; }
  bool retryable() const { return can_repeat.value_or(info(code).retryable); }
  // The hint given where the error was raised, else the code's own.
  std::string_view next_step() const { return hint.empty() ? info(code).hint : std::string_view{hint}; }
  // The same error with more context in front of its message; the code stays.
  Error in(std::string_view context) &&;
};

// "No space left on device" and the like, for the errno of a failed system call.
std::string errno_text(int error_number);
Error storage_error(std::string_view what, std::string_view path, int error_number);

}  // namespace oc
