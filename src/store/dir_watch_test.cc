#include "store/dir_watch.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/testing/run_loop.h"
#include "base/text.h"
#include "store/atomic_file.h"
#include "store/posix_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::store {
namespace {

using namespace std::chrono_literals;
using testing_support::Loop;

// inotify alone: a poll would be an hour late.
constexpr DirWatchOptions kEventsOnly{.poll = 1h, .poll_alone = 1h};
constexpr DirWatchOptions kPollOnly{.poll = 1h, .poll_alone = 1ms, .use_inotify = false};

class DirWatchTest : public ::testing::Test {
 protected:
  std::unique_ptr<DirWatch> watch(DirWatcher& watcher, const std::string& path) {
    return loop.run(watcher.watch(path));
  }
  bool changed(DirWatch& watch) { return loop.run(watch.changed({})); }
  // Is nothing reported? The stop comes only after everything that is queued was looked at.
  bool is_quiet(DirWatch& watch) {
    StopSource source;
    loop.post([&] { loop.post([&] { source.request(StopReason::cancelled); }); });
    return !loop.run(watch.changed(source.stop()));
  }

  TempDir dir;
  PosixFileSystem files;
  Loop loop;
  WorkerPool pool;
};

TEST_F(DirWatchTest, ReportsEveryKindOfChange) {
  DirWatcher watcher{files, pool, loop.executor(), kEventsOnly};
  auto watched = watch(watcher, dir.path());
  EXPECT_TRUE(watched->uses_inotify());
  EXPECT_TRUE(is_quiet(*watched));
  ASSERT_TRUE(write_atomically(files, dir / "a", "1"));
  EXPECT_TRUE(changed(*watched));
  EXPECT_TRUE(is_quiet(*watched));
  ASSERT_TRUE(files.append(dir / "a", "2"));
  EXPECT_TRUE(changed(*watched));
  ASSERT_TRUE(files.rename(dir / "a", dir / "b"));
  EXPECT_TRUE(changed(*watched));
  ASSERT_TRUE(files.remove_file(dir / "b"));
  EXPECT_TRUE(changed(*watched));
  ASSERT_TRUE(files.make_directories(dir / "c"));
  EXPECT_TRUE(changed(*watched));
  EXPECT_TRUE(is_quiet(*watched));
}

TEST_F(DirWatchTest, AChangeWhileWaitingWakes) {
  DirWatcher watcher{files, pool, loop.executor(), kEventsOnly};
  auto watched = watch(watcher, dir.path());
  loop.post([&] { loop.post([&] { (void)files.write_new(dir / "a", ""); }); });
  EXPECT_TRUE(changed(*watched));
}

TEST_F(DirWatchTest, DirectoriesAreToldApartAndMayBeWatchedTwice) {
  ASSERT_TRUE(files.make_directories(dir / "x"));
  ASSERT_TRUE(files.make_directories(dir / "y"));
  DirWatcher watcher{files, pool, loop.executor(), kEventsOnly};
  auto x = watch(watcher, dir / "x");
  auto also_x = watch(watcher, dir / "x");
  auto y = watch(watcher, dir / "y");
  ASSERT_TRUE(files.write_new(dir / "x/a", ""));
  EXPECT_TRUE(changed(*x));
  EXPECT_TRUE(changed(*also_x));
  EXPECT_TRUE(is_quiet(*y));
  x.reset();
  ASSERT_TRUE(files.write_new(dir / "x/b", ""));
  EXPECT_TRUE(changed(*also_x));
}

TEST_F(DirWatchTest, TheStopEndsTheWait) {
  DirWatcher watcher{files, pool, loop.executor(), kEventsOnly};
  auto watched = watch(watcher, dir.path());
  StopSource deadline{Stop{}, std::chrono::steady_clock::now() + 1ms};
  EXPECT_FALSE(loop.run(watched->changed(deadline.stop())));
  StopSource cancelled;
  loop.post([&] { cancelled.request(StopReason::cancelled); });
  EXPECT_FALSE(loop.run(watched->changed(cancelled.stop())));
}

TEST_F(DirWatchTest, ThePollAloneFindsChanges) {
  MemoryFileSystem memory;
  DirWatcher watcher{memory, pool, loop.executor(), kPollOnly};
  auto watched = watch(watcher, "/");
  EXPECT_FALSE(watched->uses_inotify());
  StopSource some_polls{Stop{}, std::chrono::steady_clock::now() + 5ms};
  EXPECT_FALSE(loop.run(watched->changed(some_polls.stop())));
  ASSERT_TRUE(write_atomically(memory, "/a", "1"));
  EXPECT_TRUE(changed(*watched));
  ASSERT_TRUE(write_atomically(memory, "/a", "2"));
  EXPECT_TRUE(changed(*watched)) << "same name, same size, same time";
  ASSERT_TRUE(memory.append("/a", "3"));
  EXPECT_TRUE(changed(*watched));
  ASSERT_TRUE(memory.remove_file("/a"));
  EXPECT_TRUE(changed(*watched));
}

TEST_F(DirWatchTest, ADirectoryMayComeLaterAndGoAndComeAgain) {
  DirWatcher watcher{files, pool, loop.executor(), {.poll = 1h, .poll_alone = 1ms}};
  auto watched = watch(watcher, dir / "later");
  EXPECT_FALSE(watched->uses_inotify());
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(files.make_directories(dir / "later"));
    EXPECT_TRUE(changed(*watched));
    (void)is_quiet(*watched);
    EXPECT_TRUE(watched->uses_inotify());
    ASSERT_TRUE(files.remove_directory(dir / "later"));
    EXPECT_TRUE(changed(*watched));
    EXPECT_FALSE(watched->uses_inotify());
  }
}

