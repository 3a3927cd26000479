#include "tool/common_params.h"

#include <algorithm>

#include "base/text.h"
#include "json/record.h"

namespace oc::tool {
namespace {

const json::Record<CommonArgs>& common_record() {
  static const json::Record<CommonArgs> record{
      json::optional("tabId", &CommonArgs::tab_id, "Default: the one used last."),
      json::optional("workspace", &CommonArgs::workspace).max_length(64),
      json::optional("timeout_ms", &CommonArgs::timeout_ms).at_least(1),
  };
  return record;
}

bool takes(const ToolSpec& spec, Needs needs, std::string_view name) {
  if (name == "tabId") return needs == Needs::tab;
  if (name == "workspace") return needs != Needs::nothing;
  // Management tools answer from memory or disk at once; those that wait have an argument of their own for
  // it.
  return spec.effect != Effect::management;
}

}  // namespace

json::object common_params_schema(const ToolSpec& spec, Needs needs) {
  json::object all =
      std::move(common_record().schema(json::Strictness::refuse_unknown).at("properties").as_object());
  json::object taken;
  for (auto& member : all) {
    if (takes(spec, needs, member.key())) taken[member.key()] = std::move(member.value());
  }
  return taken;
}

Result<CommonArgs> take_common_args(const std::vector<std::string>& names, json::object& arguments) {
  json::object common;
  for (auto it = arguments.begin(); it != arguments.end();) {
    bool taken = std::ranges::any_of(
        names, [&](const std::string& name) { return snake_case(name) == snake_case(it->key()); });
    if (taken) common[it->key()] = it->value();
    it = taken ? arguments.stable_erase(it) : std::next(it);
  }
  return common_record().decode(common);
}

}  // namespace oc::tool
