// Environment: the process's variables as a port, so that tests can answer for them. The one place that reads
// them.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace oc {

using Environment = std::function<std::optional<std::string>(std::string_view variable)>;

Environment process_environment();

}  // namespace oc
