// validate: checks the arguments against the tool's declaration and decodes them.
// Stands before anything that costs time or touches a browser; inside the journal, so that a refused call is
// history too.
#include <algorithm>

#include "base/text.h"
#include "dispatch/layer.h"

namespace oc::dispatch {
namespace {

// Under the names that the tool declares, and without those left open by null: whoever looks at the arguments
// later need not know of other spellings. What is given twice stays as it came, for the decoder to refuse.
json::object as_declared(const tool::Tool& tool, json::object given) {
  const json::object* known = json::find_object(tool.input_schema(), "properties");
  auto is_declared = [&](const auto& one) { return known->contains(one.key()) && !one.value().is_null(); };
  if (!known || std::ranges::all_of(given, is_declared)) return given;
  const json::array* required = json::find_array(tool.input_schema(), "required");
  json::object out;
  for (const auto& member : given) {
    auto same = [&](const auto& one) { return snake_case(one.key()) == snake_case(member.key()); };
    const auto* declared = known->find(member.key());
    if (declared == known->end()) declared = std::ranges::find_if(*known, same);
    bool is_known = declared != known->end();
    std::string_view name = is_known ? declared->key() : member.key();
    bool is_needed = required && std::ranges::find(*required, json::value(name)) != required->end();
    if (is_known && member.value().is_null() && !is_needed) continue;
    if (out.contains(name)) return given;
    out[name] = member.value();
  }
  return out;
}

// Common arguments are none of the tool's own, so its decoder could not say that one of them was meant.
std::optional<Error> misspelled_common(const tool::Tool& tool, const json::object& own) {
  const json::object* known = json::find_object(tool.input_schema(), "properties");
  if (!known) return std::nullopt;
  std::vector<std::string_view> names;
  for (const auto& member : *known) names.emplace_back(member.key());
  for (const auto& member : own) {
    std::string_view key = member.key();
    if (known->contains(key)) continue;
    auto same = [&](std::string_view name) { return snake_case(name) == snake_case(key); };
    std::string_view meant = std::ranges::any_of(names, same) ? "" : nearest(key, names);
    if (std::ranges::find(tool.common_names(), meant) == tool.common_names().end()) continue;
    std::string problem = cat("is not known; did you mean '", meant, "'?");
    return Error{ErrorCode::invalid_arguments,
                 cat("'", key, "' ", problem),
                 {},
                 json::object{{"problems", {json::object{{"path", key}, {"problem", problem}}}}}};
  }
  return std::nullopt;
}

}  // namespace

Result<void> decode_arguments(Call& call) {
  call.arguments = as_declared(call.tool, std::move(call.arguments));
  json::object own = call.arguments;
  auto common = tool::take_common_args(call.tool.common_names(), own);
  if (!common) return std::unexpected(std::move(common).error());
  call.common = *common;
  call.ports.named_tab = call.common.tab_id;
  if (call.common.timeout_ms) call.ports.allowed = std::chrono::milliseconds{*call.common.timeout_ms};
  call.ports.wants_whole = call.common.mode() != tool::OutputMode::in_line;
  if (auto problem = misspelled_common(call.tool, own)) return std::unexpected(std::move(*problem));
  auto decoded = call.tool.decode(own);
  if (!decoded) return std::unexpected(std::move(decoded).error());
  call.decoded = std::move(*decoded);
  return {};
}

Task<Result<ToolOutput>> validate_arguments(Services&, Call& call, Next next) {
  OC_CO_TRY(decode_arguments(call));
  co_return co_await next(call);
}

}  // namespace oc::dispatch
