// What changed between two readings of a page, line by line: nodes are known by their refs.
#pragma once
#include <string>
#include <string_view>

namespace oc::page {

// Lines with "+" for new nodes, "-" for those that are gone, "~" for those that read differently; empty when
// nothing changed. Linear in the number of lines.
std::string tree_delta(std::string_view before, std::string_view after);

}  // namespace oc::page
