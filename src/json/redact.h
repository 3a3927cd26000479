// Secrets out of arguments, before they reach a log, the journal or the ledger.
#pragma once
#include <string>
#include <string_view>

#include "json/json.h"

namespace oc::json {

inline constexpr std::string_view kRedacted = "[redacted]";

// Is a member of this name a secret? password, token, api_key, authorization, cookie and their kin, in any
// spelling.
bool is_secret_name(std::string_view name);
// URLs lose their user info and the values of secret-looking query parameters; bearer tokens lose their
// value.
std::string redact_text(std::string_view text);
// Deep, by name and by value.
value redact(const value& from);
// Redacted arguments as compact JSON of at most `max_bytes`: long fields are shortened one by one, and say
// so.
std::string arguments_summary(const object& arguments, std::size_t max_bytes = 2048);

}  // namespace oc::json
