// The outcome of a call as it is kept in a receipt. Texts, data and errors are kept whole; pictures and the
// like are counted only.
#pragma once
#include "base/result.h"
#include "json/json.h"
#include "tool/output.h"

namespace oc::dispatch {

json::object to_record(const Result<tool::ToolOutput>& outcome);
// The outcome again, with a note of what was left out.
Result<tool::ToolOutput> from_record(const json::object& record);

}  // namespace oc::dispatch
