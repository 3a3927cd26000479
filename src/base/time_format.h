// Times as text: ISO-8601 in UTC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oc {

std::string iso8601(std::int64_t epoch_ms);                      // 2026-05-19T12:34:56.789Z
std::string day_of(std::int64_t epoch_ms);                       // 2026-05-19
std::optional<std::int64_t> day_start_ms(std::string_view day);  // of a valid YYYY-MM-DD
// A day alone, or with a time: 2026-05-19T12:34[:56[.789]] and then Z, +02:00 or nothing, which means UTC.
std::optional<std::int64_t> parse_iso8601(std::string_view text);

}  // namespace oc
