// TaskFiles: the directory of one ledger, <root>/<task_id>/{meta.json, counts.json, events.jsonl,
// items.jsonl, result.json, lock}. Blocking: for the WorkerPool. docs/storage.md says who writes what when,
// and what a crash leaves.
#pragma once
#include <string>
#include <vector>

#include "ledger/task_store.h"
#include "store/file_system.h"

namespace oc::ledger {

class TaskFiles {
 public:
  TaskFiles(store::FileSystem& files, std::string root) : files_(files), root_(std::move(root)) {}

  struct Stored {
    TaskRecord record;
    store::FileInfo file = {};
    bool is_new = true;
  };

  const std::string& root() const { return root_; }
  std::string directory_of(const TaskId& id) const { return store::path_in(root_, id); }
  std::string lock_of(const TaskId& id) const { return path_of(id, "lock"); }
  std::string key_lock() const { return store::path_in(keys(), "lock"); }

  Result<std::vector<TaskId>> ids() const;
  // Nothing when there is no such task. storage_corrupt when its record cannot be understood.
  Result<std::optional<Stored>> read(const TaskId& id) const;
  // The same, and nothing when its file is still the one that is known.
  Result<std::optional<Stored>> read_if_changed(const TaskId& id, const store::FileInfo& known) const;

  // A task appears whole: it is made under another name.
  Result<Stored> create(const TaskRecord& record) const;
  Result<void> prepare_keys() const { return files_.make_directories(keys()); }
  // REQUIRES: the lock of the keys is held, and the record has one.
  Result<Stored> create_once(const TaskRecord& record) const;
  // REQUIRES: the task's lock is held.
  Result<Stored> update(const TaskId& id, const Edit& edit) const;
  // REQUIRES: the task's lock is held, and that of the keys if it has one.
  Result<void> remove(const TaskId& id) const;

  Result<void> append_events(const TaskId& id, const std::vector<TaskEvent>& events) const;
  Result<void> append_item(const TaskId& id, const std::string& item) const;
  Result<void> put_result(const TaskId& id, const std::string& result) const;
  Result<std::optional<std::string>> get_result(const TaskId& id) const;
  Result<json::array> items(const TaskId& id) const;
  Result<std::int64_t> put_result_of_items(const TaskId& id, const ResultOfItems& result) const;
  Result<std::vector<TaskEvent>> last_events(const TaskId& id, std::size_t count) const;
  Result<std::vector<TaskEvent>> events(const TaskId& id, std::int64_t since_ms, std::size_t limit) const;

  // Removes what servers that died left of tasks that never came into being.
  void sweep_unborn(std::int64_t before_ms) const;

 private:
  std::string path_of(const TaskId& id, std::string_view name) const;
  std::string keys() const { return store::path_in(root_, ".keys"); }
  std::string key_file(std::string_view key) const;
  // Of what a record is read from; another one when any of it has changed.
  Result<std::optional<store::FileInfo>> info(const TaskId& id) const;
  void take_counts(TaskRecord& record) const;
  Result<void> write_counts(const TaskRecord& record) const;
  Result<void> write_unborn(const std::string& directory, const TaskRecord& record) const;
  void remove_with_files(const std::string& directory) const;
  Result<void> require(const TaskId& id) const;

  store::FileSystem& files_;
  std::string root_;
};

}  // namespace oc::ledger
