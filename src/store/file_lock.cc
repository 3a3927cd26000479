#include "store/file_lock.h"

#include <algorithm>
#include <chrono>

#include "base/text.h"

namespace oc::store {
namespace {

// Locks are held for about a millisecond (one atomic write); a long wait means many waiters or a stopped
// process.
constexpr std::chrono::milliseconds kFirstPause{1};
constexpr std::chrono::milliseconds kLongestPause{20};

Error not_locked(const std::string& path, const Stop& stop) {
  if (stop.reason() != StopReason::deadline) return stop.error();
  return {ErrorCode::lock_timeout, cat("another holds the lock ", path)};
}

}  // namespace

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  if (this != &other) {
    release();
    files_ = std::exchange(other.files_, nullptr);
    id_ = other.id_;
  }
  return *this;
}

void FileLock::release() {
  if (files_) files_->unlock(id_);
  files_ = nullptr;
}

Result<std::optional<FileLock>> try_lock_file(FileSystem& files, const std::string& path) {
  auto id = files.try_lock(path);
  if (!id) return std::unexpected(std::move(id).error());
  if (!*id) return std::nullopt;
  return FileLock{files, **id};
}

Task<Result<FileLock>> lock_file(FileSystem& files, WorkerPool& pool, std::string path, Stop stop) {
  std::chrono::milliseconds pause = kFirstPause;
  while (!stop.requested()) {
    // The worker hands over a FileLock, not a number: if nobody waits for it any more it is still released.
    auto lock = co_await pool.run([&files, path] { return try_lock_file(files, path); });
    if (!lock) co_return std::unexpected(std::move(lock).error());
    if (*lock) co_return std::move(**lock);
    (void)co_await sleep_for(pause, stop);
    pause = std::min(pause * 2, kLongestPause);
  }
  co_return std::unexpected(not_locked(path, stop));
}

}  // namespace oc::store
