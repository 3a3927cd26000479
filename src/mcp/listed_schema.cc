#include "mcp/listed_schema.h"

#include <algorithm>
#include <array>

namespace oc::mcp {
namespace {

constexpr std::array<std::string_view, 7> kUnlisted{"minimum",  "maximum", "minLength",           "maxLength",
                                                    "maxItems", "pattern", "additionalProperties"};
// Arguments whose defaults are right for nearly everybody; docs/tools.md has them.
constexpr std::array<std::string_view, 3> kUnlistedArguments{"output_inline_limit_bytes", "queue_ttl_ms",
                                                             "idempotent"};

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// A flag is off and a number nothing unless somebody says so; what has choices is one of them.
bool says_nothing(const json::object& schema, std::string_view key, const json::value& value) {
  if (key == "default") return (value.is_bool() && !value.get_bool()) || json::as_integer(value) == 0;
  if (key == "type") return schema.contains("enum");
  return is_among(kUnlisted, key);
}

json::value without_limits(const json::value& schema) {
  const json::object* members = schema.if_object();
  if (!members) return schema;
  json::object out;
  for (const auto& [key, value] : *members) {
    if (key == "properties" && value.is_object()) {
      json::object properties;
      for (const auto& [name, property] : value.get_object()) {
        if (!is_among(kUnlistedArguments, name)) properties[name] = without_limits(property);
      }
      out[key] = std::move(properties);
    } else if (!says_nothing(*members, key, value)) {
      out[key] = without_limits(value);
    }
  }
  return out;
}

}  // namespace

json::object listed_input(const json::object& schema) {
  return without_limits(json::value(schema)).as_object();
}

json::object listed_output() {
  return {{"type", "object"}};
}

}  // namespace oc::mcp
