#include "tool/catalog.h"

#include <algorithm>

namespace oc::tool {
namespace {

std::string_view name_of(const Tool* tool) {
  return tool->spec().name;
}

}  // namespace

Catalog::Catalog(std::vector<const Tool*> tools) : tools_(std::move(tools)) {
  std::ranges::sort(tools_, {}, name_of);
}

const Tool* Catalog::find(std::string_view name) const {
  auto found = std::ranges::lower_bound(tools_, name, {}, name_of);
  return found != tools_.end() && name_of(*found) == name ? *found : nullptr;
}

std::vector<const Tool*> Catalog::listed(ToolSet set, const ListingFacts& facts) const {
  std::vector<const Tool*> out;
  for (const Tool* tool : tools_) {
    bool is_in_set = static_cast<int>(tool->spec().tier) <= static_cast<int>(set) + 1;
    if (is_in_set && is_listed(tool->spec().listed, facts)) out.push_back(tool);
  }
  return out;
}

std::string_view Catalog::nearest_name(std::string_view name) const {
  std::vector<std::string_view> names;
  names.reserve(tools_.size());
  for (const Tool* tool : tools_) names.push_back(name_of(tool));
  return nearest(name, names);
}

}  // namespace oc::tool
