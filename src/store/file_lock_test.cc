#include "store/file_lock.h"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <stdexcept>

#include "base/testing/run_loop.h"
#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::store {
namespace {

using namespace std::chrono_literals;
using testing_support::Loop;

class FileLockTest : public ::testing::Test {
 protected:
  bool is_free(const std::string& path) {
    auto lock = try_lock_file(files, path);
    return lock && *lock;
  }

  TempDir dir;
  PosixFileSystem files;
  Loop loop;
  WorkerPool pool;
};

TEST_F(FileLockTest, IsReleasedByTheDestructorAndOnlyOnce) {
  std::string path = dir / "lock";
  {
    auto lock = loop.run(lock_file(files, pool, path, {}));
    ASSERT_TRUE(lock);
    EXPECT_TRUE(lock->is_held());
    EXPECT_FALSE(is_free(path));
    FileLock moved = std::move(*lock);
    EXPECT_FALSE(lock->is_held());
    EXPECT_FALSE(is_free(path));
    lock->release();
    EXPECT_FALSE(is_free(path));
    *lock = std::move(moved);
    EXPECT_FALSE(is_free(path));
  }
  EXPECT_TRUE(is_free(path));
}

Task<void> hold_and_count(FileSystem& files, WorkerPool& pool, std::string path, int& inside, int& most,
                          int& done) {
  auto lock = co_await lock_file(files, pool, path, {});
  if (!lock) co_return;
  most = std::max(most, ++inside);
  Executor executor = co_await asio::this_coro::executor;
  co_await asio::post(executor, asio::use_awaitable);  // others get their turn
  --inside;
  ++done;
}

TEST_F(FileLockTest, WaitersGetItOneAfterTheOther) {
  Nursery nursery{loop.executor(), loop.log};
  int inside = 0;
  int most = 0;
  int done = 0;
  for (int i = 0; i < 8; ++i) {
    nursery.start("holder", hold_and_count(files, pool, dir / "lock", inside, most, done));
  }
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_EQ(most, 1);
  EXPECT_EQ(done, 8);
}

Task<void> fail_while_holding(FileSystem& files, WorkerPool& pool, std::string path) {
  auto lock = co_await lock_file(files, pool, path, {});
  throw std::runtime_error("page 2");
}

TEST_F(FileLockTest, AnExceptionReleasesIt) {
  EXPECT_THROW(loop.run(fail_while_holding(files, pool, dir / "lock")), std::runtime_error);
  EXPECT_TRUE(is_free(dir / "lock"));
}

TEST_F(FileLockTest, ADeadlineIsALockTimeout) {
  auto held = try_lock_file(files, dir / "lock");
  ASSERT_TRUE(held && *held);
  StopSource source{Stop{}, std::chrono::steady_clock::now() + 3ms};
  auto lock = loop.run(lock_file(files, pool, dir / "lock", source.stop()));
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, ErrorCode::lock_timeout);
  EXPECT_NE(lock.error().message.find(dir.path()), std::string::npos);
}

TEST_F(FileLockTest, ACancelledWaitSaysSo) {
  auto held = try_lock_file(files, dir / "lock");
  ASSERT_TRUE(held && *held);
  StopSource source;
  loop.post([&] { source.request(StopReason::cancelled); });
  auto lock = loop.run(lock_file(files, pool, dir / "lock", source.stop()));
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, ErrorCode::cancelled);
}

TEST_F(FileLockTest, WaitsUntilTheHolderLetsGo) {
  auto held = try_lock_file(files, dir / "lock");
  ASSERT_TRUE(held && *held);
  loop.post([&] { (*held)->release(); });
  EXPECT_TRUE(loop.run(lock_file(files, pool, dir / "lock", {})));
}

TEST_F(FileLockTest, AFailingDiskIsNoWait) {
  MemoryFileSystem memory;
  FaultyFileSystem faulty{memory};
  faulty.fail_at(1, EROFS);
  auto lock = loop.run(lock_file(faulty, pool, "/lock", {}));
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, ErrorCode::storage_failed);
}

}  // namespace
}  // namespace oc::store
