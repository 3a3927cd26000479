// The contract over every FileSystem, and the faults that FaultyFileSystem adds.
#include "store/file_system.h"

#include <gtest/gtest.h>

#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/file_system_contract.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::store {
namespace {

class PosixFixture {
 public:
  FileSystem& files() { return files_; }
  const std::string& root() const { return dir_.path(); }

 private:
  TempDir dir_;
  PosixFileSystem files_;
};

class MemoryFixture {
 public:
  MemoryFixture() { (void)files_.make_directories(root_); }
  FileSystem& files() { return files_; }
  const std::string& root() const { return root_; }

 private:
  std::string root_ = "/memory";
  MemoryFileSystem files_;
};

class FaultyFixture {
 public:
  FileSystem& files() { return files_; }
  const std::string& root() const { return inner_.root(); }

 private:
  MemoryFixture inner_;
  FaultyFileSystem files_{inner_.files()};
};

INSTANTIATE_TYPED_TEST_SUITE_P(Posix, FileSystemContract, PosixFixture);
INSTANTIATE_TYPED_TEST_SUITE_P(Memory, FileSystemContract, MemoryFixture);
INSTANTIATE_TYPED_TEST_SUITE_P(FaultyWithoutFaults, FileSystemContract, FaultyFixture);

TEST(ParentOf, IsADirectoryForEveryPath) {
  EXPECT_EQ(parent_of("/a/b"), "/a");
  EXPECT_EQ(parent_of("/a"), "/");
  EXPECT_EQ(parent_of("/"), "/");
  EXPECT_EQ(parent_of("a"), ".");
}

TEST(FaultyFileSystem, FailsOnceAtTheChosenStepAndRemembersAll) {
  MemoryFileSystem memory;
  FaultyFileSystem files{memory};
  files.fail_at(2, ENOSPC);
  EXPECT_TRUE(files.write_new("/a", "1"));
  auto failed = files.sync_file("/a");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::storage_failed);
  EXPECT_NE(failed.error().message.find("No space left"), std::string::npos);
  EXPECT_TRUE(files.sync_file("/a"));
  EXPECT_EQ(files.operations(), (std::vector<std::string>{"write_new /a", "sync_file /a", "sync_file /a"}));
  EXPECT_EQ(files.count("sync_file"), 2U);
}

TEST(FaultyFileSystem, FailsFromAStepOnUntilHealed) {
  MemoryFileSystem memory;
  FaultyFileSystem files{memory};
  files.fail_at(1, EIO, FaultExtent::from_then_on);
  EXPECT_FALSE(files.make_directories("/a"));
  EXPECT_FALSE(files.try_lock("/b"));
  EXPECT_TRUE(files.read("/b"));
  files.heal();
  EXPECT_TRUE(files.make_directories("/a"));
}

TEST(FaultyFileSystem, AppendsCanTearOrBeShort) {
  MemoryFileSystem memory;
  FaultyFileSystem files{memory};
  files.fail_at(1, ENOSPC, FaultExtent::once, true);
  EXPECT_FALSE(files.append("/a", "12345678"));
  EXPECT_EQ(*memory.read("/a"), "1234");
  files.shorten_next_append(1);
  EXPECT_EQ(*files.append("/a", "abc"), 1U);
  EXPECT_EQ(*files.append("/a", "bc"), 2U);
  EXPECT_EQ(*memory.read("/a"), "1234abc");
}

TEST(FaultyFileSystem, TheHookSeesTheDiskBeforeEachStep) {
  MemoryFileSystem memory;
  FaultyFileSystem files{memory};
  std::vector<bool> existed;
  files.before_each([&](const std::string&) { existed.push_back(*memory.exists("/a")); });
  (void)files.write_new("/a", "");
  (void)files.remove_file("/a");
  EXPECT_EQ(existed, (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace oc::store
