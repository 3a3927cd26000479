// task: a call with a taskId is counted against that task, and not made when its policy allows no more. After
// validate, since what cannot be made is no call; outside receipt, so that a receipt is the same for every
// task, and outside spill, so that what is counted is what the caller gets.
#include "base/text.h"
#include "dispatch/answer_size.h"
#include "dispatch/destination.h"
#include "dispatch/layer.h"
#include "ledger/envelopes.h"

namespace oc::dispatch {
namespace {

constexpr std::string_view kCheckpointTool = "oc_session_snapshot";

std::string remark(const ledger::Envelopes::Verdict& verdict) {
  const ledger::Assessment& found = verdict.assessment;
  bool exceeded = found.status == ledger::BudgetStatus::exceeded;
  return cat("[task] ", exceeded ? "beyond " : "close to ",
             join(exceeded ? found.exceeded : found.warnings, ", "), ": ",
             found.recommended_next.value_or(""));
}

}  // namespace

Task<Result<ToolOutput>> count_in_task(Services& services, Call& call, Next next) {
  if (!call.common.task_id) co_return co_await next(call);
  using Counts = ledger::Envelopes::Counts;
  Effect effect = call.tool.effect_of(call.arguments);
  bool is_checkpoint = call.tool.spec().name == kCheckpointTool;
  bool counts = effect != Effect::management && !is_checkpoint;
  auto admitted = co_await services.envelopes.admit(*call.common.task_id, counts ? Counts::yes : Counts::no,
                                                    call.ports.stop);
  if (!admitted) co_return std::unexpected(std::move(admitted).error());
  call.policy = admitted->policy();
  SteadyTime began = services.clock.steady_now();
  auto outcome = co_await next(call);
  if (!counts) {
    if (is_checkpoint && outcome) services.envelopes.note_checkpoint(std::move(*admitted));
    co_return outcome;
  }
  ledger::Envelopes::Verdict verdict = services.envelopes.count(std::move(*admitted),
                                                                {.tool = std::string{call.tool.spec().name},
                                                                 .effect = effect,
                                                                 .ok = outcome.has_value(),
                                                                 .url = destination_of(call),
                                                                 .output_tokens = size_of(outcome).tokens},
                                                                services.clock.steady_now() - began);
  json::object& meta = outcome ? outcome->meta : outcome.error().meta;
  meta["openchrome/task"] = verdict.meta();
  if (verdict.assessment.status == ledger::BudgetStatus::ok) co_return outcome;
  if (outcome) {
    outcome->notes.push_back(remark(verdict));
  } else {
    outcome.error().notes.push_back(remark(verdict));
  }
  co_return outcome;
}

}  // namespace oc::dispatch
