#include "dispatch/deeds.h"

#include "base/text.h"
#include "browser/browser.h"

namespace oc::dispatch {
namespace {

// Raised before anything is done, whatever the tool.
bool comes_first(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_arguments:
    case ErrorCode::tool_not_found:
    case ErrorCode::resource_not_found:
    case ErrorCode::server_busy:
    case ErrorCode::input_required:
    case ErrorCode::input_declined:
    case ErrorCode::missing_client_capability:
    case ErrorCode::tab_not_found:
    case ErrorCode::element_not_found:
    case ErrorCode::stale_ref:
    case ErrorCode::ambiguous_target:
    case ErrorCode::domain_blocked:
    case ErrorCode::path_not_allowed:
    case ErrorCode::browser_unavailable:
    case ErrorCode::lock_timeout:
    case ErrorCode::unsupported:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool has_acted(const tool::Services& services, const Call& call, const Error& error) {
  switch (call.tool.needs()) {
    case tool::Needs::tab:
      return call.tab && call.deeds_before && call.tab->deeds() != *call.deeds_before;
    case tool::Needs::browser:
      // Others may have opened a tab meanwhile: then it is not certain.
      return call.deeds_before && services.browser.deeds() != *call.deeds_before;
    case tool::Needs::nothing:
      break;
  }
  return !comes_first(error.code);
}

bool leaves_open(ErrorCode code) {
  switch (code) {
    case ErrorCode::timeout:
    case ErrorCode::cancelled:
    case ErrorCode::shutting_down:
    case ErrorCode::browser_disconnected:
    case ErrorCode::target_closed:
    case ErrorCode::target_crashed:
    case ErrorCode::internal:
      return true;
    default:
      return false;
  }
}

Error unknown_outcome(const Call& call, Error cause) {
  json::object facts{{"code", cause.word()}};
  if (!cause.details.is_null()) facts["details"] = std::move(cause.details);
  Error error{ErrorCode::outcome_unknown,
              cat("'", call.tool.spec().name, "' began, and may have taken effect: ", cause.message),
              {},
              json::object{{"cause", std::move(facts)}}};
  error.state = std::move(cause.state);
  return error;
}

}  // namespace oc::dispatch
