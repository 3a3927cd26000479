#include "store/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::store {
namespace {

using Names = std::vector<std::string>;

TEST(AtomicFile, WritesAndReplacesPrivately) {
  TempDir dir;
  PosixFileSystem files;
  ASSERT_TRUE(write_atomically(files, dir / "meta.json", "one"));
  ASSERT_TRUE(write_atomically(files, dir / "meta.json", "two"));
  EXPECT_EQ(*files.read(dir / "meta.json"), "two");
  EXPECT_EQ(*files.list(dir.path()), Names{"meta.json"});
  struct stat status{};
  ASSERT_EQ(::stat((dir / "meta.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
}

TEST(AtomicFile, SyncsTheBytesBeforeTheNameAndTheNameAtTheEnd) {
  MemoryFileSystem memory;
  FaultyFileSystem files{memory};
  ASSERT_TRUE(write_atomically(files, "/a", "1"));
  Names steps = files.operations();
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_TRUE(steps[0].starts_with("write_new /.a."));
  EXPECT_EQ(steps[1], cat("sync_file ", steps[0].substr(10)));
  EXPECT_EQ(steps[2], "rename /a");
  EXPECT_EQ(steps[3], "sync_directory /");
}

TEST(AtomicFile, AFailureAtAnyStepLeavesOldOrNewBytesAndNoTemporaryFile) {
  for (std::size_t step = 1; step <= 4; ++step) {
    MemoryFileSystem memory;
    ASSERT_TRUE(memory.write_new("/a", "old"));
    FaultyFileSystem files{memory};
    files.fail_at(step);
    auto outcome = write_atomically(files, "/a", "new");
    ASSERT_FALSE(outcome) << step;
    EXPECT_EQ(outcome.error().code, ErrorCode::storage_failed);
    EXPECT_EQ(*memory.read("/a"), step == 4 ? "new" : "old") << step;
    EXPECT_EQ(*memory.list("/"), Names{"a"}) << step;
  }
}

TEST(AtomicFile, WhatMayBeLostWithThePowerIsReplacedWithoutWaitingForTheDisk) {
  for (std::size_t failing : {0, 1, 2}) {
    MemoryFileSystem memory;
    ASSERT_TRUE(memory.write_new("/a", "old"));
    FaultyFileSystem files{memory};
    if (failing > 0) files.fail_at(failing);
    EXPECT_EQ(replace_unsynced(files, "/a", "new").has_value(), failing == 0);
    EXPECT_EQ(*memory.read("/a"), failing == 0 ? "new" : "old") << failing;
    EXPECT_EQ(*memory.list("/"), Names{"a"}) << failing;
    EXPECT_EQ(files.count("sync_file") + files.count("sync_directory"), 0U);
  }
}

TEST(AtomicFile, ACrashAtAnyStepLeavesOldOrNewBytesAndAtMostASweepableFile) {
  for (std::size_t step = 1; step <= 4; ++step) {
    MemoryFileSystem memory;
    ASSERT_TRUE(memory.write_new("/a", "old"));
    memory.set_time(1000);
    FaultyFileSystem files{memory};
    files.fail_at(step, EIO, FaultExtent::from_then_on);
    EXPECT_FALSE(write_atomically(files, "/a", "new"));
    EXPECT_EQ(*memory.read("/a"), step == 4 ? "new" : "old") << step;
    EXPECT_EQ(*sweep_temporaries(memory, "/", 1000), 0U) << "as young as the limit";
    EXPECT_EQ(*sweep_temporaries(memory, "/", 1001), step == 2 || step == 3 ? 1U : 0U) << step;
    EXPECT_EQ(*memory.list("/"), Names{"a"}) << step;
  }
}

TEST(AtomicFile, ANewFileIsCreatedOnce) {
  TempDir dir;
  PosixFileSystem files;
  EXPECT_TRUE(*create_atomically(files, dir / "a", "one"));
  EXPECT_FALSE(*create_atomically(files, dir / "a", "two"));
  EXPECT_EQ(*files.read(dir / "a"), "one");
  EXPECT_EQ(*files.list(dir.path()), Names{"a"});
  struct stat status{};
  ASSERT_EQ(::stat((dir / "a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
}

TEST(AtomicFile, ANewFileIsWholeAndDurableBeforeItIsTold) {
  MemoryFileSystem memory;
  FaultyFileSystem files{memory};
  ASSERT_TRUE(*create_atomically(files, "/a", "1"));
  Names steps = files.operations();
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_TRUE(steps[0].starts_with("write_new /.a."));
  EXPECT_EQ(steps[1], cat("sync_file ", steps[0].substr(10)));
  EXPECT_EQ(steps[2], "link /a");
  EXPECT_EQ(steps[3], cat("remove_file ", steps[0].substr(10)));
  EXPECT_EQ(steps[4], "sync_directory /");
}

TEST(AtomicFile, AFailureToCreateLeavesNothing) {
  for (std::size_t step : {1U, 2U, 3U, 5U}) {
    MemoryFileSystem memory;
    FaultyFileSystem files{memory};
    files.fail_at(step);
    EXPECT_FALSE(create_atomically(files, "/a", "new")) << step;
    EXPECT_EQ(*memory.list("/"), Names{}) << step;
  }
}

TEST(AtomicFile, TemporaryNamesAreTellable) {
  EXPECT_TRUE(is_temporary_name(".meta.json.0123456789abcdef.tmp"));
  for (std::string_view name :
       {"meta.json", ".meta.json.tmp", "meta.json.0123456789abcdef.tmp", ".0123456789abcdef.tmp",
        ".a.0123456789ABCDEF.tmp", ".a-0123456789abcdef.tmp", ".a.0123456789abcdef.tmp.x", ""}) {
    EXPECT_FALSE(is_temporary_name(name)) << name;
  }
}

TEST(AtomicFile, TheSweepTakesOldTemporaryFilesOnly) {
  TempDir dir;
  PosixFileSystem files;
  std::string old_one = dir / ".a.0123456789abcdef.tmp";
  for (const std::string& path : {old_one, dir / ".b.0123456789abcdef.tmp", dir / ".c.tmp", dir / "d"}) {
    ASSERT_TRUE(files.write_new(path, ""));
  }
  timespec long_ago[2] = {{1000, 0}, {1000, 0}};
  for (const std::string& path : {old_one, dir / ".c.tmp"}) {
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), long_ago, 0), 0);
  }
  EXPECT_EQ(*sweep_temporaries(files, dir.path(), 1'000'001), 1U);
  EXPECT_EQ(*files.list(dir.path()), (Names{".b.0123456789abcdef.tmp", ".c.tmp", "d"}));
  EXPECT_EQ(*sweep_temporaries(files, dir / "missing", 1), 0U);
}

}  // namespace
}  // namespace oc::store
