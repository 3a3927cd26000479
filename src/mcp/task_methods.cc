// tasks/get, tasks/result, tasks/list, tasks/update, tasks/cancel: of the revision 2025-11-25 and of the
// extension to 2026-07-28, which share names and little else.
// Tested by: mcp/task_view_test.cc
#include "ledger/envelopes.h"
#include "mcp/page_of.h"
#include "mcp/render.h"
#include "mcp/server.h"
#include "mcp/task_questions.h"
#include "mcp/task_view.h"

namespace oc::mcp {
namespace {

using Checked = std::expected<ledger::TaskId, rpc::ErrorObject>;

// May this client use the method at all, and which task does it mean?
Checked task_named(const json::object& params, const RequestContext& context, std::string_view method) {
  if (context.modern()) {
    if (auto lacking = lacks_tasks(context, method)) return std::unexpected(std::move(*lacking));
  }
  if (!context.modern() && !facts(context.client.revision).tasks)
    return std::unexpected(method_not_found(method));
  auto id = json::find_string(params, "taskId");
  if (!id) return rpc_error(rpc::kInvalidParams, "Invalid params: taskId is required and must be a string");
  return ledger::TaskId{*id};
}

std::unexpected<rpc::ErrorObject> failed(const Error& error) {
  return rpc_error(code_of(error), error.message, error_json(error));
}

}  // namespace

Task<rpc::Answer> get_task(Server& server, const json::object& params, RequestContext& context,
                           const json::value&) {
  auto id = task_named(params, context, "tasks/get");
  if (!id) co_return std::unexpected(id.error());
  ledger::TaskLedger& tasks = server.parts().tasks;
  auto task = co_await tasks.get(*id, context.stop);
  if (!task) co_return failed(task.error());
  if (!context.modern()) co_return legacy_task(*task, tasks.keep());
  co_return co_await detailed_task(server, std::move(*task), context);
}

// Waits for the end, and asks meanwhile what the task wants to know. A client that goes away meanwhile
// cancels nothing, and may ask again.
Task<rpc::Answer> get_task_result(Server& server, const json::object& params, RequestContext& context,
                                  const json::value&) {
  auto id = task_named(params, context, "tasks/result");
  if (!id) co_return std::unexpected(id.error());
  ledger::TaskLedger& tasks = server.parts().tasks;
  auto task = co_await tasks.get(*id, context.stop);
  while (task && !task->ended()) {
    task = task->asks() ? co_await ask_for_task(tasks, std::move(*task), context, server.parts().clock)
                        : co_await tasks.wait_for_change(*id, task->revision, context.stop);
  }
  if (!task) co_return failed(task.error());
  auto answer = co_await answer_of_task(server, *task, context);
  if (!answer) co_return answer;
  json::object& result = answer->as_object();
  json::value& meta = result["_meta"];
  if (!meta.is_object()) meta = json::object{};
  meta.as_object()[kMetaRelatedTask] = json::object{{"taskId", *id}};
  co_return answer;
}

Task<rpc::Answer> list_tasks(Server& server, const json::object& params, RequestContext& context,
                             const json::value&) {
  bool is_known = facts(context.client.revision).tasks && server.parts().lists_tasks;
  if (!is_known) co_return std::unexpected(method_not_found("tasks/list"));
  ledger::TaskLedger& tasks = server.parts().tasks;
  auto found = co_await tasks.list({}, context.stop);
  if (!found) co_return failed(found.error());
  json::array shown;
  for (const ledger::TaskRecord& task : *found) shown.push_back(legacy_task(task, tasks.keep()));
  auto page = page_of(std::move(shown), "tasks", params);
  if (!page) co_return std::unexpected(page.error());
  co_return std::move(*page);
}

Task<rpc::Answer> update_task(Server& server, const json::object& params, RequestContext& context,
                              const json::value&) {
  auto id = task_named(params, context, "tasks/update");
  if (!id) co_return std::unexpected(id.error());
  const json::object* responses = json::find_object(params, "inputResponses");
  if (!responses)
    co_return rpc_error(rpc::kInvalidParams, "Invalid params: inputResponses must be an object");
  auto task = co_await take_answers(server.parts().tasks, *id, *responses, server.parts().clock);
  if (!task) co_return failed(task.error());
  co_return json::object{};
}

Task<rpc::Answer> cancel_task(Server& server, const json::object& params, RequestContext& context,
                              const json::value&) {
  auto id = task_named(params, context, "tasks/cancel");
  if (!id) co_return std::unexpected(id.error());
  ledger::TaskLedger& tasks = server.parts().tasks;
  auto before = co_await tasks.get(*id, context.stop);
  if (!before) co_return failed(before.error());
  if (!context.modern() && before->ended())
    co_return rpc_error(rpc::kInvalidParams, "Invalid params: the task has ended already");
  auto task = co_await server.parts().envelopes.cancel(*id, context.stop);
  if (!task) co_return failed(task.error());
  if (context.modern()) co_return json::object{};
  co_return legacy_task(*task, tasks.keep());
}

}  // namespace oc::mcp
