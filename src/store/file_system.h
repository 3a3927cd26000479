// FileSystem: the few file operations that ledger, outputs and journal need, as a port, so that tests can run
// them in memory or make any of them fail. Not a general file API. Every function blocks: call it on the
// WorkerPool. Any thread may call. Failures are storage_failed with the path and the reason; what is merely
// not there is a value, not an error.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace oc::store {

struct FileInfo {
  std::uint64_t size = 0;
  std::int64_t modified_ms = 0;
  std::uint64_t identity = 0;  // a file that replaced another under the same name has a different one
  bool is_directory = false;
};

using LockId = int;

class FileSystem {
 public:
  FileSystem() = default;
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;
  virtual ~FileSystem() = default;

  // Nothing when there is no such file.
  virtual Result<std::optional<std::string>> read(const std::string& path) = 0;
  // At most `count` bytes from `offset`; fewer at the end of the file.
  virtual Result<std::optional<std::string>> read_range(const std::string& path, std::uint64_t offset,
                                                        std::size_t count) = 0;
  virtual Result<std::optional<FileInfo>> info(const std::string& path) = 0;
  // Names in the directory, sorted; none when there is no such directory.
  virtual Result<std::vector<std::string>> list(const std::string& directory) = 0;

  // Creates a file (0600) that must not exist yet. A failure leaves no file behind.
  virtual Result<void> write_new(const std::string& path, std::string_view bytes) = 0;
  // One write() at the end of the file, which is created (0600) when missing. Like write() it may take fewer
  // bytes than given, on a full disk: jsonl.h knows what to do then.
  virtual Result<std::size_t> append(const std::string& path, std::string_view bytes) = 0;
  // Replaces `to`. A directory moves with what is in it, to a name that is not taken.
  virtual Result<void> rename(const std::string& from, const std::string& to) = 0;
  // Gives the file a second name, at once and whole; false when that is taken.
  virtual Result<bool> link(const std::string& from, const std::string& to) = 0;
  // Mode 0600, for a file that another program wrote.
  virtual Result<void> make_private(const std::string& path) = 0;
  virtual Result<void> sync_file(const std::string& path) = 0;
  virtual Result<void> sync_directory(const std::string& path) = 0;
  // False when there was nothing to remove.
  virtual Result<bool> remove_file(const std::string& path) = 0;
  virtual Result<bool> remove_directory(const std::string& path) = 0;  // empty ones only
  // With parents; each that is new has mode 0700, whatever the umask. Existing ones are left as they are.
  virtual Result<void> make_directories(const std::string& path) = 0;

  // An exclusive advisory lock on a file that is created (0600) when missing; nothing when another holds it.
  // Ends with unlock(), which does not block, or with the process. FileLock is the way to use it.
  virtual Result<std::optional<LockId>> try_lock(const std::string& path) = 0;
  virtual void unlock(LockId lock) = 0;

  Result<bool> exists(const std::string& path) {
    auto found = info(path);
    if (!found) return std::unexpected(std::move(found).error());
    return found->has_value();
  }
  Result<std::optional<std::uint64_t>> size(const std::string& path) {
    auto found = info(path);
    if (!found) return std::unexpected(std::move(found).error());
    if (!*found) return std::nullopt;
    return (*found)->size;
  }
};

// The directory a path is in: "/a/b" → "/a", "b" → ".".
inline std::string parent_of(std::string_view path) {
  std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string{path.substr(0, slash == 0 ? 1 : slash)};
}

inline std::string path_in(std::string_view directory, std::string_view name) {
  std::string path{directory};
  if (!path.ends_with('/')) path += '/';
  return path += name;
}

}  // namespace oc::store
