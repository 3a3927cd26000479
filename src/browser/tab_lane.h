// TabLane: who may work with a tab. Observations share it; a call that changes the page has it alone. First
// come, first served, so that nobody waits for ever.
#pragma once
#include <cstdint>
#include <memory>

#include "base/result.h"
#include "base/task.h"

namespace oc::browser {

class TabLane {
 public:
  enum class Use : std::uint8_t { shared, alone };

  explicit TabLane(Executor executor);

  // The right to work with the tab, until the last copy goes.
  using Hold = std::shared_ptr<void>;
  // The stop's error when it came first.
  Task<Result<Hold>> enter(Use use, Stop stop);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace oc::browser
