// FaultyFileSystem: another FileSystem that fails at a chosen step, and remembers the steps. A step is an
// operation that changes the disk; reading is none. Failing from a step on is what a crash at that step
// leaves behind.
#pragma once
#include <cerrno>
#include <functional>
#include <mutex>

#include "base/text.h"
#include "store/file_system.h"

namespace oc::store {

enum class FaultExtent : std::uint8_t { once, from_then_on };

class FaultyFileSystem final : public FileSystem {
 public:
  using Hook = std::function<void(const std::string& operation)>;

  explicit FaultyFileSystem(FileSystem& inner) : inner_(inner) {}

  // The n-th step from now (1 is the next) fails. With `torn`, an append writes half of its bytes first.
  void fail_at(std::size_t step, int error_number = ENOSPC, FaultExtent extent = FaultExtent::once,
               bool torn = false) {
    std::scoped_lock lock{mutex_};
    fail_at_ = operations_.size() + step;
    error_number_ = error_number;
    extent_ = extent;
    torn_ = torn;
  }
  // The next append takes only this many bytes, as on a disk that fills up, and says so.
  void shorten_next_append(std::size_t bytes) {
    std::scoped_lock lock{mutex_};
    short_append_ = bytes;
  }
  void heal() {
    std::scoped_lock lock{mutex_};
    fail_at_ = 0;
  }
  // Called on the worker before each step: a test can look at the disk, or hold the step up.
  void before_each(Hook hook) {
    std::scoped_lock lock{mutex_};
    hook_ = std::move(hook);
  }
  // "append /j/a.jsonl", … in the order in which they began, failed ones included.
  std::vector<std::string> operations() const {
    std::scoped_lock lock{mutex_};
    return operations_;
  }
  std::size_t count(std::string_view operation) const {
    std::size_t found = 0;
    for (const std::string& step : operations()) found += step.starts_with(cat(operation, " ")) ? 1 : 0;
    return found;
  }

  Result<std::optional<std::string>> read(const std::string& path) override { return inner_.read(path); }
  Result<std::optional<std::string>> read_range(const std::string& path, std::uint64_t offset,
                                                std::size_t count) override {
    return inner_.read_range(path, offset, count);
  }
  Result<std::optional<FileInfo>> info(const std::string& path) override { return inner_.info(path); }
  Result<std::vector<std::string>> list(const std::string& directory) override {
    return inner_.list(directory);
  }

  Result<void> write_new(const std::string& path, std::string_view bytes) override {
    if (auto fault = step("write_new", path)) return std::unexpected(std::move(*fault));
    return inner_.write_new(path, bytes);
  }
  Result<std::size_t> append(const std::string& path, std::string_view bytes) override {
    if (auto fault = step("append", path)) {
      if (tears()) (void)inner_.append(path, bytes.substr(0, bytes.size() / 2));
      return std::unexpected(std::move(*fault));
    }
    return inner_.append(path, bytes.substr(0, take_short_append().value_or(bytes.size())));
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    if (auto fault = step("rename", to)) return std::unexpected(std::move(*fault));
    return inner_.rename(from, to);
  }
  Result<bool> link(const std::string& from, const std::string& to) override {
    if (auto fault = step("link", to)) return std::unexpected(std::move(*fault));
    return inner_.link(from, to);
  }
  Result<void> make_private(const std::string& path) override {
    if (auto fault = step("make_private", path)) return std::unexpected(std::move(*fault));
    return inner_.make_private(path);
  }
  Result<void> sync_file(const std::string& path) override {
    if (auto fault = step("sync_file", path)) return std::unexpected(std::move(*fault));
    return inner_.sync_file(path);
  }
  Result<void> sync_directory(const std::string& path) override {
    if (auto fault = step("sync_directory", path)) return std::unexpected(std::move(*fault));
    return inner_.sync_directory(path);
  }
  Result<bool> remove_file(const std::string& path) override {
    if (auto fault = step("remove_file", path)) return std::unexpected(std::move(*fault));
    return inner_.remove_file(path);
  }
  Result<bool> remove_directory(const std::string& path) override {
    if (auto fault = step("remove_directory", path)) return std::unexpected(std::move(*fault));
    return inner_.remove_directory(path);
  }
  Result<void> make_directories(const std::string& path) override {
    if (auto fault = step("make_directories", path)) return std::unexpected(std::move(*fault));
    return inner_.make_directories(path);
  }
  Result<std::optional<LockId>> try_lock(const std::string& path) override {
    if (auto fault = step("try_lock", path)) return std::unexpected(std::move(*fault));
    return inner_.try_lock(path);
  }
  void unlock(LockId lock) override { inner_.unlock(lock); }

 private:
  std::optional<Error> step(std::string_view operation, const std::string& path) {
    std::unique_lock lock{mutex_};
    const std::string& name = operations_.emplace_back(cat(operation, " ", path));
    std::size_t number = operations_.size();
    bool fails = fail_at_ > 0 && (extent_ == FaultExtent::once ? number == fail_at_ : number >= fail_at_);
    std::optional<Error> fault;
    if (fails) fault = storage_error(operation, path, error_number_);
    if (Hook hook = hook_) {
      std::string copy = name;
      lock.unlock();
      hook(copy);
    }
    return fault;
  }
  bool tears() const {
    std::scoped_lock lock{mutex_};
    return torn_;
  }
  std::optional<std::size_t> take_short_append() {
    std::scoped_lock lock{mutex_};
    return std::exchange(short_append_, std::nullopt);
  }

  FileSystem& inner_;
  mutable std::mutex mutex_;
  std::vector<std::string> operations_;
  std::size_t fail_at_ = 0;  // number of the step, from 1; 0 is none
  int error_number_ = ENOSPC;
  FaultExtent extent_ = FaultExtent::once;
  bool torn_ = false;
  std::optional<std::size_t> short_append_;
  Hook hook_;
};

}  // namespace oc::store
