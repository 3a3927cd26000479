// WorkerPool: blocking work off the loop — disk syncs, directory scans, large JSON, hashing. Its threads
// start with the first job, so a server that never needs them stays at one thread.
#pragma once
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <memory>
#include <optional>
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

  // The same, but the caller waits only until its stop: nothing then, and the job's result is thrown away
  // when it comes.
  template <class Job>
  Task<std::optional<std::invoke_result_t<Job>>> run(Job job, Stop stop) {
    using Value = std::invoke_result_t<Job>;
    struct Pending {
      explicit Pending(const Executor& on) : settled(on) {}
      Signal settled;
      std::optional<Value> value;
      std::exception_ptr failure;
    };
    Executor loop = co_await asio::this_coro::executor;
    auto pending = std::make_shared<Pending>(loop);
    asio::post(executor(), [job = std::move(job), pending, loop]() mutable {
      std::optional<Value> value;
      std::exception_ptr failure;
      try {
        value.emplace(job());
      } catch (...) {
        failure = std::current_exception();
      }
      asio::post(loop, [pending = std::move(pending), value = std::move(value), failure]() mutable {
        pending->value = std::move(value);
        pending->failure = failure;
        pending->settled.notify_all();
      });
    });
    while (!pending->value && !pending->failure) {
      bool woken = co_await pending->settled.wait(stop);
      if (!woken) co_return std::nullopt;
    }
    if (pending->failure) std::rethrow_exception(pending->failure);
    co_return std::move(pending->value);
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
