#include "base/task.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace oc {
namespace {

SteadyTime earlier(SteadyTime time, const Stop& stop) {
  auto deadline = stop.deadline();
  return deadline ? std::min(time, *deadline) : time;
}

}  // namespace

Task<bool> sleep_for(std::chrono::nanoseconds duration, Stop stop) {
  if (stop.requested()) co_return false;
  Executor executor = co_await asio::this_coro::executor;
  SteadyTime wake = std::chrono::steady_clock::now() + duration;
  asio::steady_timer timer{executor, earlier(wake, stop)};
  StopCallback callback = stop.on_stop([&timer] { timer.cancel(); });
  boost::system::error_code ignored;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  co_return !stop.requested();
}

struct Signal::Waiter {
  explicit Waiter(const Executor& executor, SteadyTime until) : timer(executor, until) {}
  asio::steady_timer timer;
  bool notified = false;
};

void Signal::notify_all() {
  std::list<std::shared_ptr<Waiter>> woken;
  woken.swap(waiters_);
  for (const auto& waiter : woken) {
    waiter->notified = true;
    waiter->timer.cancel();
  }
}

Task<bool> Signal::wait(Stop stop) {
  if (stop.requested()) co_return false;
  auto waiter = std::make_shared<Waiter>(executor_, earlier(SteadyTime::max(), stop));
  waiters_.push_back(waiter);
  StopCallback callback = stop.on_stop([waiter] { waiter->timer.cancel(); });
  boost::system::error_code ignored;
  co_await waiter->timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  // The signal may be gone by now if it was notified; only an un-notified waiter is still in its list.
  if (!waiter->notified) waiters_.remove(waiter);
  co_return waiter->notified;
}

struct Nursery::State {
  State(const Executor& executor, Logger& logger) : emptied(executor), log(logger) {}
  std::size_t running = 0;
  Signal emptied;
  Logger& log;
};

Nursery::Nursery(Executor executor, Logger& log)
    : executor_(std::move(executor)), state_(std::make_shared<State>(executor_, log)) {}

Nursery::~Nursery() = default;

void Nursery::start(std::string_view name, Task<void> child) {
  ++state_->running;
  asio::co_spawn(
      executor_, std::move(child), [state = state_, name = std::string{name}](std::exception_ptr failure) {
        if (failure) {
          try {
            std::rethrow_exception(failure);
          } catch (const std::exception& exception) {
            state->log.error("task", name, " ended by an exception: ", std::string_view{exception.what()});
          } catch (...) {
            state->log.error("task", name, " ended by an unknown exception");
          }
        }
        if (--state->running == 0) state->emptied.notify_all();
      });
}

Logger& Nursery::log() const {
  return state_->log;
}

std::size_t Nursery::size() const {
  return state_->running;
}

Task<bool> Nursery::join(Stop stop) {
  auto state = state_;
  while (state->running > 0) {
    bool woken = co_await state->emptied.wait(stop);
    if (!woken) co_return state->running == 0;
  }
  co_return true;
}

}  // namespace oc
