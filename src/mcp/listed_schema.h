// Schemas as tools/list shows them. Every byte of that list stands in every conversation of every client, so
// it says what a caller needs to make a call; limits and the inner shape of answers are in docs/tools.md, and
// calls are checked against the whole schema all the same.
#pragma once
#include "json/json.h"
#include "tool/tool.h"

namespace oc::mcp {

// Without the arguments that are not listed as things stand (tool/listing.h).
json::object listed_input(const json::object& schema, const tool::ListingFacts& facts = {});
// Of a tool that answers short data: a client then expects structured content with every answer. Nothing
// where an answer may be of any length, since no long payload is sent twice. The shape stays unsaid also
// because the answer may be the descriptor of a stored one instead, and clients hold answers against what is
// listed.
std::optional<json::object> listed_output(const tool::Tool& tool);

}  // namespace oc::mcp
