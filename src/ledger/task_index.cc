#include "ledger/task_index.h"

#include <algorithm>
#include <unordered_set>

namespace oc::ledger {
namespace {

template <class T>
bool allows(const std::vector<T>& wanted, const T& value) {
  return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

bool fits(const TaskQuery& query, const TaskRecord& record) {
  return allows(query.statuses, record.status) && allows(query.kinds, record.kind);
}

}  // namespace

bool TaskIndex::put(TaskRecord record, store::FileInfo file) {
  auto [found, is_new] = entries_.try_emplace(record.task_id);
  Entry& entry = found->second;
  if (!is_new && entry.record.revision >= record.revision) return false;
  if (is_new) {
    entry.added = additions_;
    by_age_.emplace(record.created_at, record.task_id);
  }
  if (record.ended()) {
    active_.erase(record.task_id);
  } else {
    active_.insert(record.task_id);
  }
  entry.record = std::move(record);
  entry.file = file;
  return true;
}

bool TaskIndex::erase(const TaskId& id) {
  auto found = entries_.find(id);
  if (found == entries_.end()) return false;
  by_age_.erase({found->second.record.created_at, id});
  active_.erase(id);
  entries_.erase(found);
  return true;
}

const TaskIndex::Entry* TaskIndex::find(const TaskId& id) const {
  auto entry = entries_.find(id);
  return entry == entries_.end() ? nullptr : &entry->second;
}

std::vector<TaskRecord> TaskIndex::list(const TaskQuery& query) const {
  std::vector<TaskRecord> out;
  for (auto at = by_age_.rbegin(); at != by_age_.rend() && out.size() < query.limit; ++at) {
    if (query.since_ms && at->first < *query.since_ms) break;
    const TaskRecord& record = entries_.at(at->second).record;
    if (fits(query, record)) out.push_back(record);
  }
  return out;
}

std::vector<std::pair<TaskId, store::FileInfo>> TaskIndex::not_ended() const {
  std::vector<std::pair<TaskId, store::FileInfo>> out;
  for (const TaskId& id : active_) out.emplace_back(id, entries_.at(id).file);
  return out;
}

std::vector<TaskId> TaskIndex::unknown_of(const std::vector<TaskId>& listed) const {
  std::vector<TaskId> out;
  for (const TaskId& id : listed) {
    if (!entries_.contains(id)) out.push_back(id);
  }
  return out;
}

std::vector<TaskId> TaskIndex::keep_only(const std::vector<TaskId>& listed, std::uint64_t mark) {
  std::vector<TaskId> gone;
  if (listed.size() == entries_.size() && unknown_of(listed).empty()) return gone;
  std::unordered_set<std::string_view> names{listed.begin(), listed.end()};
  for (const auto& [id, entry] : entries_) {
    if (entry.added < mark && !names.contains(id)) gone.push_back(id);
  }
  for (const TaskId& id : gone) erase(id);
  return gone;
}

}  // namespace oc::ledger
