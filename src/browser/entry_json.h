// Entries of a tab's console and network as data, for files: secrets by name or by look are redacted.
#pragma once
#include "browser/console_tracker.h"
#include "browser/network_tracker.h"
#include "json/json.h"

namespace oc::browser {

enum class Headers : std::uint8_t { left_out, redacted };

json::object entry_json(const ConsoleEntry& entry);
json::object entry_json(const NetworkEntry& entry, Headers headers);

}  // namespace oc::browser
