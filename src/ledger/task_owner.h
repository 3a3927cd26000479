// Who runs a task, and whether that process is still there.
#pragma once
#include "ledger/task_record.h"

namespace oc::ledger {

// This process.
Owner this_process();
// Is the very process still running? Of another machine (or container) nobody here can tell: it counts as
// running. `self` is this_process().
bool is_running(const Owner& owner, const Owner& self);

}  // namespace oc::ledger