TEST_F(DirWatchTest, ADirectoryThatWasMovedAwayIsNotTakenForTheNewOne) {
  ASSERT_TRUE(files.make_directories(dir / "x"));
  DirWatcher watcher{files, pool, loop.executor(), {.poll = 1h, .poll_alone = 1ms}};
  auto watched = watch(watcher, dir / "x");
  std::filesystem::rename(dir / "x", dir / "y");
  EXPECT_TRUE(changed(*watched));
  ASSERT_TRUE(files.make_directories(dir / "x"));
  EXPECT_TRUE(changed(*watched));
  ASSERT_TRUE(files.write_new(dir / "x/a", ""));
  EXPECT_TRUE(changed(*watched));
}

TEST_F(DirWatchTest, TellsOfChangesWithoutWaiting) {
  DirWatcher watcher{files, pool, loop.executor(), kEventsOnly};
  auto watched = watch(watcher, dir.path());
  EXPECT_FALSE(watched->take_changed());
  ASSERT_TRUE(files.make_directories(dir / "x"));
  EXPECT_TRUE(watched->take_changed());
  EXPECT_FALSE(watched->take_changed());
  DirWatcher blind{files, pool, loop.executor(), kPollOnly};
  EXPECT_TRUE(watch(blind, dir.path())->take_changed());
}

TEST_F(DirWatchTest, WatchesMayOutliveTheWatcher) {
  std::unique_ptr<DirWatch> watched;
  {
    DirWatcher watcher{files, pool, loop.executor(), kEventsOnly};
    watched = watch(watcher, dir.path());
  }
  ASSERT_TRUE(files.write_new(dir / "a", ""));
  EXPECT_TRUE(changed(*watched));
}

TEST_F(DirWatchTest, TheInotifyDescriptorIsCloseOnExec) {
  DirWatcher watcher{files, pool, loop.executor()};
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc/self/fd"}) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry.path(), gone) != "anon_inode:inotify") continue;
    ++found;
    EXPECT_NE(::fcntl(std::stoi(entry.path().filename()), F_GETFD) & FD_CLOEXEC, 0);
  }
  EXPECT_EQ(found, 1);
}

}  // namespace
}  // namespace oc::store
