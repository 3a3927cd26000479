// Clock: the wall clock as a port, so that tests can move time.
#pragma once
#include <chrono>
#include <cstdint>

namespace oc {

using SteadyTime = std::chrono::steady_clock::time_point;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t now_ms() const = 0;    // milliseconds since the epoch
  virtual SteadyTime steady_now() const = 0;  // never goes back
};

class SystemClock final : public Clock {
 public:
  std::int64_t now_ms() const override {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  }
  SteadyTime steady_now() const override { return std::chrono::steady_clock::now(); }
};

}  // namespace oc
