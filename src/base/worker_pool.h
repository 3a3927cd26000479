// WorkerPool: blocking work off the loop — disk syncs, directory scans, large JSON, hashing. Its threads
// start with the first job, so a server that never needs them stays at one thread.
#pragma once
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <type_traits>

#include "base/task.h"

namespace oc {

class WorkerPool {
 public:
  explicit WorkerPool(std::size_t threads = 2) : threads_(threads) {}
  ~WorkerPool() { join(); }

  // Runs job() on a worker; the awaiting coroutine goes on where it was. The job must own what it uses.
  template <class Job>
  Task<std::invoke_result_t<Job>> run(Job job) {
    co_return co_await asio::co_spawn(executor(), call(std::move(job)), asio::use_awaitable);
  }

  // Waits for running jobs; blocks the caller.
  void join();
  bool started() const { return pool_ != nullptr; }

 private:
  template <class Job>
  static Task<std::invoke_result_t<Job>> call(Job job) {
    co_return job();
  }
  asio::thread_pool::executor_type executor();

  std::size_t threads_;
  std::unique_ptr<asio::thread_pool> pool_;
};

}  // namespace oc
