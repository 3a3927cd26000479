// oc_task_wait — waits for the end of a task, whichever server runs it.
#include "ledger/task_ledger.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::string task_id;
  std::int64_t timeout_ms = 60'000;
};

const Record<Args> kParams{
    required("task_id", &Args::task_id),
    optional("timeout_ms", &Args::timeout_ms).range(1, 86'400'000),
};

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  ledger::TaskLedger& tasks = context.services().tasks;
  StopSource limit{context.stop(),
                   std::chrono::steady_clock::now() + std::chrono::milliseconds{args.timeout_ms}};
  auto task = co_await tasks.wait_for_end(args.task_id, limit.stop());
  if (task) co_return ToolOutput::json(public_json(*task));
  bool in_time = task.error().code != ErrorCode::timeout || context.stop().requested();
  if (in_time) co_return std::unexpected(std::move(task).error());
  co_return fail(ErrorCode::timeout,
                 cat("task ", args.task_id, " has not ended within ", args.timeout_ms, " ms"),
                 "The task goes on: wait again, or look at it with oc_task_get.");
}

}  // namespace

const Tool& oc_task_wait() {
  static const Tool tool{{.name = "oc_task_wait",
                          .title = "Wait for task",
                          .summary = "Wait until a task has ended. A timeout leaves it running.",
                          .tier = Tier::specialist,
                          .effect = Effect::management,
                          .read_only = true,
                          .waits_as_told = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
