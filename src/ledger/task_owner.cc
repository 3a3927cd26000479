#include "ledger/task_owner.h"

#include <unistd.h>

#include <limits>

#include "base/process.h"

namespace oc::ledger {

Owner this_process() {
  return {.pid = getpid(),
          .process_start = static_cast<std::int64_t>(process_start_ticks(getpid()).value_or(0)),
          .boot_id = boot_id(),
          .host = host_name()};
}

bool is_running(const Owner& owner, const Owner& self) {
  if (owner.host != self.host) return true;
  if (owner.boot_id != self.boot_id) return false;
  if (owner.pid <= 0 || owner.pid > std::numeric_limits<pid_t>::max()) return false;
  auto started = process_start_ticks(static_cast<pid_t>(owner.pid));
  return started && static_cast<std::int64_t>(*started) == owner.process_start;
}

}  // namespace oc::ledger
