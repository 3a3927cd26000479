// delegate: a call whose arguments make it the work of another tool goes on as a call of that tool. Inside
// the journal, which has it under the name that was called; outside everything else, so that budget, receipt,
// deadline and tab are those of the tool that runs.
#include <algorithm>

#include "base/text.h"
#include "dispatch/layer.h"
#include "tool/catalog.h"

namespace oc::dispatch {
namespace {

// What callers of every tool may say, as far as the other takes it too.
void pass_common(const Call& call, Call& to) {
  for (const std::string& name : to.tool.common_names()) {
    bool is_common = std::ranges::find(call.tool.common_names(), name) != call.tool.common_names().end();
    const json::value* given = call.arguments.if_contains(name);
    if (is_common && given) to.arguments[name] = *given;
  }
}

}  // namespace

Task<Result<ToolOutput>> delegate_call(Services& services, Call& call, Next next) {
  auto delegates = call.tool.spec().delegates;
  if (!delegates) co_return co_await next(call);
  auto other = delegates(call.arguments);
  if (!other) co_return std::unexpected(std::move(other).error());
  if (!*other) co_return co_await next(call);
  const tool::Tool* tool = services.tools.find((*other)->tool);
  if (!tool) co_return fail(ErrorCode::unsupported, cat("this server has no tool ", (*other)->tool));
  Call made{.tool = *tool,
            .arguments = std::move((*other)->arguments),
            .ports = call.ports,
            .client = call.client,
            .id = call.id,
            .longest = call.longest};
  pass_common(call, made);
  OC_CO_TRY(decode_arguments(made));
  auto outcome = co_await next(made);
  // The journal tells where it was.
  call.workspace = std::move(made.workspace);
  call.tab = std::move(made.tab);
  co_return outcome;
}

}  // namespace oc::dispatch
