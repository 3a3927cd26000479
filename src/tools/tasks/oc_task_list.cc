// oc_task_list — the tasks of all servers that share the ledger, newest first.
#include "json/one_or_many.h"
#include "ledger/task_ledger.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  json::OneOrMany<ledger::TaskStatus> status;
  json::OneOrMany<std::string> kind;
  std::optional<std::int64_t> since;
  int limit = 50;
};

const Record<Args> kParams{
    optional("status", &Args::status),
    optional("kind", &Args::kind),
    optional("since", &Args::since, "Created at or after (ms epoch).").at_least(0),
    optional("limit", &Args::limit).range(1, 1000),
};

struct Tasks {
  std::vector<json::object> tasks;
  std::int64_t count = 0;
};

const Record<Tasks> kResult{
    required("tasks", &Tasks::tasks, "Newest first."),
    required("count", &Tasks::count, "How many are listed."),
};

Task<Result<Tasks>> run(ToolContext& context, Args args) {
  ledger::TaskQuery query{.statuses = std::move(args.status.values),
                          .kinds = std::move(args.kind.values),
                          .since_ms = args.since,
                          .limit = static_cast<std::size_t>(args.limit)};
  auto found = co_await context.services().tasks.list(std::move(query), context.stop());
  if (!found) co_return std::unexpected(std::move(found).error());
  Tasks out{.count = static_cast<std::int64_t>(found->size())};
  for (const ledger::TaskRecord& task : *found) out.tasks.push_back(public_json(task));
  co_return out;
}

}  // namespace

const Tool& oc_task_list() {
  static const Tool tool{{.name = "oc_task_list",
                          .title = "List tasks",
                          .summary = "List background tasks, newest first.",
                          .tier = Tier::specialist,
                          .effect = Effect::management,
                          .read_only = true,
                          .items_member = "tasks"},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
