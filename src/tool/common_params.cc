#include "tool/common_params.h"

#include <algorithm>

#include "base/text.h"
#include "json/record.h"

namespace oc::tool {
namespace {

const json::Record<CommonArgs>& common_record() {
  static const json::Record<CommonArgs> record{
      json::optional("tabId", &CommonArgs::tab_id),
      json::optional("workspace", &CommonArgs::workspace).max_length(64),
      json::optional("timeout_ms", &CommonArgs::timeout_ms).at_least(1),
      json::optional(kIdempotencyKey, &CommonArgs::idempotency_key).min_length(1).max_length(256),
      json::optional("taskId", &CommonArgs::task_id),
      json::optional("output_mode", &CommonArgs::output_mode),
      listed_when(ListedWhen::never,
                  json::optional("output_inline_limit_bytes", &CommonArgs::output_inline_limit_bytes)
                      .range(0, 1'000'000'000)),
  };
  return record;
}

bool can_act(const ToolSpec& spec) {
  return spec.effect == Effect::action || std::ranges::any_of(spec.effect_rules, [](const EffectRule& rule) {
           return rule.effect == Effect::action;
         });
}

bool takes(const ToolSpec& spec, Needs needs, std::string_view name) {
  if (name == "tabId") return needs == Needs::tab;
  if (name == "workspace") return needs != Needs::nothing;
  if (name == kIdempotencyKey) return can_act(spec);
  if (name.starts_with("output_")) return spec.can_be_large;
  if (name == "taskId") return needs != Needs::nothing || spec.effect != Effect::management;
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
    std::string_view key = it->key();
    bool taken = std::ranges::any_of(names, [&](const std::string& name) {
      // Most differ in their first letter, and every call comes this way.
      bool is_near = !key.empty() && (name[0] | 0x20) == (key[0] | 0x20);
      return name == key || (is_near && snake_case(name) == snake_case(key));
    });
    if (taken) common[it->key()] = it->value();
    it = taken ? arguments.stable_erase(it) : std::next(it);
  }
  return common_record().decode(common);
}

}  // namespace oc::tool
