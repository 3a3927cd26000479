// Ids that sort by the time they were made: 1763212345678-3fa9c1. For things that are kept in a folder and
// found by their age: bundles, snapshots of sessions, recordings.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace oc::store {

std::string dated_id(std::int64_t now_ms);
// Anything else is unknown before it gets near a path.
bool is_dated_id(std::string_view text);

}  // namespace oc::store
