// FileTaskStore: tasks as directories that several servers share. Records are indexed in memory; the root is
// watched for tasks that others start, and a task that somebody waits for is watched itself.
#pragma once
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "base/worker_pool.h"
#include "ledger/task_files.h"
#include "ledger/task_index.h"
#include "ledger/task_store.h"
#include "store/dir_watch.h"
#include "store/file_lock.h"

namespace oc::ledger {

struct FileTaskStoreOptions {
  std::chrono::milliseconds lock_wait{5000};
  // Where inotify is blind (network file systems) the root is listed again after this time.
  std::chrono::milliseconds longest_trust{10'000};
  store::DirWatchOptions watch = {};
};

class FileTaskStore final : public TaskStore {
 public:
  FileTaskStore(store::FileSystem& files, WorkerPool& pool, Logger& log, Executor executor, std::string root,
                FileTaskStoreOptions options = {});
  // REQUIRES: close() has returned true, or nothing runs the loop any more.
  ~FileTaskStore() override;

  Task<Result<void>> open(Stop stop) override;
  Task<bool> close(Stop stop) override;
  Task<Result<Created>> create(TaskRecord record) override;
  Task<Result<TaskRecord>> load(TaskId id, Stop stop) override;
  Task<Result<TaskRecord>> update(TaskId id, Edit edit) override;
  Task<Result<void>> append_events(TaskId id, std::vector<TaskEvent> events) override;
  Task<Result<void>> append_item(TaskId id, std::string item) override;
  Task<Result<void>> put_result(TaskId id, std::string result) override;
  Task<Result<std::optional<std::string>>> get_result(TaskId id, Stop stop) override;
  Task<Result<json::array>> items(TaskId id, Stop stop) override;
  Task<Result<std::int64_t>> put_result_of_items(TaskId id, ResultOfItems result) override;
  Task<Result<std::vector<TaskEvent>>> last_events(TaskId id, std::size_t count, Stop stop) override;
  Task<Result<std::vector<TaskEvent>>> events(TaskId id, std::int64_t since_ms, std::size_t limit,
                                              Stop stop) override;
  Task<Result<std::vector<TaskRecord>>> list(TaskQuery query, Stop stop) override;
  Task<Result<TaskRecord>> wait_for_change(TaskId id, std::int64_t seen, Stop stop) override;
  Task<Result<void>> remove(TaskId id) override;
  Owner self() const override { return self_; }
  bool is_alive(const Owner& owner) const override;

 private:
  // Those who wait for a task to change share one watch of its directory.
  struct Watch;
  class Waiting;

  template <class Job>
  auto read(Job job, Stop stop) -> Task<std::invoke_result_t<Job, const TaskFiles&>>;
  Task<Result<store::FileLock>> lock(std::string path);
  Task<Result<store::FileLock>> lock_task(TaskId id);
  using Known = std::vector<std::pair<TaskId, store::FileInfo>>;
  Task<Result<void>> refresh(Stop stop);
  Task<Result<void>> refresh_these(Known active, Stop stop);
  Task<Result<void>> refresh_set(Stop stop);
  Task<void> watch_task(TaskId id, std::shared_ptr<Watch> watch);
  Task<void> reload(TaskId id);
  void take(TaskFiles::Stored stored);
  void forget(const TaskId& id);
  void wake(const TaskId& id);
  store::DirWatcher& watcher();

  store::FileSystem& disk_;
  WorkerPool& pool_;
  Logger& log_;
  TaskFiles files_;
  FileTaskStoreOptions options_;
  Owner self_;
  TaskIndex index_;
  std::set<TaskId> corrupt_;                     // told of already
  std::optional<store::DirWatcher> watcher_;     // from the first use on
  std::unique_ptr<store::DirWatch> root_watch_;  // set by open()
  bool is_set_stale_ = true;
  SteadyTime listed_at_ = {};
  std::map<TaskId, std::shared_ptr<Watch>> watches_;
  Nursery nursery_;
};

}  // namespace oc::ledger
