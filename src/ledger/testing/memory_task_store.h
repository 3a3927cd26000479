// MemoryTaskStore: tasks of one process and one run, for tests of what stands above a store.
#pragma once
#include <map>
#include <set>

#include "json/parse.h"
#include "json/write.h"
#include "ledger/task_index.h"
#include "ledger/task_store.h"

namespace oc::ledger {

class MemoryTaskStore final : public TaskStore {
 public:
  explicit MemoryTaskStore(Executor executor) : changed_(std::move(executor)) {}

  // From now on every write fails as a full disk would.
  void fail_writes(bool fails) { fails_ = fails; }
  // Processes that are taken for ended, by pid.
  void kill(std::int64_t pid) { dead_.insert(pid); }
  void become(Owner owner) { self_ = std::move(owner); }

  Task<Result<void>> open(Stop) override { co_return Result<void>{}; }
  Task<bool> close(Stop) override { co_return true; }

  Task<Result<Created>> create(TaskRecord record) override {
    OC_CO_TRY(writable());
    if (record.idempotency_key && keys_.contains(*record.idempotency_key)) {
      const TaskRecord& earlier = index_.find(keys_[*record.idempotency_key])->record;
      if (earlier.args_digest != record.args_digest)
        co_return fail(ErrorCode::conflict, "this idempotency_key belongs to another task");
      co_return Created{earlier, false};
    }
    if (record.idempotency_key) keys_[*record.idempotency_key] = record.task_id;
    index_.put(record);
    co_return Created{std::move(record), true};
  }

  Task<Result<TaskRecord>> load(TaskId id, Stop) override {
    OC_CO_TRY(require(id));
    co_return index_.find(id)->record;
  }

  Task<Result<TaskRecord>> update(TaskId id, Edit edit) override {
    OC_CO_TRY(require(id));
    TaskRecord record = index_.find(id)->record;
    std::int64_t revision = record.revision;
    auto edited = edit(record);
    if (!edited) co_return std::unexpected(std::move(edited).error());
    if (!edited->changed) co_return record;
    OC_CO_TRY(writable());
    record.revision = revision + 1;
    index_.put(record);
    for (TaskEvent& event : edited->events) contents_[id].events.push_back(std::move(event));
    changed_.notify_all();
    co_return record;
  }

  Task<Result<void>> append_events(TaskId id, std::vector<TaskEvent> events) override {
    OC_CO_TRY(writable(id));
    for (TaskEvent& event : events) contents_[id].events.push_back(std::move(event));
    co_return Result<void>{};
  }
  Task<Result<void>> append_item(TaskId id, std::string item) override {
    OC_CO_TRY(writable(id));
    contents_[id].items.push_back(json::parse(item).value());
    co_return Result<void>{};
  }
  Task<Result<void>> put_result(TaskId id, std::string result) override {
    OC_CO_TRY(writable(id));
    contents_[id].result = std::move(result);
    co_return Result<void>{};
  }
  Task<Result<std::optional<std::string>>> get_result(TaskId id, Stop) override {
    OC_CO_TRY(require(id));
    co_return contents_[id].result;
  }
  Task<Result<json::array>> items(TaskId id, Stop) override {
    OC_CO_TRY(require(id));
    co_return contents_[id].items;
  }
  Task<Result<std::vector<TaskEvent>>> events(TaskId id, std::int64_t since_ms, std::size_t limit,
                                              Stop) override {
    OC_CO_TRY(require(id));
    std::vector<TaskEvent> out;
    for (const TaskEvent& event : contents_[id].events) {
      if (event.ts >= since_ms && out.size() < limit) out.push_back(event);
    }
    co_return out;
  }
  Task<Result<std::int64_t>> put_result_of_items(TaskId id, ResultOfItems result) override {
    OC_CO_TRY(writable(id));
    std::string text = result.before;
    for (std::size_t i = 0; i < result.order.size(); ++i)
      text += cat(i > 0 ? "," : "", json::write(contents_[id].items.at(result.order[i])));
    text += result.after;
    contents_[id].result = text;
    co_return static_cast<std::int64_t>(text.size());
  }
  Task<Result<std::vector<TaskEvent>>> last_events(TaskId id, std::size_t count, Stop) override {
    OC_CO_TRY(require(id));
    const std::vector<TaskEvent>& all = contents_[id].events;
    std::size_t from = all.size() - std::min(count, all.size());
    co_return std::vector<TaskEvent>(all.begin() + static_cast<std::ptrdiff_t>(from), all.end());
  }
  Task<Result<std::vector<TaskRecord>>> list(TaskQuery query, Stop) override { co_return index_.list(query); }

  Task<Result<TaskRecord>> wait_for_change(TaskId id, std::int64_t seen, Stop stop) override {
    while (true) {
      OC_CO_TRY(require(id));
      const TaskRecord& now = index_.find(id)->record;
      if (now.revision > seen) co_return now;
      bool woken = co_await changed_.wait(stop);
      if (!woken) co_return std::unexpected(stop.error());
    }
  }

  Task<Result<void>> remove(TaskId id) override {
    OC_CO_TRY(writable(id));
    std::erase_if(keys_, [&](const auto& key) { return key.second == id; });
    index_.erase(id);
    contents_.erase(id);
    changed_.notify_all();
    co_return Result<void>{};
  }

  Owner self() const override { return self_; }
  bool is_alive(const Owner& owner) const override { return !dead_.contains(owner.pid); }

 private:
  struct Contents {
    std::vector<TaskEvent> events;
    json::array items;
    std::optional<std::string> result;
  };

  Result<void> require(const TaskId& id) const {
    if (!index_.find(id)) return std::unexpected(no_such_task(id));
    return {};
  }
  Result<void> writable() const {
    if (fails_) return fail(ErrorCode::storage_failed, "the disk is full");
    return {};
  }
  Result<void> writable(const TaskId& id) const {
    OC_TRY(require(id));
    return writable();
  }

  TaskIndex index_;
  std::map<TaskId, Contents> contents_;
  std::map<std::string, TaskId> keys_;
  std::set<std::int64_t> dead_;
  Owner self_{1, 1, "boot", "host"};
  bool fails_ = false;
  Signal changed_;
};

}  // namespace oc::ledger
