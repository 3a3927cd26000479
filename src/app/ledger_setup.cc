#include "app/ledger_setup.h"

#include "dispatch/task_runner.h"

namespace oc::app {

ledger::LedgerOptions ledger_options(const Config& config, const tool::Catalog& catalog) {
  return {.keep = std::chrono::days{config.task_ttl_days},
          .most_tasks = static_cast<std::size_t>(config.task_max),
          .assemble = [&catalog](std::string_view kind, json::array items) {
            return dispatch::answer_from_items(catalog, kind, std::move(items));
          }};
}

}  // namespace oc::app
