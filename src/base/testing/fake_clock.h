// FakeClock: time that moves when told.
#pragma once
#include "base/clock.h"

namespace oc {

class FakeClock final : public Clock {
 public:
  explicit FakeClock(std::int64_t start_ms = 1'700'000'000'000) : now_ms_(start_ms) {}
  std::int64_t now_ms() const override { return now_ms_; }
  SteadyTime steady_now() const override { return SteadyTime{} + std::chrono::milliseconds{now_ms_}; }
  void advance(std::chrono::milliseconds by) { now_ms_ += by.count(); }

 private:
  std::int64_t now_ms_;
};

}  // namespace oc
