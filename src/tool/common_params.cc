#include "tool/common_params.h"

#include <algorithm>

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

Result<CommonArgs> take_common_args(const std::vector<std::string>& names, json::object& arguments) {
  json::object common;
  for (auto it = arguments.begin(); it != arguments.end();) {
    bool taken = std::ranges::find(names, snake_case(it->key())) != names.end();
    if (taken) common[it->key()] = it->value();
    it = taken ? arguments.stable_erase(it) : std::next(it);
  }
  return common_record().decode(common);
}

}  // namespace oc::tool
