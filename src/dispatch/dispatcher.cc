#include "dispatch/dispatcher.h"

#include "base/random.h"
#include "dispatch/pipeline.h"

namespace oc::dispatch {

Task<Result<ToolOutput>> Dispatcher::run(Call call) {
  // Who only waits for a task takes no place that its cancelling may need.
  bool waits = call.tool.spec().waits_as_told;
  std::size_t& places = waits ? waiting_ : working_;
  if (places >= limits_.running_calls) {
    ++counts_.total;
    ++counts_.failed;
    co_return fail(ErrorCode::server_busy, cat(limits_.running_calls, " calls are running already"));
  }
  struct Place {
    std::size_t& places;
    explicit Place(std::size_t& of) : places(of) { ++places; }
    ~Place() { --places; }
  } place{places};
  call.longest = limits_.longest_call;
  co_return co_await run_through(client_pipeline(), std::move(call));
}

Task<Result<ToolOutput>> Dispatcher::run_task(Call call) {
  return run_through(task_pipeline(), std::move(call));
}

Task<Result<ToolOutput>> Dispatcher::run_through(std::span<const Layer> layers, Call call) {
  // Counts must fall on every way out, a dropped coroutine included.
  struct Running {
    DispatchCounts& counts;
    explicit Running(DispatchCounts& c) : counts(c) { ++counts.running; }
    ~Running() { --counts.running; }
  } running{counts_};
  ++counts_.total;
  call.id = cat(run_id_, "-", counts_.total);
  Next first{layers, services_};
  auto outcome = co_await first(call);
  if (!outcome) ++counts_.failed;
  co_return outcome;
}

}  // namespace oc::dispatch
