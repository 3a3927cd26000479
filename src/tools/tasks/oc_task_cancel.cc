// oc_task_cancel — asks a task to stop, whichever server runs it.
#include "ledger/envelopes.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::string task_id;
};

const Record<Args> kParams{required("task_id", &Args::task_id)};

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  auto task = co_await context.services().envelopes.cancel(args.task_id, context.stop());
  if (!task) co_return std::unexpected(std::move(task).error());
  co_return ToolOutput::json(public_json(*task));
}

}  // namespace

const Tool& oc_task_cancel() {
  static const Tool tool{{.name = "oc_task_cancel",
                          .title = "Cancel task",
                          .summary = "Ask a task to stop after the unit in hand; what it did is kept.",
                          .tier = Tier::specialist,
                          .effect = Effect::management,
                          .destructive = false,
                          .idempotent = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
