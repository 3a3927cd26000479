#include "ledger/file_task_store.h"

#include "base/text.h"
#include "ledger/task_owner.h"

namespace oc::ledger {

struct FileTaskStore::Watch {
  explicit Watch(const Executor& executor) : changed(executor) {}
  Signal changed;
  StopSource unwanted;
  std::size_t waiting = 0;
};

// One who waits. The watch of the task ends with the last of them.
class FileTaskStore::Waiting {
 public:
  Waiting(FileTaskStore& store, const TaskId& id) : store_(store), id_(id) {
    std::shared_ptr<Watch>& watch = store_.watches_[id_];
    if (!watch) {
      watch = std::make_shared<Watch>(store_.nursery_.executor());
      store_.nursery_.start("task watch", store_.watch_task(id_, watch));
    }
    watch_ = watch;
    ++watch_->waiting;
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    if (--watch_->waiting > 0) return;
    auto own = store_.watches_.find(id_);
    if (own != store_.watches_.end() && own->second == watch_) store_.watches_.erase(own);
    watch_->unwanted.request(StopReason::cancelled);
  }
  Task<bool> changed(Stop stop) { return watch_->changed.wait(std::move(stop)); }

 private:
  FileTaskStore& store_;
  TaskId id_;
  std::shared_ptr<Watch> watch_;
};

FileTaskStore::FileTaskStore(store::FileSystem& files, WorkerPool& pool, Logger& log, Executor executor,
                             std::string root, FileTaskStoreOptions options)
    : disk_(files),
      pool_(pool),
      log_(log),
      files_(files, std::move(root)),
      options_(options),
      self_(this_process()),
      nursery_(std::move(executor), log) {}

FileTaskStore::~FileTaskStore() = default;

bool FileTaskStore::is_alive(const Owner& owner) const {
  return is_running(owner, self_);
}

store::DirWatcher& FileTaskStore::watcher() {
  if (!watcher_) watcher_.emplace(disk_, pool_, nursery_.executor(), options_.watch);
  return *watcher_;
}

// A disk that hangs holds a worker, not the caller.
template <class Job>
auto FileTaskStore::read(Job job, Stop stop) -> Task<std::invoke_result_t<Job, const TaskFiles&>> {
  auto found = co_await pool_.run([files = files_, job = std::move(job)] { return job(files); }, stop);
  if (!found) co_return std::unexpected(stop.error());
  co_return std::move(*found);
}

Task<Result<void>> FileTaskStore::open(Stop stop) {
  if (!root_watch_) {
    auto watch = co_await watcher().watch(files_.root());
    if (!root_watch_) root_watch_ = std::move(watch);
  }
  is_set_stale_ = true;
  OC_CO_TRY(co_await refresh(stop));
  // Nobody takes ten minutes to make a task.
  std::int64_t before_ms = SystemClock{}.now_ms() - 600'000;
  co_await pool_.run([files = files_, before_ms] {
    files.sweep_unborn(before_ms);
    return true;
  });
  co_return Result<void>{};
}

Task<bool> FileTaskStore::close(Stop stop) {
  auto watches = watches_;
  for (auto& [id, watch] : watches) watch->unwanted.request(StopReason::shutdown);
  bool joined = co_await nursery_.join(stop);
  co_return joined;
}

void FileTaskStore::wake(const TaskId& id) {
  auto watch = watches_.find(id);
  if (watch != watches_.end()) watch->second->changed.notify_all();
}

void FileTaskStore::take(TaskFiles::Stored stored) {
  TaskId id = stored.record.task_id;
  if (index_.put(std::move(stored.record), stored.file)) wake(id);
}

void FileTaskStore::forget(const TaskId& id) {
  if (index_.erase(id)) wake(id);
}

// Which tasks are there.
Task<Result<void>> FileTaskStore::refresh_set(Stop stop) {
  bool is_old = std::chrono::steady_clock::now() - listed_at_ > options_.longest_trust;
  is_set_stale_ = root_watch_->take_changed() || is_set_stale_ || is_old;
  if (!is_set_stale_) co_return Result<void>{};
  std::uint64_t mark = index_.mark();
  is_set_stale_ = false;
  auto listed = co_await read([](const TaskFiles& files) { return files.ids(); }, stop);
  if (!listed) {
    is_set_stale_ = true;
    co_return std::unexpected(std::move(listed).error());
  }
  for (const TaskId& id : index_.keep_only(*listed, mark)) wake(id);
  std::vector<TaskId> unknown = index_.unknown_of(*listed);
  std::erase_if(unknown, [&](const TaskId& id) { return corrupt_.contains(id); });
  listed_at_ = std::chrono::steady_clock::now();
  if (unknown.empty()) co_return Result<void>{};

  struct Found {
    std::vector<TaskFiles::Stored> tasks;
    std::vector<std::pair<TaskId, Error>> unreadable;
  };
  auto job = [unknown](const TaskFiles& files) -> Result<Found> {
    Found found;
    for (const TaskId& id : unknown) {
      auto stored = files.read(id);
      if (!stored) found.unreadable.emplace_back(id, std::move(stored).error());
      if (stored && *stored) found.tasks.push_back(std::move(**stored));
    }
    return found;
  };
  auto found = co_await read(std::move(job), stop);
  if (!found) {
    is_set_stale_ = true;
    co_return std::unexpected(std::move(found).error());
  }
  for (TaskFiles::Stored& stored : found->tasks) take(std::move(stored));
  for (const auto& [id, error] : found->unreadable) {
    log_.warn("ledger", "task ", id, " is passed over: ", error.message);
    if (error.code == ErrorCode::storage_corrupt) corrupt_.insert(id);
  }
  co_return Result<void>{};
}

// Only what has not ended can have changed.
Task<Result<void>> FileTaskStore::refresh(Stop stop) {
  OC_CO_TRY(co_await refresh_set(stop));
  OC_CO_TRY(co_await refresh_these(index_.not_ended(), stop));
  co_return Result<void>{};
}

Task<Result<void>> FileTaskStore::refresh_these(Known active, Stop stop) {
  if (active.empty()) co_return Result<void>{};
  struct Found {
    std::vector<TaskFiles::Stored> changed;
    std::vector<TaskId> gone;
  };
  auto job = [active = std::move(active)](const TaskFiles& files) -> Result<Found> {
    Found found;
    for (const auto& [id, known] : active) {
      auto stored = files.read_if_changed(id, known);
      if (stored && *stored) found.changed.push_back(std::move(**stored));
      if (!stored && stored.error().code == ErrorCode::task_not_found) found.gone.push_back(id);
    }
    return found;
  };
  auto found = co_await read(std::move(job), stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  for (TaskFiles::Stored& stored : found->changed) take(std::move(stored));
  for (const TaskId& id : found->gone) forget(id);
  co_return Result<void>{};
}

Task<Result<std::vector<TaskRecord>>> FileTaskStore::list(TaskQuery query, Stop stop) {
  if (!query.statuses.empty()) {
    OC_CO_TRY(co_await refresh(stop));
    co_return index_.list(query);
  }
  // Whatever became of a task, it is listed: those that will not be need no look.
  OC_CO_TRY(co_await refresh_set(stop));
  Known listed;
  for (const TaskRecord& record : index_.list(query)) {
    if (!record.ended()) listed.emplace_back(record.task_id, index_.find(record.task_id)->file);
  }
  OC_CO_TRY(co_await refresh_these(std::move(listed), stop));
  co_return index_.list(query);
}

Task<Result<TaskRecord>> FileTaskStore::load(TaskId id, Stop stop) {
  auto stored = co_await read([id](const TaskFiles& files) { return files.read(id); }, stop);
  if (!stored) co_return std::unexpected(std::move(stored).error());
  if (!*stored) {
    forget(id);
    co_return std::unexpected(no_such_task(id));
  }
  TaskRecord record = (*stored)->record;
  take(std::move(**stored));
  co_return record;
}

Task<Result<store::FileLock>> FileTaskStore::lock(std::string path) {
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + options_.lock_wait};
  auto held = co_await store::lock_file(disk_, pool_, std::move(path), limit.stop());
  co_return held;
}

Task<Result<store::FileLock>> FileTaskStore::lock_task(TaskId id) {
  if (!is_task_id(id)) co_return std::unexpected(no_such_task(id));
  auto held = co_await lock(files_.lock_of(id));
  if (held || held.error().code != ErrorCode::storage_failed) co_return held;
  // Of a task that is not there there is nothing to lock either; that is the better answer.
  auto found = co_await load(id, {});
  if (!found && found.error().code == ErrorCode::task_not_found)
    co_return std::unexpected(std::move(found).error());
  co_return held;
}

Task<Result<Created>> FileTaskStore::create(TaskRecord record) {
  store::FileLock held;
  bool has_key = record.idempotency_key.has_value();
  if (has_key) {
    OC_CO_TRY(co_await pool_.run([files = files_] { return files.prepare_keys(); }));
    auto locked = co_await lock(files_.key_lock());
    if (!locked) co_return std::unexpected(std::move(locked).error());
    held = std::move(*locked);
  }
  auto stored = co_await pool_.run([files = files_, record = std::move(record), has_key] {
    return has_key ? files.create_once(record) : files.create(record);
  });
  if (!stored) co_return std::unexpected(std::move(stored).error());
  Created created{stored->record, stored->is_new};
  take(std::move(*stored));
  co_return created;
}

Task<Result<TaskRecord>> FileTaskStore::update(TaskId id, Edit edit) {
  auto held = co_await lock_task(id);
  if (!held) co_return std::unexpected(std::move(held).error());
  // The job owns the lock: it is released where the change ends, whatever becomes of the caller.
  auto job = [files = files_, id, edit = std::move(edit), lock = std::move(*held)]() mutable {
    auto outcome = files.update(id, edit);
    lock.release();
    return outcome;
  };
  auto stored = co_await pool_.run(std::move(job));
  if (!stored) co_return std::unexpected(std::move(stored).error());
  TaskRecord record = stored->record;
  take(std::move(*stored));
  co_return record;
}

Task<Result<void>> FileTaskStore::append_events(TaskId id, std::vector<TaskEvent> events) {
  return pool_.run([files = files_, id = std::move(id), events = std::move(events)] {
    return files.append_events(id, events);
  });
}

Task<Result<void>> FileTaskStore::append_item(TaskId id, std::string item) {
  return pool_.run(
      [files = files_, id = std::move(id), item = std::move(item)] { return files.append_item(id, item); });
}

Task<Result<void>> FileTaskStore::put_result(TaskId id, std::string result) {
  return pool_.run([files = files_, id = std::move(id), result = std::move(result)] {
    return files.put_result(id, result);
  });
}

Task<Result<std::int64_t>> FileTaskStore::put_result_of_items(TaskId id, ResultOfItems result) {
  return pool_.run([files = files_, id = std::move(id), result = std::move(result)] {
    return files.put_result_of_items(id, result);
  });
}

Task<Result<std::optional<std::string>>> FileTaskStore::get_result(TaskId id, Stop stop) {
  return read([id = std::move(id)](const TaskFiles& files) { return files.get_result(id); }, std::move(stop));
}

Task<Result<json::array>> FileTaskStore::items(TaskId id, Stop stop) {
  return read([id = std::move(id)](const TaskFiles& files) { return files.items(id); }, std::move(stop));
}

Task<Result<std::vector<TaskEvent>>> FileTaskStore::events(TaskId id, std::int64_t since_ms,
                                                           std::size_t limit, Stop stop) {
  return read([id = std::move(id), since_ms,
               limit](const TaskFiles& files) { return files.events(id, since_ms, limit); },
              std::move(stop));
}

Task<Result<std::vector<TaskEvent>>> FileTaskStore::last_events(TaskId id, std::size_t count, Stop stop) {
  return read([id = std::move(id), count](const TaskFiles& files) { return files.last_events(id, count); },
              std::move(stop));
}

Task<void> FileTaskStore::reload(TaskId id) {
  const TaskIndex::Entry* known = index_.find(id);
  store::FileInfo file = known ? known->file : store::FileInfo{};
  auto stored = co_await pool_.run([files = files_, id, file] { return files.read_if_changed(id, file); });
  if (stored && *stored) take(std::move(**stored));
  if (!stored && stored.error().code == ErrorCode::task_not_found) forget(id);
}

Task<void> FileTaskStore::watch_task(TaskId id, std::shared_ptr<Watch> watch) {
  auto directory = co_await watcher().watch(files_.directory_of(id));
  bool goes_on = true;
  while (goes_on) {
    // First what happened before the watch began.
    co_await reload(id);
    goes_on = co_await directory->changed(watch->unwanted.stop());
  }
}

Task<Result<TaskRecord>> FileTaskStore::wait_for_change(TaskId id, std::int64_t seen, Stop stop) {
  auto record = co_await load(id, stop);
  if (!record || record->revision > seen) co_return record;
  Waiting waiting{*this, id};
  while (true) {
    const TaskIndex::Entry* now = index_.find(id);
    if (!now) co_return std::unexpected(no_such_task(id));
    if (now->record.revision > seen) co_return now->record;
    bool woken = co_await waiting.changed(stop);
    if (!woken) co_return std::unexpected(stop.error());
  }
}

Task<Result<void>> FileTaskStore::remove(TaskId id) {
  auto record = co_await load(id, {});
  if (!record) co_return std::unexpected(std::move(record).error());
  store::FileLock keys;
  if (record->idempotency_key) {
    auto locked = co_await lock(files_.key_lock());
    if (!locked) co_return std::unexpected(std::move(locked).error());
    keys = std::move(*locked);
  }
  auto held = co_await lock_task(id);
  if (!held) co_return std::unexpected(std::move(held).error());
  auto removed = co_await pool_.run(
      [files = files_, id, lock = std::move(*held), keys = std::move(keys)] { return files.remove(id); });
  if (removed) forget(id);
  co_return removed;
}

}  // namespace oc::ledger
