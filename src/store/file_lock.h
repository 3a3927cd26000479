// FileLock: an exclusive lock between processes, released by its destructor, and the bounded wait for one.
#pragma once
#include <optional>
#include <string>
#include <utility>

#include "base/task.h"
#include "base/worker_pool.h"
#include "store/file_system.h"

namespace oc::store {

// Holds the lock until destroyed. Holders in the same process exclude each other too. The FileSystem must
// outlive it.
class [[nodiscard]] FileLock {
 public:
  FileLock() = default;  // holds nothing
  FileLock(FileSystem& files, LockId id) : files_(&files), id_(id) {}
  FileLock(FileLock&& other) noexcept : files_(std::exchange(other.files_, nullptr)), id_(other.id_) {}
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock() { release(); }

  void release();
  bool is_held() const { return files_ != nullptr; }

 private:
  FileSystem* files_ = nullptr;
  LockId id_ = 0;
};

// One try, blocking: for the WorkerPool. Nothing when another holds the lock.
Result<std::optional<FileLock>> try_lock_file(FileSystem& files, const std::string& path);

// Waits for the lock without blocking the loop or keeping a worker. Fails with lock_timeout when the stop's
// deadline passed, with the stop's own error when it was stopped otherwise.
Task<Result<FileLock>> lock_file(FileSystem& files, WorkerPool& pool, std::string path, Stop stop);

}  // namespace oc::store
