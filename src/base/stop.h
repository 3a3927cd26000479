// Stop: why and when work should end — a cancellation, a deadline and a reason in one value that everything
// which waits takes. Cooperative: a call may still succeed after its stop was requested.
//
// Belongs to the loop thread, except requested() and reason(), which any thread may ask.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "base/enum_words.h"
#include "base/error.h"

namespace oc {

enum class StopReason : std::uint8_t { none, cancelled, deadline, disconnected, shutdown };

template <>
struct EnumWords<StopReason> {
  static constexpr std::array<std::string_view, 5> words{"none", "cancelled", "deadline", "disconnected",
                                                         "shutdown"};
};

namespace detail {
class StopState;
}

// Keeps a callback registered; the destructor removes it.
class [[nodiscard]] StopCallback {
 public:
  StopCallback() = default;
  StopCallback(StopCallback&& other) noexcept { *this = std::move(other); }
  StopCallback& operator=(StopCallback&& other) noexcept;
  ~StopCallback() { reset(); }
  void reset();

 private:
  friend class Stop;
  StopCallback(std::weak_ptr<detail::StopState> state, std::uint64_t key)
      : state_(std::move(state)), key_(key) {}
  std::weak_ptr<detail::StopState> state_;
  std::uint64_t key_ = 0;
};

class Stop {
 public:
  Stop() = default;  // never stops
  bool requested() const { return reason() != StopReason::none; }
  StopReason reason() const;
  std::optional<SteadyTime> deadline() const;
  // Called once, on the loop, when the source is stopped; at once if that has happened. A deadline alone
  // calls nothing: waits arm their own timer for it.
  StopCallback on_stop(std::function<void()> callback) const;
  // The error that a call ended by this stop answers.
  Error error() const;

 private:
  friend class StopSource;
  explicit Stop(std::shared_ptr<detail::StopState> state) : state_(std::move(state)) {}
  std::shared_ptr<detail::StopState> state_;
};

class StopSource {
 public:
  StopSource();
  // Stops when the parent stops, for the parent's reason, and no later than its deadline.
  explicit StopSource(const Stop& parent, std::optional<SteadyTime> deadline = std::nullopt);
  Stop stop() const { return Stop{state_}; }
  // The first reason wins; returns whether this one did.
  bool request(StopReason reason);

 private:
  std::shared_ptr<detail::StopState> state_;
};

}  // namespace oc
