// The ledger's settings from the program's.
#pragma once
#include "app/config.h"
#include "ledger/task_ledger.h"
#include "tool/catalog.h"

namespace oc::app {

// `catalog` must outlive the ledger.
ledger::LedgerOptions ledger_options(const Config& config, const tool::Catalog& catalog);

}  // namespace oc::app
