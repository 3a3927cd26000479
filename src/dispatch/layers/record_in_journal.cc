// journal: writes every call to the journal with its outcome and duration.
// Outermost: refused, invalid, timed-out and cancelled calls are history too.
#include "base/text.h"
#include "dispatch/answer_size.h"
#include "dispatch/layer.h"
#include "journal/journal.h"
#include "json/redact.h"

namespace oc::dispatch {
namespace {

// The journal's own redaction goes by names, and what is typed into a page may be a password under any:
// members of a secret keep their names only.
json::value hidden(const json::value& secret) {
  const json::object* members = secret.if_object();
  if (!members) return json::value(json::kRedacted);
  json::object out;
  for (const auto& [key, member] : *members) out[key] = hidden(member);
  return out;
}

json::object without_secret(const Call& call) {
  json::object out = call.arguments;
  for (std::string_view secret : split(call.tool.spec().secret_argument, ' ')) {
    if (!secret.empty() && out.contains(secret)) out[secret] = hidden(out.at(secret));
  }
  return out;
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
  entry.workspace = call.workspace;
  if (call.tab) entry.tab = call.tab->id();
  if (!outcome) entry.error = outcome.error().code;
  if (!call.client.empty()) entry.client = call.client;
  AnswerSize size = size_of(outcome);
  entry.output_bytes = size.bytes;
  entry.output_tokens = size.tokens;
  if (call.common.task_id) entry.task_id = *call.common.task_id;
  services.journal.append(journal::JournalEvent::tool_call(std::move(entry), without_secret(call)));
  co_return outcome;
}

}  // namespace oc::dispatch
