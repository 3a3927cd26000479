// Tasks of the ledger as the two dialects of MCP tell them: the tasks of 2025-11-25 and the extension of
// 2026-07-28. Views, never a second store.
#pragma once
#include <chrono>

#include "ledger/task_record.h"
#include "mcp/server.h"

namespace oc::mcp {

json::object task_capability(bool lists);
// Did this very request declare the extension?
bool knows_tasks(const RequestContext& context);
// The JSON-RPC code for an error that cannot be told as the result of a tool.
int code_of(const Error& error);

json::object legacy_task(const ledger::TaskRecord& task, std::chrono::milliseconds keep);
// resultType "task": instead of the answer of a call.
json::object created_task(const ledger::TaskRecord& task, std::chrono::milliseconds keep);
// The members of a task in the extension, without its outcome.
json::object extension_task(const ledger::TaskRecord& task, std::chrono::milliseconds keep);
// The same with its outcome, or with what it asks: as tasks/get and notifications/tasks tell it.
Task<json::object> detailed_task(Server& server, ledger::TaskRecord task, RequestContext& context);
// What a client must declare to hear of tasks; an error when it does not.
std::optional<rpc::ErrorObject> lacks_tasks(const RequestContext& context, std::string_view what);
// Did the task end without an answer of its tool, because of the server and not of the work?
bool ended_by_server(const ledger::TaskRecord& task);
// What the call would have answered. REQUIRES: the task has ended.
Task<rpc::Answer> answer_of_task(Server& server, ledger::TaskRecord task, RequestContext& context);

}  // namespace oc::mcp
