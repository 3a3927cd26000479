// The table of error codes.
#include "base/error.h"

#include <array>
#include <cstddef>
#include <system_error>

#include "base/text.h"

namespace oc {
namespace {

constexpr std::array kErrors{
    ErrorInfo{ErrorCode::invalid_arguments, "invalid_arguments", false,
              "The arguments do not fit the tool's schema.",
              "Correct the arguments named in details and call again."},
    ErrorInfo{ErrorCode::tool_not_found, "tool_not_found", false, "No tool has this name.",
              "List the tools and use one of their names."},
    ErrorInfo{ErrorCode::resource_not_found, "resource_not_found", false, "No resource has this URI.",
              "List the resources and templates and use one of their URIs."},
    ErrorInfo{ErrorCode::timeout, "timeout", true, "The call did not finish before its deadline.",
              "Call again with a larger timeout_ms, or ask for less."},
    ErrorInfo{ErrorCode::cancelled, "cancelled", true, "The caller cancelled the call.",
              "Call again if the result is still wanted."},
    ErrorInfo{ErrorCode::server_busy, "server_busy", true, "Too many calls are running.",
              "Wait for running calls to finish, then call again."},
    ErrorInfo{ErrorCode::shutting_down, "shutting_down", true, "The server is ending.",
              "Start the server again."},
    ErrorInfo{ErrorCode::input_required, "input_required", true, "The tool needs an answer from the user.",
              "Answer the questions and call again with the answers."},
    ErrorInfo{ErrorCode::input_declined, "input_declined", false,
              "The user declined to answer, or to allow it.", "Ask the user how to go on."},
    ErrorInfo{ErrorCode::missing_client_capability, "missing_client_capability", false,
              "The tool must ask the user something and the client cannot.",
              "Use a client that supports the capability named in details."},
    ErrorInfo{ErrorCode::tab_not_found, "tab_not_found", false, "No tab has this id.",
              "Call tabs_context for the tabs that are open, or tabs_create for a new one."},
    ErrorInfo{ErrorCode::element_not_found, "element_not_found", true, "No element of the page fits.",
              "Read the page again and use what it shows; details name the nearest elements."},
    ErrorInfo{ErrorCode::stale_ref, "stale_ref", false, "The element of this ref is gone from the page.",
              "Read the page again and use a ref of that answer."},
    ErrorInfo{ErrorCode::ambiguous_target, "ambiguous_target", false,
              "Several elements of the page fit equally well; none was touched.",
              "Use the ref of one of the candidates in details, or say more in query."},
    ErrorInfo{ErrorCode::element_covered, "element_covered", true,
              "Another element would get the click; it was not sent.",
              "Deal with the covering element that the message names, or scroll, then call again."},
    ErrorInfo{ErrorCode::element_not_visible, "element_not_visible", true,
              "The element has no place on the page where a person could use it.",
              "Open what hides it (the message says why), or use another element."},
    ErrorInfo{ErrorCode::element_disabled, "element_disabled", true, "The element is disabled or inert.",
              "Fill in what the page wants first; inspect says what disables it."},
    ErrorInfo{ErrorCode::element_moving, "element_moving", true, "The element does not stand still.",
              "Call again when the animation has ended, or use the keyboard: focus, then a key."},
    ErrorInfo{ErrorCode::element_detached, "element_detached", true,
              "The page took the element away while it was about to be used.",
              "Read the page again and use what it shows."},
    ErrorInfo{ErrorCode::hit_other_element, "hit_other_element", false,
              "The input went, or would have gone, to another element than the one that was meant.",
              "Read the page again: something moved under the pointer. details name what was hit."},
    ErrorInfo{ErrorCode::value_not_kept, "value_not_kept", false,
              "The field does not hold what was entered: the page refused or replaced it.",
              "Look at the field's value in details and at what the page says about it."},
    ErrorInfo{ErrorCode::outcome_unknown, "outcome_unknown", false,
              "The call may have taken effect, wholly or in part; it was not and will not be repeated.",
              "Look at the page to see what happened; to do it again, use another idempotency_key."},
    ErrorInfo{ErrorCode::key_reused, "key_reused", false,
              "This idempotency_key belongs to a call with other arguments.",
              "Use a new key for a new call."},
    ErrorInfo{ErrorCode::dialog_open, "dialog_open", false, "A dialog of the page blocks the tab.",
              "Answer the dialog with handle_dialog, then call again."},
    ErrorInfo{ErrorCode::page_changed, "page_changed", true, "The page navigated while it was being read.",
              "Call again once the page has settled; wait_for helps."},
    ErrorInfo{ErrorCode::domain_blocked, "domain_blocked", false,
              "The domain policy does not allow this address.",
              "Use an allowed address, or start the server with another policy."},
    ErrorInfo{ErrorCode::path_not_allowed, "path_not_allowed", false,
              "The path is outside the allowed directories.",
              "Use a path below one of the directories named in details."},
    ErrorInfo{ErrorCode::browser_unavailable, "browser_unavailable", true,
              "No browser could be started or reached.", "Run openchrome doctor; it says what is missing."},
    ErrorInfo{ErrorCode::browser_disconnected, "browser_disconnected", true,
              "The browser went away during the call.",
              "Call again: the next call starts or finds a browser."},
    ErrorInfo{ErrorCode::target_closed, "target_closed", false, "The tab was closed during the call.",
              "Call tabs_context for the tabs that are open."},
    ErrorInfo{ErrorCode::target_crashed, "target_crashed", true, "The tab's renderer crashed.",
              "Navigate the tab again, or open another one."},
    ErrorInfo{ErrorCode::navigation_failed, "navigation_failed", true, "The page could not be loaded.",
              "Check the address; details name the network error."},
    ErrorInfo{ErrorCode::script_error, "script_error", false, "A script threw an exception in the page.",
              "Correct the script; the message names the line."},
    ErrorInfo{ErrorCode::protocol_error, "protocol_error", false, "The browser refused a command.",
              "Call again; if it lasts, restart the browser with oc_stop."},
    ErrorInfo{ErrorCode::network_failed, "network_failed", true, "A network connection failed.",
              "Check the address and that the other side is running."},
    ErrorInfo{ErrorCode::process_failed, "process_failed", false, "A program could not be started or failed.",
              "Check that the program exists and may be run."},
    ErrorInfo{ErrorCode::storage_failed, "storage_failed", true, "Reading or writing a file failed.",
              "Check free space and permissions of the openchrome home directory."},
    ErrorInfo{ErrorCode::storage_corrupt, "storage_corrupt", false, "A stored file cannot be understood.",
              "Move the file named in the message away; it is not needed to run."},
    ErrorInfo{ErrorCode::lock_timeout, "lock_timeout", true, "Another process held a file lock for too long.",
              "Call again; if it lasts, look for a stopped openchrome process."},
    ErrorInfo{ErrorCode::unknown_task_kind, "unknown_task_kind", false,
              "No work of this kind can run in the background.", "Use one of the kinds named in details."},
    ErrorInfo{ErrorCode::task_not_found, "task_not_found", false, "No task has this id.",
              "Call oc_task_list for the tasks that are known; old ones are removed after a while."},
    ErrorInfo{ErrorCode::conflict, "conflict", false,
              "This idempotency_key belongs to a task that was started with other arguments.",
              "Use a new key for new work."},
    ErrorInfo{ErrorCode::orphaned, "orphaned", true,
              "The server that ran the task ended before the task did.",
              "Read what was finished with oc_task_get {include_result: true}; start the rest again."},
    ErrorInfo{ErrorCode::task_already_finished, "task_already_finished", false,
              "The task has ended: nothing more can be recorded against it.",
              "Call without taskId, or open another task with oc_task_start."},
    ErrorInfo{ErrorCode::budget_exceeded, "budget_exceeded", false,
              "The task's policy allows no further call; it was not made.",
              "Finish the task with oc_task_finish, or open one with a larger budget."},
    ErrorInfo{ErrorCode::output_handle_not_found, "output_handle_not_found", false,
              "No stored output has this handle, or it has expired.",
              "Make the call that stored it again; outputs are kept for some hours."},
    ErrorInfo{ErrorCode::invalid_format_for_payload, "invalid_format_for_payload", false,
              "The stored output cannot be read that way.", "Use a format that fits its mime_type."},
    ErrorInfo{ErrorCode::command_not_found, "command_not_found", false, "No command has this correlation_id.",
              "Use the correlation_id that interact answered; old commands are forgotten after a while."},
    ErrorInfo{ErrorCode::extension_not_connected, "extension_not_connected", true,
              "No extension is connected to this server.",
              "Ask the user to run `openchrome extension pair`, or use via=cdp."},
    ErrorInfo{
        ErrorCode::extension_no_response, "extension_no_response", true,
        "The extension did not take the command, or did not answer, in time.",
        "Ask the user whether Chrome runs and the extension is paired and switched on; then submit again."},
    ErrorInfo{ErrorCode::execution_timeout, "execution_timeout", true,
              "The command began and did not finish in the time it was given.",
              "Look at the page to see how far it came; submit again with a larger timeout_ms."},
    ErrorInfo{ErrorCode::executor_lost, "executor_lost", false,
              "What carried the command out went away while it ran; it was not and will not be repeated.",
              "Look at the page to see what happened before you submit it again."},
    ErrorInfo{ErrorCode::result_expired, "result_expired", false,
              "The command had finished, but nobody asked for its result in time.",
              "Submit the command again, and ask for its result with observe within a minute."},
    ErrorInfo{ErrorCode::result_too_large, "result_too_large", false,
              "The result of the command is larger than what is taken.", "Ask for less of it."},
    ErrorInfo{ErrorCode::queue_full, "queue_full", true, "Too many commands wait for the extension.",
              "Wait as long as retry_after_ms in details says, then submit again."},
    ErrorInfo{ErrorCode::unsupported, "unsupported", false, "This is not supported here.", ""},
    ErrorInfo{ErrorCode::internal, "internal", false, "A defect of openchrome.",
              "Please report it with the server's log (stderr)."},
};

constexpr bool indexed_by_code() {
  for (std::size_t i = 0; i < kErrors.size(); ++i) {
    if (static_cast<std::size_t>(kErrors[i].code) != i) return false;
  }
  return kErrors.size() == static_cast<std::size_t>(ErrorCode::internal) + 1;
}
static_assert(indexed_by_code(), "kErrors lists every ErrorCode once, in order");

}  // namespace

std::span<const ErrorInfo> all_errors() {
  return kErrors;
}

const ErrorInfo& info(ErrorCode code) {
  return kErrors[static_cast<std::size_t>(code)];
}

Error Error::in(std::string_view context) && {
  message = cat(context, ": ", message);
  return std::move(*this);
}

std::string errno_text(int error_number) {
  return std::generic_category().message(error_number);
}

Error storage_error(std::string_view what, std::string_view path, int error_number) {
  return Error{ErrorCode::storage_failed, cat("cannot ", what, " ", path, ": ", errno_text(error_number))};
}

}  // namespace oc
