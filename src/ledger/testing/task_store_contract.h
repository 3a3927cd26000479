// What every TaskStore promises, as tests. Instantiate with a type that has `Loop loop` and store():
//   INSTANTIATE_TYPED_TEST_SUITE_P(Memory, TaskStoreContract, MemoryFixture);
#pragma once
#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "json/write.h"
#include "ledger/task_store.h"

namespace oc::ledger {

template <class Fixture>
class TaskStoreContract : public ::testing::Test {
 protected:
  TaskStoreContract() { EXPECT_TRUE(run(store().open({}))); }
  ~TaskStoreContract() override { EXPECT_TRUE(run(store().close({}))); }

  TaskStore& store() { return fixture_.store(); }
  testing_support::Loop& loop() { return fixture_.loop; }
  template <class T>
  T run(Task<T> task) {
    return fixture_.loop.run(std::move(task));
  }

  TaskRecord record(std::int64_t created_at = 1) {
    return {.task_id = new_task_id(),
            .kind = "crawl",
            .created_at = created_at,
            .updated_at = created_at,
            .owner = store().self(),
            .args_summary = "{}"};
  }
  TaskId make(std::int64_t created_at = 1) {
    return run(store().create(record(created_at))).value().record.task_id;
  }
  static Edit become(TaskStatus status, std::vector<TaskEvent> events = {}) {
    return [status, events](TaskRecord& record) -> Result<Edited> {
      record.status = status;
      return Edited{.events = events};
    };
  }

