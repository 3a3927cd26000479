#include "mcp/listed_schema.h"

#include <algorithm>
#include <array>

namespace oc::mcp {
namespace {

constexpr std::array<std::string_view, 8> kUnlisted{
    "minimum",        "maximum", "minLength", "maxLength", "maxItems", "pattern", "additionalProperties",
    tool::kListedWhen};

bool is_listed(const json::value& argument, const tool::ListingFacts& facts) {
  const json::object* schema = argument.if_object();
  auto word = schema ? json::find_string(*schema, tool::kListedWhen) : std::nullopt;
  auto when = word ? from_word<tool::ListedWhen>(*word) : std::nullopt;
  return tool::is_listed(when.value_or(tool::ListedWhen::always), facts);
}

// A flag is off and a number nothing unless somebody says so; what has choices is one of them.
bool says_nothing(const json::object& schema, std::string_view key, const json::value& value) {
  if (key == "default") return (value.is_bool() && !value.get_bool()) || json::as_integer(value) == 0;
  if (key == "type") return schema.contains("enum");
  return std::ranges::find(kUnlisted, key) != kUnlisted.end();
}

json::value without_limits(const json::value& schema, const tool::ListingFacts& facts) {
  const json::object* members = schema.if_object();
  if (!members) return schema;
  json::object out;
  for (const auto& [key, value] : *members) {
    if (key == "properties" && value.is_object()) {
      json::object properties;
      for (const auto& [name, property] : value.get_object()) {
        if (is_listed(property, facts)) properties[name] = without_limits(property, facts);
      }
      out[key] = std::move(properties);
    } else if (!says_nothing(*members, key, value)) {
      out[key] = without_limits(value, facts);
    }
  }
  return out;
}

}  // namespace

json::object listed_input(const json::object& schema, const tool::ListingFacts& facts) {
  return without_limits(json::value(schema), facts).as_object();
}

std::optional<json::object> listed_output(const tool::Tool& tool) {
  const tool::ToolSpec& spec = tool.spec();
  if (!tool.output_schema() || spec.can_be_large || !spec.items_member.empty()) return std::nullopt;
  return json::object{{"type", "object"}};
}

}  // namespace oc::mcp
