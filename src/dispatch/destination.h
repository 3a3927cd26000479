// Where a call goes, by the argument that its tool declares for that.
#pragma once
#include <optional>
#include <string>

#include "dispatch/layer.h"

namespace oc::dispatch {

// A whole address; nothing for a call that goes nowhere, or back or forward in the history of its tab.
std::optional<std::string> destination_of(const Call& call);

}  // namespace oc::dispatch
