// Schemas as tools/list shows them. Every byte of that list stands in every conversation of every client, so
// it says what a caller needs to make a call; limits and the inner shape of answers are in docs/tools.md, and
// calls are checked against the whole schema all the same.
#pragma once
#include "json/json.h"

namespace oc::mcp {

json::object listed_input(const json::object& schema);
// Of any tool that answers data. The shape stays unsaid also because every such answer may be the descriptor
// of a stored one instead, and clients hold answers against what is listed.
json::object listed_output();

}  // namespace oc::mcp
