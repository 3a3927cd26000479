// DirWatcher: notices changes that other processes make in directories, by one inotify instance for all of
// them (the system allows few) and a slow poll beneath it. It watches directories, not files: a rename
// replaces the file's inode.
#pragma once
#include <chrono>
#include <memory>
#include <string>

#include "base/task.h"
#include "base/worker_pool.h"
#include "store/file_system.h"

namespace oc::store {

struct DirWatchOptions {
  // The safety net: inotify sees nothing on some network file systems.
  std::chrono::milliseconds poll{1000};
  // Where inotify does not watch: its limits are used up, or the directory does not exist yet.
  std::chrono::milliseconds poll_alone{100};
  bool use_inotify = true;
};

namespace detail {
class WatchHub;
struct WatchedDir;
}  // namespace detail

// One watched directory. One coroutine at a time may wait, and it must have ended before the watch is
// destroyed.
class DirWatch {
 public:
  DirWatch(std::shared_ptr<detail::WatchHub> hub, std::string directory);
  DirWatch(const DirWatch&) = delete;
  DirWatch& operator=(const DirWatch&) = delete;
  ~DirWatch();

  // Waits until a file in the directory was created, replaced, written and closed, or removed since the last
  // call, or since watch(). False when the stop came first. It may also return without a reason: look again
  // at what you wait for.
  Task<bool> changed(Stop stop);
  // The same without waiting: has something changed since the last call of either? True where inotify cannot
  // tell.
  bool take_changed();
  bool uses_inotify() const;

 private:
  friend class DirWatcher;
  Task<bool> looks_different();

  std::shared_ptr<detail::WatchHub> hub_;
  std::unique_ptr<detail::WatchedDir> dir_;
};

// REQUIRES: outlived by the FileSystem and the pool. May go before its watches.
class DirWatcher {
 public:
  DirWatcher(FileSystem& files, WorkerPool& pool, Executor executor, DirWatchOptions options = {});
  Task<std::unique_ptr<DirWatch>> watch(std::string directory);

 private:
  std::shared_ptr<detail::WatchHub> hub_;
};

}  // namespace oc::store
