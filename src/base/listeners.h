// Listeners: those who want to hear of something, told in the order in which they came. A listener may come
// and go while it is told. Belongs to the loop.
#pragma once
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace oc {

// Hears until the last copy goes; may outlive what it listens to.
using Listening = std::shared_ptr<void>;

template <class... Told>
class Listeners {
 public:
  using Callback = std::function<void(const Told&...)>;

  [[nodiscard]] Listening add(Callback callback) {
    auto kept = std::make_shared<Callback>(std::move(callback));
    callbacks_.push_back(kept);
    return kept;
  }

  void tell(const Told&... what) {
    if (callbacks_.empty()) return;
    std::erase_if(callbacks_, [](const auto& callback) { return callback.expired(); });
    auto now = callbacks_;
    for (const auto& weak : now) {
      if (auto callback = weak.lock()) (*callback)(what...);
    }
  }

 private:
  std::vector<std::weak_ptr<Callback>> callbacks_;
};

}  // namespace oc
