#include "base/environment.h"

#include <cstdlib>

namespace oc {

Environment process_environment() {
  return [](std::string_view variable) -> std::optional<std::string> {
    const char* value = std::getenv(std::string{variable}.c_str());
    return value ? std::optional<std::string>{value} : std::nullopt;
  };
}

}  // namespace oc
