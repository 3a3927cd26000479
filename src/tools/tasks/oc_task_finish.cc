// oc_task_finish — the end of a declared run.
// Tested by: scripts/verify/task-envelope.mjs and ledger/envelopes_test.cc
#include "ledger/envelopes.h"
#include "tool/tool.h"

namespace oc {

enum class RunOutcome : std::uint8_t { completed, failed, cancelled };

template <>
struct EnumWords<RunOutcome> {
  static constexpr std::array<std::string_view, 3> words{"completed", "failed", "cancelled"};
};

namespace tools {
namespace {

using namespace oc::tool;

struct Args {
  std::string task_id;
  RunOutcome outcome = RunOutcome::completed;
  std::optional<std::string> note;
};

const Record<Args> kParams{
    required("task_id", &Args::task_id),
    required("outcome", &Args::outcome),
    optional("note", &Args::note).max_length(4000),
};

ledger::TaskStatus status_of(RunOutcome outcome) {
  if (outcome == RunOutcome::completed) return ledger::TaskStatus::completed;
  return outcome == RunOutcome::failed ? ledger::TaskStatus::failed : ledger::TaskStatus::cancelled;
}

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  auto ended = co_await context.services().envelopes.finish(args.task_id, status_of(args.outcome), args.note);
  if (!ended) co_return std::unexpected(std::move(ended).error());
  co_return ToolOutput::json(public_json(*ended));
}

}  // namespace

const Tool& oc_task_finish() {
  static const Tool tool{{.name = "oc_task_finish",
                          .title = "Finish task",
                          .summary = "End a declared run with its outcome.",
                          .tier = Tier::specialist,
                          .effect = Effect::management,
                          .destructive = false},
                         kParams,
                         run};
  return tool;
}

}  // namespace tools
}  // namespace oc
