// The catalog as documentation: docs/tools.md, the guide resource and the table of effects are all printed
// from here.
#pragma once
#include <string>

#include "tool/catalog.h"

namespace oc::tool {

std::string tools_markdown(const Catalog& catalog);
std::string effects_markdown(const Catalog& catalog);
// Summary, when to use it and when not: what a client shows the model.
std::string description(const ToolSpec& spec);

}  // namespace oc::tool
