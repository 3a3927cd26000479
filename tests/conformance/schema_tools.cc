// The fixture tool whose input schema must reach the client word for word.
#include "fixture_tools.h"
#include "json/parse.h"

namespace oc::conformance {
namespace {

using namespace tool;

constexpr std::string_view kSchema = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
    }
  },
  "properties": {
    "name": {"type": "string"},
    "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"},
    "email": {"type": "string"}
  },
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false
})";

Task<Result<ToolOutput>> echo_arguments(ToolContext&, json::object arguments) {
  co_return ToolOutput::json(std::move(arguments));
}

}  // namespace

std::vector<const Tool*> schema_tools() {
  static const Tool schema{
      {.name = "json_schema_2020_12_tool", .summary = "Tool with JSON Schema 2020-12 features."},
      json::parse(kSchema).value().as_object(),
      echo_arguments};
  return {&schema};
}

}  // namespace oc::conformance
