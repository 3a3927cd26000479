// oc_task_start — long work in the background, recorded on disk: it outlives the call and the connection. Or,
// without a kind, an envelope: what the caller is about to do, and within which bounds.
#include "browser/browser.h"
#include "ledger/envelopes.h"
#include "tool/task_starter.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> kind;
  json::object args;
  std::optional<std::string> objective;
  std::optional<ledger::Phase> phase;
  std::optional<ledger::Policy> policy;
  std::optional<std::string> idempotency_key;
};

const Record<Args> kParams{
    optional("kind", &Args::kind, "Name of a long-running tool; none: only declare a run."),
    optional("args", &Args::args, "Its arguments."),
    optional("objective", &Args::objective, "What the run is for.").max_length(4000),
    optional("phase", &Args::phase),
    optional("policy", &Args::policy, "Its bounds."),
    optional("idempotency_key", &Args::idempotency_key,
             "Same key and arguments: the task that was started before.")
        .max_length(256),
};

struct Started {
  std::string task_id;
  ledger::TaskStatus status = ledger::TaskStatus::pending;
  std::string kind;
};

const Record<Started> kResult{
    required("task_id", &Started::task_id),
    required("status", &Started::status),
    required("kind", &Started::kind),
};

std::optional<ledger::Declaration> declared_by(const Args& args) {
  if (!args.objective && !args.phase && !args.policy) return std::nullopt;
  return ledger::Declaration{.objective = args.objective,
                             .phase = args.phase.value_or(ledger::Phase::explore),
                             .policy = args.policy.value_or(ledger::Policy{})};
}

Task<Result<ledger::TaskRecord>> open_envelope(ToolContext& context, const Args& args) {
  if (!args.args.empty()) {
    co_return fail(ErrorCode::invalid_arguments, "'args' are those of a kind, and 'kind' is missing",
                   "kind starts a long-running tool; objective alone declares a run of your own.");
  }
  if (!args.objective) {
    co_return fail(ErrorCode::invalid_arguments, "'kind' or 'objective' is required",
                   "kind starts a long-running tool; objective declares a run of your own.");
  }
  auto created = co_await context.services().tasks.create({.kind = std::string{ledger::kEnvelopeKind},
                                                           .arguments = {},
                                                           .idempotency_key = args.idempotency_key,
                                                           .declaration = declared_by(args),
                                                           .runs_by_itself = false});
  if (!created) co_return std::unexpected(std::move(created).error());
  co_return std::move(created->record);
}

// Said when it is declared, not when the first call is refused.
Result<void> check_domains(ToolContext& context, const std::optional<ledger::Policy>& policy) {
  if (!policy || policy->allowed_domains.empty()) return {};
  auto narrowed = context.services().browser.policy().narrowed_to(policy->allowed_domains);
  if (!narrowed) return std::unexpected(std::move(narrowed).error().in("policy.allowedDomains"));
  return {};
}

Task<Result<Started>> run(ToolContext& context, Args args) {
  OC_CO_TRY(check_domains(context, args.policy));
  Result<ledger::TaskRecord> task;
  if (args.kind) {
    task = co_await context.services().task_starter.start({.kind = *args.kind,
                                                           .arguments = args.args,
                                                           .idempotency_key = args.idempotency_key,
                                                           .declaration = declared_by(args),
                                                           .caller = context.caller()});
  } else {
    task = co_await open_envelope(context, args);
  }
  if (!task) co_return std::unexpected(std::move(task).error());
  co_return Started{.task_id = task->task_id, .status = task->status, .kind = task->kind};
}

}  // namespace

const Tool& oc_task_start() {
  static const Tool tool{
      {.name = "oc_task_start",
       .title = "Start task",
       .summary =
           "Start a long-running tool in the background, or declare a run with its budgets: then give its "
           "id as taskId to other tools.",
       .use_when = "work may take longer than a call should, or shall be bounded and counted.",
       .tier = Tier::specialist,
       .effect = Effect::management,
       .destructive = false},
      kParams,
      kResult,
      run};
  return tool;
}

}  // namespace oc::tools
