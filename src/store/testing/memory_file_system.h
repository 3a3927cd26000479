// MemoryFileSystem: files and directories in memory, for tests; "/" exists from the start. Its time moves
// when told.
#pragma once
#include <cerrno>
#include <map>
#include <mutex>
#include <set>

#include "store/file_system.h"

namespace oc::store {

class MemoryFileSystem final : public FileSystem {
 public:
  void set_time(std::int64_t now_ms) {
    std::scoped_lock lock{mutex_};
    now_ms_ = now_ms;
  }

  Result<std::optional<std::string>> read(const std::string& path) override {
    return read_range(path, 0, std::string::npos);
  }

  Result<std::optional<std::string>> read_range(const std::string& path, std::uint64_t offset,
                                                std::size_t count) override {
    std::scoped_lock lock{mutex_};
    if (directories_.contains(path)) return failed("read", path, EISDIR);
    auto file = files_.find(path);
    if (file == files_.end()) return std::nullopt;
    const std::string& bytes = file->second.bytes;
    return bytes.substr(std::min<std::uint64_t>(offset, bytes.size()), count);
  }

  Result<std::optional<FileInfo>> info(const std::string& path) override {
    std::scoped_lock lock{mutex_};
    if (directories_.contains(path)) return FileInfo{.is_directory = true};
    auto file = files_.find(path);
    if (file == files_.end()) return std::nullopt;
    const File& found = file->second;
    return FileInfo{.size = found.bytes.size(), .modified_ms = found.modified_ms, .identity = found.identity};
  }

  Result<std::vector<std::string>> list(const std::string& directory) override {
    std::scoped_lock lock{mutex_};
    if (files_.contains(directory)) return failed("list", directory, ENOTDIR);
    return children_of(directory);
  }

  Result<void> write_new(const std::string& path, std::string_view bytes) override {
    std::scoped_lock lock{mutex_};
    if (files_.contains(path) || directories_.contains(path)) return failed("create", path, EEXIST);
    if (!directories_.contains(parent_of(path))) return failed("create", path, ENOENT);
    files_[path] = new_file(bytes);
    return {};
  }

  Result<std::size_t> append(const std::string& path, std::string_view bytes) override {
    std::scoped_lock lock{mutex_};
    if (directories_.contains(path)) return failed("append to", path, EISDIR);
    if (!directories_.contains(parent_of(path))) return failed("append to", path, ENOENT);
    if (!files_.contains(path)) files_[path] = new_file("");
    files_[path].bytes += bytes;
    files_[path].modified_ms = now_ms_;
    return bytes.size();
  }

  Result<void> rename(const std::string& from, const std::string& to) override {
    std::scoped_lock lock{mutex_};
    if (directories_.contains(from)) return rename_directory(from, to);
    auto file = files_.find(from);
    if (file == files_.end() || !directories_.contains(parent_of(to)))
      return failed("rename a file to", to, ENOENT);
    if (directories_.contains(to)) return failed("rename a file to", to, EISDIR);
    File moved = std::move(file->second);
    files_.erase(file);
    files_[to] = std::move(moved);
    return {};
  }

  // A copy: nobody changes a file that has two names.
  Result<bool> link(const std::string& from, const std::string& to) override {
    std::scoped_lock lock{mutex_};
    if (!files_.contains(from) || !directories_.contains(parent_of(to)))
      return failed("give a file the name", to, ENOENT);
    if (files_.contains(to) || directories_.contains(to)) return false;
    files_[to] = files_[from];
    return true;
  }

  Result<void> make_private(const std::string& path) override {
    std::scoped_lock lock{mutex_};
    if (!files_.contains(path)) return failed("make private", path, ENOENT);
    return {};
  }

  Result<void> sync_file(const std::string& path) override {
    std::scoped_lock lock{mutex_};
    if (!files_.contains(path)) return failed("sync", path, ENOENT);
    return {};
  }

  Result<void> sync_directory(const std::string& path) override {
    std::scoped_lock lock{mutex_};
    if (!directories_.contains(path)) return failed("sync directory", path, ENOENT);
    return {};
  }

  Result<bool> remove_file(const std::string& path) override {
    std::scoped_lock lock{mutex_};
    if (directories_.contains(path)) return failed("remove", path, EISDIR);
    return files_.erase(path) > 0;
  }

  Result<bool> remove_directory(const std::string& path) override {
    std::scoped_lock lock{mutex_};
    if (files_.contains(path)) return failed("remove directory", path, ENOTDIR);
    if (!children_of(path).empty()) return failed("remove directory", path, ENOTEMPTY);
    return directories_.erase(path) > 0;
  }

  Result<void> make_directories(const std::string& path) override {
    std::scoped_lock lock{mutex_};
    for (std::string above = path; !directories_.contains(above); above = parent_of(above)) {
      if (files_.contains(above)) return failed("create directory", path, ENOTDIR);
    }
    for (std::string made = path; directories_.insert(made).second;) made = parent_of(made);
    return {};
  }

  Result<std::optional<LockId>> try_lock(const std::string& path) override {
    std::scoped_lock lock{mutex_};
    if (!directories_.contains(parent_of(path))) return failed("lock", path, ENOENT);
    if (!files_.contains(path)) files_[path] = new_file("");
    for (const auto& [id, held] : locks_) {
      if (held == files_[path].identity) return std::nullopt;
    }
    locks_[++last_lock_] = files_[path].identity;
    return last_lock_;
  }

  void unlock(LockId id) override {
    std::scoped_lock lock{mutex_};
    locks_.erase(id);
  }

 private:
  struct File {
    std::string bytes;
    std::int64_t modified_ms = 0;
    std::uint64_t identity = 0;
  };

  static std::unexpected<Error> failed(std::string_view what, std::string_view path, int error_number) {
    return std::unexpected(storage_error(what, path, error_number));
  }

  Result<void> rename_directory(const std::string& from, const std::string& to) {
    if (files_.contains(to)) return failed("rename a file to", to, ENOTDIR);
    if (!directories_.contains(parent_of(to))) return failed("rename a file to", to, ENOENT);
    if (directories_.contains(to) && !children_of(to).empty())
      return failed("rename a file to", to, ENOTEMPTY);
    auto moved = [&](const std::string& path) { return to + path.substr(from.size()); };
    auto is_below = [&](const std::string& path) { return path.starts_with(from + "/"); };
    std::map<std::string, File> files;
    for (auto& [path, file] : files_) files[is_below(path) ? moved(path) : path] = std::move(file);
    files_ = std::move(files);
    std::set<std::string> directories;
    for (const std::string& path : directories_)
      directories.insert(path == from || is_below(path) ? moved(path) : path);
    directories_ = std::move(directories);
    return {};
  }

  File new_file(std::string_view bytes) { return {std::string{bytes}, now_ms_, ++last_identity_}; }

  std::vector<std::string> children_of(const std::string& directory) const {
    std::set<std::string> names;
    auto note = [&](const std::string& path) {
      if (path != directory && parent_of(path) == directory) names.insert(path.substr(path.rfind('/') + 1));
    };
    for (const auto& [path, file] : files_) note(path);
    for (const std::string& path : directories_) note(path);
    return {names.begin(), names.end()};
  }

  std::mutex mutex_;
  std::map<std::string, File> files_;
  std::set<std::string> directories_{"/", "."};
  std::map<LockId, std::uint64_t> locks_;  // → identity of the locked file
  std::int64_t now_ms_ = 1'700'000'000'000;
  std::uint64_t last_identity_ = 0;
  LockId last_lock_ = 0;
};

}  // namespace oc::store
