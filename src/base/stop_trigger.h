// StopTrigger: calls an action when a Stop is requested or its deadline passes, while the trigger exists. For
// waits that cannot take a Stop themselves: the action closes or cancels what is waited for.
#pragma once
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>

#include "base/task.h"

namespace oc {

class [[nodiscard]] StopTrigger {
 public:
  // The action is called at most once; at once if the stop was requested before.
  StopTrigger(const Executor& executor, const Stop& stop, std::function<void()> action);
  StopTrigger(const StopTrigger&) = delete;
  StopTrigger& operator=(const StopTrigger&) = delete;
  ~StopTrigger();

 private:
  std::shared_ptr<std::function<void()>>
      action_;  // shared with a timer handler that may outlive us; empty when spent
  asio::steady_timer timer_;
  StopCallback callback_;
};

}  // namespace oc
