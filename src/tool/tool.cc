#include "tool/tool.h"

#include "tool/common_params.h"

namespace oc::tool {

void Tool::publish_common_params() {
  // Layers add notes to the answer of any tool.
  if (output_schema_) {
    output_schema_->at("properties").as_object()["notes"] =
        json::object{{"type", "array"},
                     {"items", json::object{{"type", "string"}}},
                     {"description", "What happened beside it: a dialog, a download, a new tab."}};
  }
  json::object common = common_params_schema(spec_, needs_);
  json::object& properties = input_schema_.at("properties").as_object();
  for (auto& member : common) {
    // A tool that has an argument of this name means something of its own by it.
    if (properties.contains(member.key())) continue;
    common_names_.emplace_back(member.key());
    properties[member.key()] = std::move(member.value());
  }
}

Effect Tool::effect_of(const json::object& arguments) const {
  for (const EffectRule& rule : spec_.effect_rules) {
    if (json::find_string(arguments, rule.argument) == rule.value) return rule.effect;
  }
  return spec_.effect;
}

}  // namespace oc::tool
