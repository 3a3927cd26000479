// A stop's callback and a timer for its deadline, whichever comes first.
#include "base/stop_trigger.h"

namespace oc {
namespace {

void fire(std::function<void()>& action) {
  if (auto once = std::exchange(action, nullptr)) once();
}

}  // namespace

StopTrigger::StopTrigger(const Executor& executor, const Stop& stop, std::function<void()> action)
    : action_(std::make_shared<std::function<void()>>(std::move(action))), timer_(executor) {
  callback_ = stop.on_stop([shared = action_] { fire(*shared); });
  auto deadline = stop.deadline();
  if (!deadline || !*action_) return;
  timer_.expires_at(*deadline);
  timer_.async_wait([shared = action_](const boost::system::error_code& error) {
    if (!error) fire(*shared);
  });
}

StopTrigger::~StopTrigger() {
  *action_ = nullptr;
}

}  // namespace oc
