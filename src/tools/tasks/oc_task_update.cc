// oc_task_update — the phase of a declared run, and notes on it.
// Tested by: scripts/verify/task-envelope.mjs and ledger/envelopes_test.cc
#include "ledger/envelopes.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::string task_id;
  std::optional<ledger::Phase> phase;
  std::optional<std::string> note;
};

const Record<Args> kParams{
    required("task_id", &Args::task_id),
    optional("phase", &Args::phase),
    optional("note", &Args::note).max_length(4000),
};

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  if (!args.phase && !args.note)
    co_return fail(ErrorCode::invalid_arguments, "give a phase, a note, or both");
  auto updated = co_await context.services().envelopes.update(args.task_id, args.phase, args.note);
  if (!updated) co_return std::unexpected(std::move(updated).error());
  co_return ToolOutput::json(public_json(*updated));
}

}  // namespace

const Tool& oc_task_update() {
  static const Tool tool{{.name = "oc_task_update",
                          .title = "Update task",
                          .summary = "Note the phase of a task, or a remark on it.",
                          .tier = Tier::specialist,
                          .effect = Effect::management,
                          .destructive = false,
                          .idempotent = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
