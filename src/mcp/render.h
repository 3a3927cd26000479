// Outcomes → the result of tools/call in a revision's shape. The only place that writes isError.
#pragma once
#include "base/result.h"
#include "json/json.h"
#include "mcp/revision.h"
#include "tool/output.h"
#include "tool/tool.h"

namespace oc::mcp {

json::object render_outcome(Result<tool::ToolOutput> outcome, const tool::Tool& tool, Revision revision);
// {"error":{"code","message","hint?","retryable","details?"},"notes?":[]}
json::object error_json(const Error& error);

}  // namespace oc::mcp
