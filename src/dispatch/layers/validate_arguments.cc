// validate: checks the arguments against the tool's declaration and decodes them.
// Stands before anything that costs time or touches a browser; inside the journal, so that a refused call is
// history too.
#include <algorithm>

#include "base/text.h"
#include "dispatch/layer.h"

namespace oc::dispatch {
namespace {

// Common arguments are none of the tool's own, so its decoder could not say that one of them was meant.
std::optional<Error> misspelled_common(const tool::Tool& tool, const json::object& own) {
  const json::object* known = json::find_object(tool.input_schema(), "properties");
  if (!known) return std::nullopt;
  std::vector<std::string_view> names;
  for (const auto& member : *known) names.emplace_back(member.key());
  for (const auto& member : own) {
    std::string_view key = member.key();
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

Task<Result<ToolOutput>> validate_arguments(Services&, Call& call, Next next) {
  json::object own = call.arguments;
  auto common = tool::take_common_args(call.tool.common_names(), own);
  if (!common) co_return std::unexpected(std::move(common).error());
  call.common = *common;
  if (auto problem = misspelled_common(call.tool, own)) co_return std::unexpected(std::move(*problem));
  auto decoded = call.tool.decode(own);
  if (!decoded) co_return std::unexpected(std::move(decoded).error());
  call.decoded = std::move(*decoded);
  co_return co_await next(call);
}

}  // namespace oc::dispatch
