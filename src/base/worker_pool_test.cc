#include "base/worker_pool.h"

#include <gtest/gtest.h>

#include <mutex>
#include <stdexcept>
#include <thread>

#include "base/testing/run_loop.h"

namespace oc {
namespace {

using testing_support::Loop;

Task<bool> ran_elsewhere(WorkerPool& pool) {
  auto here = std::this_thread::get_id();
  auto there = co_await pool.run([] { return std::this_thread::get_id(); });
  co_return there != here&& std::this_thread::get_id() == here;
}

TEST(WorkerPool, RunsOnAnotherThreadAndComesBack) {
  Loop loop;
  WorkerPool pool;
  EXPECT_FALSE(pool.started());
  EXPECT_TRUE(loop.run(ran_elsewhere(pool)));
  EXPECT_TRUE(pool.started());
}

TEST(WorkerPool, ExceptionsReachTheWaiter) {
  Loop loop;
  WorkerPool pool;
  EXPECT_THROW(loop.run(pool.run([]() -> int { throw std::runtime_error("disk"); })), std::runtime_error);
}

TEST(WorkerPool, AWaitEndsWithItsStopThoughTheJobGoesOn) {
  Loop loop;
  WorkerPool pool{1};
  std::mutex disk;
  disk.lock();
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + std::chrono::milliseconds{1}};
  auto stuck = loop.run(pool.run(
      [&disk] {
        std::scoped_lock wait{disk};
        return 1;
      },
      limit.stop()));
  EXPECT_FALSE(stuck);
  disk.unlock();
  EXPECT_EQ(loop.run(pool.run([] { return 2; }, Stop{})), 2);
  pool.join();
}

}  // namespace
}  // namespace oc
