#include "store/dir_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"

namespace oc::store {
namespace detail {

struct WatchedDir {
  WatchedDir(const Executor& executor, std::string path) : directory(std::move(path)), woken(executor) {}
  std::string directory;
  int descriptor = -1;  // of inotify; -1 while it does not watch this directory
  bool is_dirty = false;
  Signal woken;
  std::size_t fingerprint = 0;
};

class WatchHub : public std::enable_shared_from_this<WatchHub> {
 public:
  WatchHub(FileSystem& files, WorkerPool& pool, Executor executor, DirWatchOptions options)
      : files_(files), pool_(pool), executor_(std::move(executor)), options_(options) {}

  FileSystem& files() { return files_; }
  WorkerPool& pool() { return pool_; }
  const Executor& executor() const { return executor_; }

  std::chrono::milliseconds pause_of(const WatchedDir& dir) const {
    return dir.descriptor >= 0 ? options_.poll : options_.poll_alone;
  }

  void open() {
    if (!options_.use_inotify) return;
    int fd = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (fd < 0) return;
    inotify_.emplace(executor_, fd);
    wait_for_events();
  }

  // True when inotify did not watch the directory before and does now.
  bool add(WatchedDir& dir) {
    if (!inotify_ || dir.descriptor >= 0) return false;
    constexpr std::uint32_t kEvents = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE |
                                      IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
    dir.descriptor = ::inotify_add_watch(inotify_->native_handle(), dir.directory.c_str(), kEvents);
    if (dir.descriptor < 0) return false;
    watched_.emplace(dir.descriptor, &dir);
    return true;
  }

  void remove(WatchedDir& dir) {
    if (dir.descriptor < 0) return;
    std::erase_if(watched_, [&](const auto& entry) { return entry.second == &dir; });
    if (!watched_.contains(dir.descriptor)) ::inotify_rm_watch(inotify_->native_handle(), dir.descriptor);
    dir.descriptor = -1;
  }

  // Takes what the kernel has queued, without waiting.
  void take_events() {
    if (!inotify_) return;
    alignas(inotify_event) std::array<char, 16 * 1024> buffer;
    while (true) {
      ssize_t got = ::read(inotify_->native_handle(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return;
      for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
        inotify_event event;
        std::memcpy(&event, buffer.data() + at, sizeof event);
        at += sizeof event + event.len;
        take(event);
      }
    }
  }

 private:
  void wait_for_events() {
    // Weak: the hub closes the descriptor when it goes, and that is what ends the last wait.
    inotify_->async_wait(asio::posix::stream_descriptor::wait_read,
                         [weak = weak_from_this()](const boost::system::error_code& error) {
                           auto self = weak.lock();
                           if (error || !self) return;
                           self->take_events();
                           self->wait_for_events();
                         });
  }

  void take(const inotify_event& event) {
    bool overflow = (event.mask & IN_Q_OVERFLOW) != 0;
    auto [first, last] = watched_.equal_range(event.wd);
    if (overflow) {
      first = watched_.begin();
      last = watched_.end();
    }
    // The directory is gone, or another; the poll finds the one that comes in its place.
    bool lost = (event.mask & (IN_IGNORED | IN_MOVE_SELF)) != 0;
    for (auto entry = first; entry != last; ++entry) {
      WatchedDir& dir = *entry->second;
      dir.is_dirty = true;
      if (lost) dir.descriptor = -1;
      dir.woken.notify_all();
    }
    if (lost) watched_.erase(event.wd);
    if ((event.mask & IN_MOVE_SELF) != 0) ::inotify_rm_watch(inotify_->native_handle(), event.wd);
  }

  FileSystem& files_;
  WorkerPool& pool_;
  Executor executor_;
  DirWatchOptions options_;
  std::optional<asio::posix::stream_descriptor> inotify_;
  std::multimap<int, WatchedDir*> watched_;
};

}  // namespace detail

namespace {

// Small directories are compared file by file, large ones (a root of thousands of tasks) by names and their
// own time.
std::size_t fingerprint_of(FileSystem& files, const std::string& directory) {
  constexpr std::size_t kSmall = 256;
  std::string seen;
  auto note = [&](const std::string& path) {
    auto found = files.info(path);
    if (!found || !*found) return;
    seen += cat((*found)->size, " ", (*found)->modified_ms, " ", (*found)->identity, "\n");
  };
  auto names = files.list(directory);
  if (!names) return 0;
  note(directory);
  for (const std::string& name : *names) {
    seen += cat(name, "\n");
    if (names->size() <= kSmall) note(path_in(directory, name));
  }
  return std::hash<std::string>{}(seen);
}

}  // namespace

DirWatch::DirWatch(std::shared_ptr<detail::WatchHub> hub, std::string directory)
    : hub_(std::move(hub)),
      dir_(std::make_unique<detail::WatchedDir>(hub_->executor(), std::move(directory))) {
  hub_->add(*dir_);
}

DirWatch::~DirWatch() {
  hub_->remove(*dir_);
}

bool DirWatch::uses_inotify() const {
  return dir_->descriptor >= 0;
}

Task<bool> DirWatch::looks_different() {
  auto now = co_await hub_->pool().run(
      [&files = hub_->files(), directory = dir_->directory] { return fingerprint_of(files, directory); });
  bool differs = now != dir_->fingerprint;
  dir_->fingerprint = now;
  co_return differs;
}

bool DirWatch::take_changed() {
  bool is_new = hub_->add(*dir_);
  hub_->take_events();
  return std::exchange(dir_->is_dirty, false) || is_new || !uses_inotify();
}

Task<bool> DirWatch::changed(Stop stop) {
  while (!stop.requested()) {
    // A directory that inotify finds only now is new, or another than before.
    if (hub_->add(*dir_)) dir_->is_dirty = true;
    hub_->take_events();
    if (!dir_->is_dirty) {
      StopSource pause{stop, std::chrono::steady_clock::now() + hub_->pause_of(*dir_)};
      bool woken = co_await dir_->woken.wait(pause.stop());
      if (!woken && !stop.requested()) {
        bool differs = co_await looks_different();
        dir_->is_dirty = dir_->is_dirty || differs;
      }
    }
    if (dir_->is_dirty) {
      dir_->is_dirty = false;
      co_return true;
    }
  }
  co_return false;
}

DirWatcher::DirWatcher(FileSystem& files, WorkerPool& pool, Executor executor, DirWatchOptions options)
    : hub_(std::make_shared<detail::WatchHub>(files, pool, std::move(executor), options)) {
  hub_->open();
}

Task<std::unique_ptr<DirWatch>> DirWatcher::watch(std::string directory) {
  auto watch = std::make_unique<DirWatch>(hub_, std::move(directory));
  (void)co_await watch->looks_different();
  co_return watch;
}

}  // namespace oc::store
