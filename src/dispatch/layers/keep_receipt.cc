// receipt: a call with an idempotency_key runs once; whoever repeats it gets the recorded answer. Inside
// validate, so that a malformed call spends no key; outside everything that acts or waits for a browser, so
// that a replay needs none, and outside the deadline, so that its verdict is recorded too.
#include "base/text.h"
#include "dispatch/deeds.h"
#include "dispatch/layer.h"
#include "dispatch/recorded_outcome.h"
#include "receipts/receipt_store.h"

namespace oc::dispatch {
namespace {

using receipts::Receipt;
using receipts::ReceiptStore;

constexpr std::string_view kMeta = "openchrome/receipt";

json::object without_key(json::object arguments) {
  arguments.erase(tool::kIdempotencyKey);
  return arguments;
}

void mark(Result<ToolOutput>& outcome, json::object facts) {
  (outcome ? outcome->meta : outcome.error().meta)[kMeta] = std::move(facts);
}

Result<ToolOutput> replayed(const Call& call, const Receipt& receipt) {
  Result<ToolOutput> outcome = from_record(receipt.outcome);
  json::object facts{
      {"key", *call.common.idempotency_key}, {"replayed", true}, {"recordedAt", receipt.recorded_at_ms}};
  if (receipt.redacted) facts["redacted"] = true;
  if (!outcome && outcome.error().code != ErrorCode::outcome_unknown) {
    Error& error = outcome.error();
    error.hint = cat(error.next_step(), error.next_step().empty() ? "" : " ",
                     "This is the recorded answer; to try again, use another idempotency_key.");
  }
  mark(outcome, std::move(facts));
  return outcome;
}

}  // namespace

Task<Result<ToolOutput>> keep_receipt(Services& services, Call& call, Next next) {
  bool acts = call.tool.effect_of(call.arguments) == Effect::action;
  if (!call.common.idempotency_key || !acts) co_return co_await next(call);
  auto begun = co_await services.receipts.begin({.key = *call.common.idempotency_key,
                                                 .tool = std::string{call.tool.spec().name},
                                                 .arguments = without_key(call.arguments)},
                                                call.ports.stop);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  if (const auto* earlier = std::get_if<Receipt>(&*begun)) co_return replayed(call, *earlier);
  auto& claim = std::get<ReceiptStore::Claim>(*begun);

  auto outcome = co_await next(call);
  if (!outcome && !has_acted(services, call, outcome.error())) {
    co_await services.receipts.release(std::move(claim));
    co_return outcome;
  }
  if (!outcome && leaves_open(outcome.error().code))
    outcome = std::unexpected(unknown_outcome(call, std::move(outcome).error()));
  json::object facts{{"key", *call.common.idempotency_key}, {"replayed", false}};
  auto kept = co_await services.receipts.finish(std::move(claim), to_record(outcome));
  // It was done, whatever the disk says.
  if (!kept) facts["problem"] = cat("not recorded: ", kept.error().message);
  mark(outcome, std::move(facts));
  co_return outcome;
}

}  // namespace oc::dispatch
