// Dispatcher: the one way to run a tool. Every call passes a whole pipeline; the number running at once is
// bounded.
#pragma once
#include <cstdint>

#include "base/random.h"
#include "dispatch/layer.h"
#include "dispatch/task_answers.h"

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

  // A call of a client. Beyond the limit of running calls, and as many that only wait: server_busy.
  Task<Result<ToolOutput>> run(Call call);
  // Background work, without a limit of time; how many run at once is up to whoever starts them.
  Task<Result<ToolOutput>> run_task(Call call);
  const DispatchCounts& counts() const { return counts_; }
  TaskAnswers& task_answers() { return task_answers_; }

 private:
  Task<Result<ToolOutput>> run_through(std::span<const Layer> layers, Call call);

  Services& services_;
  TaskAnswers task_answers_{services_};
  DispatchLimits limits_;
  DispatchCounts counts_;
  std::size_t working_ = 0;             // calls of clients
  std::size_t waiting_ = 0;             // of them, those that wait for a task
  std::string run_id_ = random_hex(4);  // of this server: its calls are counted
};

}  // namespace oc::dispatch
