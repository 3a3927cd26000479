#include "base/worker_pool.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace oc
