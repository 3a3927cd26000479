// TaskIndex: the newest known record of every task, in memory, so that listing ten thousand of them reads no
// file.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "ledger/task_store.h"
#include "store/file_system.h"

namespace oc::ledger {

class TaskIndex {
 public:
  struct Entry {
    TaskRecord record;
    store::FileInfo file = {};  // of the record's file when it was read; unused by stores without files
    std::uint64_t added = 0;    // count of changes to the set of tasks when it came in
  };

  // False when the same or a newer revision is known already.
  bool put(TaskRecord record, store::FileInfo file = {});
  bool erase(const TaskId& id);
  const Entry* find(const TaskId& id) const;
  std::vector<TaskRecord> list(const TaskQuery& query) const;  // newest created_at first
  std::vector<std::pair<TaskId, store::FileInfo>> not_ended() const;
  std::size_t size() const { return entries_.size(); }

  // The set may be compared with a listing that began at mark(): what came in since is not in the listing.
  std::uint64_t mark() { return ++additions_; }
  // What the listing has and the index has not.
  std::vector<TaskId> unknown_of(const std::vector<TaskId>& listed) const;
  // Forgets what was known at the mark and is not listed any more; returns those.
  std::vector<TaskId> keep_only(const std::vector<TaskId>& listed, std::uint64_t mark);

 private:
  std::unordered_map<TaskId, Entry> entries_;
  std::set<std::pair<std::int64_t, TaskId>> by_age_;  // created_at, which never changes
  std::set<TaskId> active_;
  std::uint64_t additions_ = 0;
};

}  // namespace oc::ledger
