// Arguments that many tools take and no tool handles: layers of the pipeline do. They are split off before a
// tool's own arguments are checked.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "json/json.h"
#include "tool/output_mode.h"
#include "tool/tool_spec.h"

namespace oc::tool {

struct CommonArgs {
  std::optional<std::string> tab_id;
  std::optional<std::string> workspace;
  std::optional<std::int64_t> timeout_ms;
  std::optional<std::string> idempotency_key;
  std::optional<std::string> task_id;
  std::optional<OutputMode> output_mode;
  std::optional<std::int64_t> output_inline_limit_bytes;

  OutputMode mode() const { return output_mode.value_or(OutputMode::in_line); }
};

inline constexpr std::string_view kIdempotencyKey = "idempotency_key";

// The properties that the spec's tool takes beyond its own.
json::object common_params_schema(const ToolSpec& spec, Needs needs);
// Takes the arguments of these names out of `arguments`, in either spelling. The names are those of the
// schema above that the tool does not declare itself.
Result<CommonArgs> take_common_args(const std::vector<std::string>& names, json::object& arguments);

}  // namespace oc::tool
