#include "tool/common_params.h"

#include "base/text.h"
#include "json/record.h"

namespace oc::tool {
namespace {

const json::Record<CommonArgs>& common_record() {
  static const json::Record<CommonArgs> record{
      json::optional("timeout_ms", &CommonArgs::timeout_ms, "Deadline of this call.").range(1, 86'400'000),
  };
  return record;
}

// Management tools answer from memory or disk at once; those that wait have an argument of their own for it.
bool takes_common_args(const ToolSpec& spec) {
  return spec.effect != Effect::management;
}

}  // namespace

json::object common_params_schema(const ToolSpec& spec) {
  if (!takes_common_args(spec)) return {};
  return std::move(common_record().schema(json::Strictness::refuse_unknown).at("properties").as_object());
}

Result<CommonArgs> take_common_args(const ToolSpec& spec, json::object& arguments) {
  if (!takes_common_args(spec)) return CommonArgs{};
  json::object common;
  for (std::string_view name : {"timeout_ms", "timeoutMs"}) {
    if (const json::value* found = arguments.if_contains(name)) {
      common[name] = *found;
      arguments.erase(name);
    }
  }
  return common_record().decode(common);
}

}  // namespace oc::tool
