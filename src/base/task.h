// Task<T>: a coroutine on the loop. Signal and sleep_for: waits that end early when their Stop does. Nursery:
// the only way to start a coroutine that nobody awaits; it is joined before what the coroutine uses goes
// away.
#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <list>
#include <memory>
#include <string_view>

#include "base/log.h"
#include "base/stop.h"

namespace oc {

namespace asio = boost::asio;

template <class T = void>
using Task = asio::awaitable<T>;
using Executor = asio::any_io_executor;

// False when the stop came first.
Task<bool> sleep_for(std::chrono::nanoseconds duration, Stop stop);

// Wakes those who wait at the moment of notify_all(); it remembers nothing. State belongs beside it:
//   while (!ready_) { if (!co_await changed_.wait(stop)) … }
class Signal {
 public:
  explicit Signal(Executor executor) : executor_(std::move(executor)) {}
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;
  ~Signal() { notify_all(); }

  void notify_all();
  // False when the stop (its deadline included) came before a notification.
  Task<bool> wait(Stop stop);

 private:
  struct Waiter;
  Executor executor_;
  std::list<std::shared_ptr<Waiter>> waiters_;
};

// Owns the coroutines started in it. Exceptions that escape a child are logged, never lost.
class Nursery {
 public:
  Nursery(Executor executor, Logger& log);
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;
  // REQUIRES: empty, that is: join() has returned, or nothing runs the loop any more.
  ~Nursery();

  void start(std::string_view name, Task<void> child);
  std::size_t size() const;
  // Waits until every child has ended; false when the stop came first.
  Task<bool> join(Stop stop);
  const Executor& executor() const { return executor_; }
  Logger& log() const;

 private:
  struct State;
  Executor executor_;
  std::shared_ptr<State> state_;
};

}  // namespace oc