 private:
  Fixture fixture_;
};

TYPED_TEST_SUITE_P(TaskStoreContract);

TYPED_TEST_P(TaskStoreContract, ATaskIsThereOnceItWasCreated) {
  TaskRecord record = this->record();
  record.others["objective"] = "see";
  auto created = this->run(this->store().create(record));
  ASSERT_TRUE(created);
  EXPECT_TRUE(created->is_new);
  auto loaded = this->run(this->store().load(record.task_id, {}));
  ASSERT_TRUE(loaded);
  EXPECT_EQ(json::write(to_json(*loaded)), json::write(to_json(record)));
  EXPECT_EQ(this->run(this->store().list({}, {}))->size(), 1U);
}

TYPED_TEST_P(TaskStoreContract, WhatIsNoTaskIsNotFoundByAnyFunction) {
  TaskStore& store = this->store();
  for (TaskId id : {std::string{"0123456789abcdef"}, std::string{"../../etc"}, std::string{}}) {
    std::vector<ErrorCode> codes{
        this->run(store.load(id, {})).error().code,
        this->run(store.update(id, this->become(TaskStatus::running))).error().code,
        this->run(store.append_events(id, {TaskEvent{}})).error().code,
        this->run(store.append_item(id, "1")).error().code,
        this->run(store.put_result(id, "1")).error().code,
        this->run(store.put_result_of_items(id, {})).error().code,
        this->run(store.get_result(id, {})).error().code,
        this->run(store.last_events(id, 9, {})).error().code,
        this->run(store.items(id, {})).error().code,
        this->run(store.events(id, 0, 9, {})).error().code,
        this->run(store.wait_for_change(id, 0, {})).error().code,
        this->run(store.remove(id)).error().code,
    };
    EXPECT_EQ(codes, std::vector<ErrorCode>(codes.size(), ErrorCode::task_not_found)) << id;
  }
}

TYPED_TEST_P(TaskStoreContract, AResultCanBeMadeOfTheUnitsInAnyOrder) {
  TaskId id = this->make();
  for (const char* item : {"1", "{\"b\":2}", "\"c\""})
    ASSERT_TRUE(this->run(this->store().append_item(id, item)));
  auto size = this->run(
      this->store().put_result_of_items(id, {.before = "{\"pages\":[", .order = {2, 0, 1}, .after = "]}"}));
  ASSERT_TRUE(size) << size.error().message;
  std::string expected = R"({"pages":["c",1,{"b":2}]})";
  EXPECT_EQ(*size, static_cast<std::int64_t>(expected.size()));
  EXPECT_EQ(this->run(this->store().get_result(id, {})).value(), expected);
}

TYPED_TEST_P(TaskStoreContract, AnUpdateIsOneRevisionWithItsEvents) {
  TaskId id = this->make();
  auto edit = this->become(TaskStatus::running, {{5, EventKind::started}});
  auto updated = this->run(this->store().update(id, edit));
  ASSERT_TRUE(updated);
  EXPECT_EQ(updated->revision, 2);
  EXPECT_EQ(this->run(this->store().load(id, {}))->status, TaskStatus::running);
  auto events = this->run(this->store().events(id, 0, 9, {}));
  ASSERT_EQ(events->size(), 1U);
  EXPECT_EQ(events->front().kind, EventKind::started);
}

TYPED_TEST_P(TaskStoreContract, AnEditThatChangesNothingOrFailsLeavesTheRecord) {
  TaskId id = this->make();
  auto nothing = [](TaskRecord& record) -> Result<Edited> {
    record.kind = "other";
    return Edited{.changed = false, .events = {{1, EventKind::log}}};
  };
  EXPECT_TRUE(this->run(this->store().update(id, nothing)));
  auto refusal = [](TaskRecord& record) -> Result<Edited> {
    record.kind = "other";
    return fail(ErrorCode::unsupported, "no");
  };
  EXPECT_EQ(this->run(this->store().update(id, refusal)).error().code, ErrorCode::unsupported);
  auto loaded = this->run(this->store().load(id, {}));
  EXPECT_EQ(loaded->revision, 1);
  EXPECT_EQ(loaded->kind, "crawl");
  EXPECT_TRUE(this->run(this->store().events(id, 0, 9, {}))->empty());
}

TYPED_TEST_P(TaskStoreContract, UpdatesAtTheSameTimeAllCount) {
  TaskId id = this->make();
  Nursery nursery{this->loop().executor(), this->loop().log};
  for (int i = 0; i < 20; ++i) {
    nursery.start("update", [](TaskStore& store, TaskId task) -> Task<void> {
      auto edit = [](TaskRecord& record) -> Result<Edited> {
        record.updated_at += 1;
        return Edited{};
      };
      (void)co_await store.update(task, edit);
    }(this->store(), id));
  }
  EXPECT_TRUE(this->run(nursery.join({})));
  auto loaded = this->run(this->store().load(id, {}));
  EXPECT_EQ(loaded->updated_at, 21);
  EXPECT_EQ(loaded->revision, 21);
}

TYPED_TEST_P(TaskStoreContract, EventsAreReadInOrderFromATimeOn) {
  TaskId id = this->make();
  ASSERT_TRUE(this->run(this->store().append_events(
      id, {{1, EventKind::started}, {2, EventKind::log, "a"}, {3, EventKind::log, "b"}})));
  EXPECT_EQ(this->run(this->store().events(id, 0, 99, {}))->size(), 3U);
  EXPECT_EQ(this->run(this->store().last_events(id, 99, {}))->size(), 3U);
  auto last = this->run(this->store().last_events(id, 1, {}));
  ASSERT_EQ(last->size(), 1U);
  EXPECT_EQ(last->front().ts, this->run(this->store().events(id, 0, 99, {}))->back().ts);
  auto later = this->run(this->store().events(id, 2, 1, {}));
  ASSERT_EQ(later->size(), 1U);
  EXPECT_EQ(later->front().data.as_string(), "a");
}

TYPED_TEST_P(TaskStoreContract, ItemsAndResultAreKept) {
  TaskId id = this->make();
  EXPECT_TRUE(this->run(this->store().items(id, {}))->empty());
  EXPECT_FALSE(this->run(this->store().get_result(id, {}))->has_value());
  ASSERT_TRUE(this->run(this->store().append_item(id, R"({"url":"a"})")));
  ASSERT_TRUE(this->run(this->store().append_item(id, R"({"url":"b"})")));
  EXPECT_EQ(json::write(*this->run(this->store().items(id, {}))), R"([{"url":"a"},{"url":"b"}])");
  ASSERT_TRUE(this->run(this->store().put_result(id, "{}")));
  ASSERT_TRUE(this->run(this->store().put_result(id, "[1]")));
  EXPECT_EQ(**this->run(this->store().get_result(id, {})), "[1]");
}

TYPED_TEST_P(TaskStoreContract, ListsFilterOrderAndLimit) {
  TaskId first = this->make(10);
  TaskId second = this->make(20);
  this->make(30);
  ASSERT_TRUE(this->run(this->store().update(second, this->become(TaskStatus::running))));
  auto all = this->run(this->store().list({}, {}));
  ASSERT_EQ(all->size(), 3U);
  EXPECT_EQ(all->back().task_id, first);
  EXPECT_EQ(this->run(this->store().list({.limit = 2}, {}))->size(), 2U);
  auto running = this->run(this->store().list({.statuses = {TaskStatus::running}}, {}));
  ASSERT_EQ(running->size(), 1U);
  EXPECT_EQ(running->front().task_id, second);
  EXPECT_EQ(this->run(this->store().list({.since_ms = 20}, {}))->size(), 2U);
  EXPECT_TRUE(this->run(this->store().list({.kinds = {"recording"}}, {}))->empty());
}

TYPED_TEST_P(TaskStoreContract, AKeyStartsOneTaskAndNeverAnother) {
  TaskRecord first = this->record();
  first.idempotency_key = "../k\n";
  first.args_digest = "d";
  ASSERT_TRUE(this->run(this->store().create(first)));
  TaskRecord again = first;
  again.task_id = new_task_id();
  auto same = this->run(this->store().create(again));
  ASSERT_TRUE(same);
  EXPECT_FALSE(same->is_new);
  EXPECT_EQ(same->record.task_id, first.task_id);
  again.args_digest = "e";
  EXPECT_EQ(this->run(this->store().create(again)).error().code, ErrorCode::conflict);
  EXPECT_EQ(this->run(this->store().list({}, {}))->size(), 1U);
  // With its task the key goes.
  ASSERT_TRUE(this->run(this->store().remove(first.task_id)));
  EXPECT_TRUE(this->run(this->store().create(again))->is_new);
}

TYPED_TEST_P(TaskStoreContract, WaitingEndsWithTheChange) {
  TaskId id = this->make();
  std::optional<Result<TaskRecord>> seen;
  Nursery nursery{this->loop().executor(), this->loop().log};
  nursery.start("wait",
                [](TaskStore& store, TaskId task, std::optional<Result<TaskRecord>>& out) -> Task<void> {
                  out = co_await store.wait_for_change(task, 1, {});
                }(this->store(), id, seen));
  EXPECT_TRUE(this->run(this->store().load(id, {})));
  EXPECT_FALSE(seen);
  ASSERT_TRUE(this->run(this->store().update(id, this->become(TaskStatus::running))));
  EXPECT_TRUE(this->run(nursery.join({})));
  ASSERT_TRUE(seen && *seen);
  EXPECT_EQ((*seen)->status, TaskStatus::running);
  EXPECT_EQ(this->run(this->store().wait_for_change(id, 1, {}))->revision, 2)
      << "what is past is not awaited";
}

TYPED_TEST_P(TaskStoreContract, WaitingEndsWithItsStopAndWithTheTask) {
  TaskId id = this->make();
  StopSource stop;
  this->loop().post([&] { stop.request(StopReason::cancelled); });
  EXPECT_EQ(this->run(this->store().wait_for_change(id, 1, stop.stop())).error().code, ErrorCode::cancelled);
  std::optional<Result<TaskRecord>> seen;
  Nursery nursery{this->loop().executor(), this->loop().log};
  nursery.start("wait",
                [](TaskStore& store, TaskId task, std::optional<Result<TaskRecord>>& out) -> Task<void> {
                  out = co_await store.wait_for_change(task, 1, {});
                }(this->store(), id, seen));
  ASSERT_TRUE(this->run(this->store().remove(id)));
  EXPECT_TRUE(this->run(nursery.join({})));
  EXPECT_EQ(seen->error().code, ErrorCode::task_not_found);
}

TYPED_TEST_P(TaskStoreContract, ARemovedTaskIsGone) {
  TaskId id = this->make();
  ASSERT_TRUE(this->run(this->store().append_item(id, "1")));
  ASSERT_TRUE(this->run(this->store().remove(id)));
  EXPECT_TRUE(this->run(this->store().list({}, {}))->empty());
  EXPECT_EQ(this->run(this->store().load(id, {})).error().code, ErrorCode::task_not_found);
}

TYPED_TEST_P(TaskStoreContract, ThisProcessIsAlive) {
  EXPECT_TRUE(this->store().is_alive(this->store().self()));
}

REGISTER_TYPED_TEST_SUITE_P(TaskStoreContract, ATaskIsThereOnceItWasCreated,
                            WhatIsNoTaskIsNotFoundByAnyFunction, AnUpdateIsOneRevisionWithItsEvents,
                            AResultCanBeMadeOfTheUnitsInAnyOrder,
                            AnEditThatChangesNothingOrFailsLeavesTheRecord, UpdatesAtTheSameTimeAllCount,
                            EventsAreReadInOrderFromATimeOn, ItemsAndResultAreKept, ListsFilterOrderAndLimit,
                            AKeyStartsOneTaskAndNeverAnother, WaitingEndsWithTheChange,
                            WaitingEndsWithItsStopAndWithTheTask, ARemovedTaskIsGone, ThisProcessIsAlive);

}  // namespace oc::ledger
