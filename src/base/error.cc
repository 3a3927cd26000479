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
