// `openchrome dump`: the generated documentation, printed.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace oc::app {

Result<std::string> dump(std::string_view what);

}  // namespace oc::app
