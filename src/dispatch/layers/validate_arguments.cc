// validate: checks the arguments against the tool's declaration and decodes them.
// Stands before anything that costs time or touches a browser; inside the journal, so that a refused call is
// history too.
#include "dispatch/layer.h"

namespace oc::dispatch {

Task<Result<ToolOutput>> validate_arguments(Services&, Call& call, Next next) {
  json::object own = call.arguments;
  auto common = tool::take_common_args(call.tool.common_names(), own);
  if (!common) co_return std::unexpected(std::move(common).error());
  call.common = *common;
  auto decoded = call.tool.decode(own);
  if (!decoded) co_return std::unexpected(std::move(decoded).error());
  call.decoded = std::move(*decoded);
  co_return co_await next(call);
}

}  // namespace oc::dispatch
