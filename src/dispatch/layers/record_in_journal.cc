// journal: writes every call to the journal with its outcome and duration.
// Outermost: refused, invalid, timed-out and cancelled calls are history too.
#include "dispatch/layer.h"
#include "journal/journal.h"

namespace oc::dispatch {
namespace {

std::int64_t body_bytes(const ToolOutput& output) {
  if (const auto* text = std::get_if<std::string>(&output.body))
    return static_cast<std::int64_t>(text->size());
  return 0;
}

}  // namespace

Task<Result<ToolOutput>> record_in_journal(Services& services, Call& call, Next next) {
  SteadyTime started = services.clock.steady_now();
  auto outcome = co_await next(call);
  journal::ToolCall entry{.ts_ms = services.clock.now_ms(),
                          .call_id = call.id,
                          .tool = std::string{call.tool.spec().name},
                          .effect = call.tool.effect_of(call.arguments),
                          .duration = services.clock.steady_now() - started};
  if (!outcome) entry.error = outcome.error().code;
  if (!call.client.empty()) entry.client = call.client;
  if (outcome && body_bytes(*outcome) > 0) entry.output_bytes = body_bytes(*outcome);
  services.journal.append(journal::JournalEvent::tool_call(entry, call.arguments));
  co_return outcome;
}

}  // namespace oc::dispatch
