// What the contract cannot say: modes, links, odd files and real short writes.
#include "store/posix_file_system.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "store/testing/temp_dir.h"

namespace oc::store {
namespace {

mode_t mode_of(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

class UmaskScope {
 public:
  explicit UmaskScope(mode_t mask) : before_(::umask(mask)) {}
  ~UmaskScope() { ::umask(before_); }

 private:
  mode_t before_;
};

// Files of this process end at `bytes`: a disk that fills up, without one.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST(PosixFileSystem, ModesDoNotDependOnTheUmask) {
  TempDir dir;
  PosixFileSystem files;
  for (mode_t mask : {mode_t{0}, mode_t{0777}}) {
    UmaskScope scope{mask};
    std::string base = dir / std::to_string(mask);
    ASSERT_TRUE(files.make_directories(base + "/deep/"));
    ASSERT_TRUE(files.write_new(base + "/new", "x"));
    ASSERT_TRUE(files.append(base + "/appended", "x"));
    auto lock = files.try_lock(base + "/lock");
    ASSERT_TRUE(lock && *lock);
    files.unlock(**lock);
    EXPECT_EQ(mode_of(base), 0700U);
    EXPECT_EQ(mode_of(base + "/deep"), 0700U);
    EXPECT_EQ(mode_of(base + "/new"), 0600U);
    EXPECT_EQ(mode_of(base + "/appended"), 0600U);
    EXPECT_EQ(mode_of(base + "/lock"), 0600U);
  }
}

TEST(PosixFileSystem, ExistingDirectoriesKeepTheirMode) {
  TempDir dir;
  PosixFileSystem files;
  ASSERT_EQ(::mkdir((dir / "open").c_str(), 0755), 0);
  ASSERT_EQ(::chmod((dir / "open").c_str(), 0755), 0);
  ASSERT_TRUE(files.make_directories(dir / "open"));
  EXPECT_EQ(mode_of(dir / "open"), 0755U);
}

TEST(PosixFileSystem, LinksAreNotFollowed) {
  TempDir dir;
  PosixFileSystem files;
  ASSERT_TRUE(files.write_new(dir / "target", "kept"));
  ASSERT_EQ(::symlink((dir / "target").c_str(), (dir / "link").c_str()), 0);
  EXPECT_FALSE(files.append(dir / "link", "x"));
  EXPECT_FALSE(files.read(dir / "link"));
  EXPECT_FALSE(files.write_new(dir / "link", "x"));
  EXPECT_FALSE(files.try_lock(dir / "link"));
  EXPECT_EQ(*files.read(dir / "target"), "kept");
}

TEST(PosixFileSystem, AFifoNeitherBlocksNorPassesForAFile) {
  TempDir dir;
  PosixFileSystem files;
  ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
  EXPECT_FALSE(files.read(dir / "fifo"));
  EXPECT_FALSE(files.append(dir / "fifo", "x"));
}

TEST(PosixFileSystem, LargeFilesAreReadWhole) {
  TempDir dir;
  PosixFileSystem files;
  std::string bytes(3'000'000, 'x');
  bytes.back() = 'y';
  ASSERT_TRUE(files.write_new(dir / "a", bytes));
  EXPECT_EQ(**files.read(dir / "a"), bytes);
}

TEST(PosixFileSystem, AShortAppendSaysHowMuchWasTaken) {
  TempDir dir;
  PosixFileSystem files;
  FileSizeLimit limit{10};
  EXPECT_EQ(*files.append(dir / "a", "0123456789abcdef"), 10U);
  auto full = files.append(dir / "a", "g");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::storage_failed);
  EXPECT_EQ(*files.read(dir / "a"), "0123456789");
}

TEST(PosixFileSystem, AFailedNewFileLeavesNothing) {
  TempDir dir;
  PosixFileSystem files;
  FileSizeLimit limit{10};
  EXPECT_FALSE(files.write_new(dir / "a", "0123456789abcdef"));
  EXPECT_FALSE(*files.exists(dir / "a"));
}

TEST(PosixFileSystem, LockDescriptorsAreCloseOnExec) {
  TempDir dir;
  PosixFileSystem files;
  auto lock = files.try_lock(dir / "lock");
  ASSERT_TRUE(lock && *lock);
  EXPECT_NE(::fcntl(**lock, F_GETFD) & FD_CLOEXEC, 0);
  files.unlock(**lock);
}

TEST(PosixFileSystem, ALockEndsWithItsProcess) {
  TempDir dir;
  PosixFileSystem files;
  std::string path = dir / "lock";
  pid_t child = ::fork();
  if (child == 0) ::_exit(files.try_lock(path)->has_value() ? 0 : 1);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  auto lock = files.try_lock(path);
  ASSERT_TRUE(lock && *lock);
  files.unlock(**lock);
}

}  // namespace
}  // namespace oc::store
