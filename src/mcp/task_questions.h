// The questions of a task, between its record and its client: as inputRequests that tasks/get shows and
// tasks/update answers, or, in 2025-11-25, as requests while the client waits for the result.
#pragma once
#include <set>

#include "ledger/task_ledger.h"
#include "mcp/request_context.h"
#include "tool/ports.h"

namespace oc::mcp {

std::vector<tool::Question> open_questions(const ledger::TaskRecord& task);
// Key → request, of what is open.
json::object input_requests(const ledger::TaskRecord& task);
// Writes down those responses that answer an open question as it wants to be answered; all others are
// ignored, as the extension wants it. `refused` are answered with a refusal, whatever their kind.
Task<Result<ledger::TaskRecord>> take_answers(ledger::TaskLedger& tasks, ledger::TaskId id,
                                              json::object responses, const Clock& clock,
                                              std::set<std::string> refused = {});
// Asks the client of this request what the task wants to know, and writes the answers down.
Task<Result<ledger::TaskRecord>> ask_for_task(ledger::TaskLedger& tasks, ledger::TaskRecord task,
                                              RequestContext& context, const Clock& clock);

}  // namespace oc::mcp
