// run(task): runs a coroutine to its end on a loop of its own, for tests.
#pragma once
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <optional>

#include "base/task.h"

namespace oc::testing_support {

// A loop with a logger that keeps its lines.
class Loop {
 public:
  asio::io_context io{1};
  SystemClock clock;
  std::string logged;
  Logger log{[this](std::string_view line) { logged += line; }, clock, LogLevel::debug};

  Executor executor() { return io.get_executor(); }
  void post(std::function<void()> step) { asio::post(io, std::move(step)); }

  template <class T>
  T run(Task<T> task) {
    std::exception_ptr failure;
    if constexpr (std::is_void_v<T>) {
      asio::co_spawn(io, std::move(task), [&](std::exception_ptr e) { finish(failure, e); });
      go();
      if (failure) std::rethrow_exception(failure);
    } else {
      std::optional<T> result;
      asio::co_spawn(io, std::move(task), [&](std::exception_ptr e, T value) {
        result.emplace(std::move(value));
        finish(failure, e);
      });
      go();
      if (failure) std::rethrow_exception(failure);
      return std::move(result).value();
    }
  }

 private:
  void finish(std::exception_ptr& failure, const std::exception_ptr& e) {
    failure = e;
    io.stop();
  }
  void go() {
    io.restart();
    io.run();
  }
};

}  // namespace oc::testing_support
