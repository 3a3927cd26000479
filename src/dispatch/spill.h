// What is too long for a conversation goes to the output store, and its descriptor takes its place.
#pragma once
#include "dispatch/layer.h"
#include "outputs/output_store.h"

namespace oc::dispatch {

// The longest payload that is sent as it is; 0: none. `allowance`: so much the caller has asked for.
std::size_t inline_limit(const Services& services, const tool::CommonArgs& args,
                         std::optional<std::size_t> allowance);

// Stores the payload; `output` describes it then. `limit`: the one that it was longer than.
Task<Result<void>> move_to_store(Services& services, outputs::NewOutput payload, const tool::CommonArgs& args,
                                 std::size_t limit, std::string call_id, ToolOutput& output);

}  // namespace oc::dispatch
