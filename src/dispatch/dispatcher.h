// Dispatcher: the one way to run a tool. Every call passes a whole pipeline; the number running at once is
// bounded.
#pragma once
#include <cstdint>

#include "dispatch/layer.h"

namespace oc::dispatch {

struct DispatchLimits {
  std::chrono::milliseconds longest_call{120'000};
  std::size_t running_calls = 256;
};

struct DispatchCounts {
  std::uint64_t running = 0;
  std::uint64_t total = 0;
  std::uint64_t failed = 0;
};

class Dispatcher {
 public:
  Dispatcher(Services& services, DispatchLimits limits) : services_(services), limits_(limits) {}

  // A call of a client. Beyond the limit of running calls: server_busy.
  Task<Result<ToolOutput>> run(Call call);
  const DispatchCounts& counts() const { return counts_; }

 private:
  Task<Result<ToolOutput>> run_through(std::span<const Layer> layers, Call call);

  Services& services_;
  DispatchLimits limits_;
  DispatchCounts counts_;
};

}  // namespace oc::dispatch
