// Did a call that failed do anything? What is known decides whether its idempotency key is free again and
// whether its outcome is one.
#pragma once
#include "dispatch/call.h"
#include "tool/services.h"

namespace oc::dispatch {

// False only when it is certain that nothing was done. REQUIRES: the call failed with this error.
bool has_acted(const tool::Services& services, const Call& call, const Error& error);

// Does it end a call at any point of its work, so that it says nothing of what was done?
bool leaves_open(ErrorCode code);

// The error of a call that began to act and ended like this.
Error unknown_outcome(const Call& call, Error cause);

}  // namespace oc::dispatch
