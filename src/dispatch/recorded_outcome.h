// The outcome of a call as it is kept: in a receipt, or beside the result of a task. Texts, data and errors
// are kept whole; pictures and the like are counted only.
#pragma once
#include "base/result.h"
#include "json/json.h"
#include "tool/output.h"

namespace oc::dispatch {

json::object to_record(const Result<tool::ToolOutput>& outcome);
// The outcome again, with a note of what was left out.
Result<tool::ToolOutput> from_record(const json::object& record);

// What an answer has that is not its body nor the word and sentence of its error: notes, _meta, the error's
// details and page. Nothing when it has none of them, or more than is worth keeping.
std::optional<json::object> beside_body(const Result<tool::ToolOutput>& outcome);
void put_beside(const json::object& kept, tool::ToolOutput& output);
void put_beside(const json::object& kept, Error& error);

}  // namespace oc::dispatch
