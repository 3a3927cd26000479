#include "store/posix_file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

namespace oc::store {
namespace {

constexpr mode_t kFileMode = 0600;
constexpr mode_t kDirectoryMode = 0700;
// A link in our directories is not ours; opening a FIFO must not wait for its other end.
constexpr int kOpenFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;

template <class Call>
auto retried(Call call) {
  auto outcome = call();
  while (outcome < 0 && errno == EINTR) outcome = call();
  return outcome;
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  bool is_open() const { return fd_ >= 0; }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

Descriptor open_file(const std::string& path, int flags) {
  return Descriptor{retried([&] { return ::open(path.c_str(), flags | kOpenFlags, kFileMode); })};
}

// A new file whose mode no umask has narrowed; errno is EEXIST when there is one already.
Descriptor create_file(const std::string& path, int flags) {
  Descriptor file = open_file(path, flags | O_CREAT | O_EXCL);
  if (file.is_open()) ::fchmod(file.get(), kFileMode);
  return file;
}

Descriptor open_or_create(const std::string& path, int flags) {
  while (true) {
    Descriptor file = open_file(path, flags);
    if (file.is_open() || errno != ENOENT) return file;
    Descriptor created = create_file(path, flags);
    if (created.is_open() || errno != EEXIST) return created;
  }
}

std::unexpected<Error> failed(std::string_view what, std::string_view path, int error_number = errno) {
  return std::unexpected(storage_error(what, path, error_number));
}

Result<void> require_regular(const Descriptor& file, std::string_view what, const std::string& path) {
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return failed(what, path);
  if (S_ISDIR(status.st_mode)) return failed(what, path, EISDIR);
  if (!S_ISREG(status.st_mode)) return failed(what, path, EINVAL);
  return {};
}

// The open file, closed when there is none of that name.
Result<Descriptor> open_to_read(const std::string& path) {
  Descriptor file = open_file(path, O_RDONLY);
  if (!file.is_open()) {
    if (errno == ENOENT) return file;
    return failed("read", path);
  }
  OC_TRY(require_regular(file, "read", path));
  return file;
}

int write_all(const Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = retried([&] { return ::write(file.get(), bytes.data(), bytes.size()); });
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

FileInfo info_of(const struct stat& status) {
  return {.size = static_cast<std::uint64_t>(status.st_size),
          .modified_ms = std::int64_t{status.st_mtim.tv_sec} * 1000 + status.st_mtim.tv_nsec / 1'000'000,
          .identity = status.st_ino,
          .is_directory = S_ISDIR(status.st_mode)};
}

// Was the file unlinked or replaced between open and lock? Then the lock excludes nobody.
bool is_still_at(const std::string& path, const Descriptor& file) {
  struct stat opened{};
  struct stat named{};
  return ::fstat(file.get(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

Result<std::optional<std::string>> PosixFileSystem::read(const std::string& path) {
  auto file = open_to_read(path);
  if (!file) return std::unexpected(std::move(file).error());
  if (!file->is_open()) return std::nullopt;
  struct stat status{};
  if (::fstat(file->get(), &status) != 0) return failed("read", path);
  constexpr std::size_t kSpare = 4096;  // a file that grows meanwhile is still read to its end
  std::string bytes;
  std::size_t filled = 0;
  while (true) {
    if (filled == bytes.size())
      bytes.resize(std::max(static_cast<std::size_t>(status.st_size), 2 * filled) + kSpare);
    ssize_t got = retried([&] { return ::read(file->get(), bytes.data() + filled, bytes.size() - filled); });
    if (got < 0) return failed("read", path);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

Result<std::optional<std::string>> PosixFileSystem::read_range(const std::string& path, std::uint64_t offset,
                                                               std::size_t count) {
  auto file = open_to_read(path);
  if (!file) return std::unexpected(std::move(file).error());
  if (!file->is_open()) return std::nullopt;
  std::string bytes(count, '\0');
  std::size_t filled = 0;
  while (filled < count) {
    auto at = static_cast<off_t>(offset + filled);
    ssize_t got = retried([&] { return ::pread(file->get(), bytes.data() + filled, count - filled, at); });
    if (got < 0) return failed("read", path);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

Result<std::optional<FileInfo>> PosixFileSystem::info(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) return info_of(status);
  if (errno == ENOENT) return std::nullopt;
  return failed("look at", path);
}

Result<std::vector<std::string>> PosixFileSystem::list(const std::string& directory) {
  struct Close {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  std::unique_ptr<DIR, Close> open{::opendir(directory.c_str())};
  std::vector<std::string> names;
  if (!open) {
    if (errno == ENOENT) return names;
    return failed("list", directory);
  }
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(open.get());
    if (!entry) break;
    std::string_view name{entry->d_name};
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return failed("list", directory);
  std::ranges::sort(names);
  return names;
}

Result<void> PosixFileSystem::write_new(const std::string& path, std::string_view bytes) {
  Descriptor file = create_file(path, O_WRONLY);
  if (!file.is_open()) return failed("create", path);
  if (int error = write_all(file, bytes); error != 0) {
    ::unlink(path.c_str());
    return failed("write", path, error);
  }
  return {};
}

Result<std::size_t> PosixFileSystem::append(const std::string& path, std::string_view bytes) {
  Descriptor file = open_or_create(path, O_WRONLY | O_APPEND);
  if (!file.is_open()) return failed("append to", path);
  OC_TRY(require_regular(file, "append to", path));
  ssize_t written = retried([&] { return ::write(file.get(), bytes.data(), bytes.size()); });
  if (written < 0) return failed("append to", path);
  return static_cast<std::size_t>(written);
}

Result<void> PosixFileSystem::rename(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return failed("rename a file to", to);
  return {};
}

Result<bool> PosixFileSystem::link(const std::string& from, const std::string& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return true;
  if (errno == EEXIST) return false;
  return failed("give a file the name", to);
}

Result<void> PosixFileSystem::make_private(const std::string& path) {
  Descriptor file = open_file(path, O_RDONLY);
  if (!file.is_open() || ::fchmod(file.get(), kFileMode) != 0) return failed("make private", path);
  return {};
}

Result<void> PosixFileSystem::sync_file(const std::string& path) {
  Descriptor file = open_file(path, O_RDONLY);
  if (!file.is_open()) return failed("sync", path);
  if (retried([&] { return ::fdatasync(file.get()); }) != 0) return failed("sync", path);
  return {};
}

Result<void> PosixFileSystem::sync_directory(const std::string& path) {
  // The directory itself may be a link: people put their state on another disk.
  Descriptor directory{retried([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); })};
  if (!directory.is_open()) return failed("sync directory", path);
  // EINVAL: a file system that cannot sync directories; there is nothing better to do on it.
  if (retried([&] { return ::fsync(directory.get()); }) != 0 && errno != EINVAL)
    return failed("sync directory", path);
  return {};
}

Result<bool> PosixFileSystem::remove_file(const std::string& path) {
  if (::unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return failed("remove", path);
}

Result<bool> PosixFileSystem::remove_directory(const std::string& path) {
  if (::rmdir(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return failed("remove directory", path);
}

Result<void> PosixFileSystem::make_directories(const std::string& path) {
  std::string plain = path;
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  int made = ::mkdir(plain.c_str(), kDirectoryMode);
  if (made != 0 && errno == ENOENT && parent_of(plain) != plain) {
    OC_TRY(make_directories(parent_of(plain)));
    made = ::mkdir(plain.c_str(), kDirectoryMode);
  }
  if (made == 0) {
    if (::chmod(plain.c_str(), kDirectoryMode) != 0) return failed("create directory", path);
    return {};
  }
  if (errno != EEXIST) return failed("create directory", path);
  struct stat status{};
  if (::stat(plain.c_str(), &status) != 0) return failed("create directory", path);
  if (!S_ISDIR(status.st_mode)) return failed("create directory", path, ENOTDIR);
  return {};
}

Result<std::optional<LockId>> PosixFileSystem::try_lock(const std::string& path) {
  while (true) {
    Descriptor file = open_or_create(path, O_RDWR);
    if (!file.is_open()) return failed("lock", path);
    if (retried([&] { return ::flock(file.get(), LOCK_EX | LOCK_NB); }) != 0) {
      if (errno == EWOULDBLOCK) return std::nullopt;
      return failed("lock", path);
    }
    if (is_still_at(path, file)) return file.release();
  }
}

void PosixFileSystem::unlock(LockId lock) {
  ::close(lock);
}

}  // namespace oc::store
