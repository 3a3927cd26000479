#include "base/stop.h"

#include <algorithm>
#include <atomic>
#include <map>

namespace oc {
namespace detail {

class StopState {
 public:
  std::atomic<StopReason> reason = StopReason::none;
  std::optional<SteadyTime> deadline;
  std::map<std::uint64_t, std::function<void()>> callbacks;
  std::uint64_t next_key = 1;
  StopCallback from_parent;
};

}  // namespace detail

StopCallback& StopCallback::operator=(StopCallback&& other) noexcept {
  reset();
  state_ = std::exchange(other.state_, {});
  key_ = std::exchange(other.key_, 0);
  return *this;
}

void StopCallback::reset() {
  if (auto state = state_.lock()) state->callbacks.erase(key_);
  state_.reset();
}

StopReason Stop::reason() const {
  if (!state_) return StopReason::none;
  StopReason reason = state_->reason.load(std::memory_order_relaxed);
  if (reason != StopReason::none) return reason;
  if (state_->deadline && std::chrono::steady_clock::now() >= *state_->deadline) return StopReason::deadline;
  return StopReason::none;
}

std::optional<SteadyTime> Stop::deadline() const {
  return state_ ? state_->deadline : std::nullopt;
}

StopCallback Stop::on_stop(std::function<void()> callback) const {
  if (!state_) return {};
  if (state_->reason.load(std::memory_order_relaxed) != StopReason::none) {
    callback();
    return {};
  }
  std::uint64_t key = state_->next_key++;
  state_->callbacks.emplace(key, std::move(callback));
  return {state_, key};
}

Error Stop::error() const {
  switch (reason()) {
    case StopReason::deadline:
      return {ErrorCode::timeout, "the call did not finish before its deadline"};
    case StopReason::shutdown:
      return {ErrorCode::shutting_down, "the server is ending"};
    case StopReason::disconnected:
      return {ErrorCode::cancelled, "the client closed the connection"};
    case StopReason::cancelled:
    case StopReason::none:
      break;
  }
  return {ErrorCode::cancelled, "the caller cancelled the call"};
}

StopSource::StopSource() : state_(std::make_shared<detail::StopState>()) {}

StopSource::StopSource(const Stop& parent, std::optional<SteadyTime> deadline) : StopSource() {
  state_->deadline = deadline;
  if (auto outer = parent.deadline()) state_->deadline = deadline ? std::min(*outer, *deadline) : *outer;
  // Weak: the parent may outlive this child by days.
  std::weak_ptr<detail::StopState> weak = state_;
  state_->from_parent = parent.on_stop([weak, parent] {
    if (auto state = weak.lock()) {
      StopSource self;
      self.state_ = state;
      self.request(parent.reason());
    }
  });
}

bool StopSource::request(StopReason reason) {
  StopReason none = StopReason::none;
  if (!state_->reason.compare_exchange_strong(none, reason)) return false;
  // A callback may register, remove or end others: take them one by one, and keep the state alive meanwhile.
  auto state = state_;
  while (!state->callbacks.empty()) {
    auto first = state->callbacks.extract(state->callbacks.begin());
    first.mapped()();
  }
  return true;
}

}  // namespace oc
