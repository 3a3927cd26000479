#include "ledger/task_ledger.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "json/write.h"
#include "ledger/testing/memory_task_store.h"

namespace oc::ledger {
namespace {

using namespace std::chrono_literals;

json::value as_pages(std::string_view kind, json::array items) {
  return json::object{{"kind", kind}, {"pages", std::move(items)}};
}

struct TaskLedgerTest : testing::Test {
  ~TaskLedgerTest() override { EXPECT_TRUE(run(ledger.close({}))); }
  template <class T>
  T run(Task<T> task) {
    return loop.run(std::move(task));
  }
  TaskId start(std::optional<std::string> key = {}, json::object arguments = {}) {
    return run(ledger.create({"crawl", std::move(arguments), std::move(key)})).value().record.task_id;
  }
  TaskId start_running() {
    TaskId id = start();
    EXPECT_EQ(run(ledger.begin(id))->status, TaskStatus::running);
    return id;
  }
  std::string history(const TaskId& id) {
    std::string out;
    auto events = run(ledger.events(id, 0, 99, {}));
    for (const TaskEvent& event : *events) out += cat(word_of(event.kind), " ");
    return out;
  }
  std::string result(const TaskId& id) { return run(ledger.result(id, {}))->value_or("(none)"); }

  testing_support::Loop loop;
  FakeClock clock;
  MemoryTaskStore store{loop.executor()};
  LedgerOptions options{.keep = 24h, .most_tasks = 3, .sweep_every = 1h, .assemble = as_pages};
  TaskLedger ledger{store, clock, loop.log, loop.executor(), options};
};

TEST_F(TaskLedgerTest, ATaskGoesFromStartToEnd) {
  auto created = run(ledger.create({"crawl", {{"url", "https://a.example/"}, {"password", "x"}}}));
  ASSERT_TRUE(created);
  EXPECT_EQ(created->record.status, TaskStatus::pending);
  EXPECT_EQ(created->record.args_summary, R"({"url":"https://a.example/","password":"[redacted]"})");
  TaskId id = created->record.task_id;
  clock.advance(5ms);
  EXPECT_EQ(run(ledger.begin(id))->started_at, clock.now_ms());
  ASSERT_TRUE(run(ledger.note_progress(id, {1, 2, "a"})));
  auto ended = run(ledger.finish(id, {.result = "[1]", .progress = TaskProgress{2, 2, "b"}}));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, TaskStatus::completed);
  EXPECT_EQ(ended->result_bytes, 3);
  EXPECT_FALSE(ended->partial);
  EXPECT_EQ(ended->progress->done, 2);
  EXPECT_EQ(result(id), "[1]");
  EXPECT_EQ(history(id), "started completed ");
}

TEST_F(TaskLedgerTest, TheFirstEndIsTheOnlyOne) {
  TaskId id = start_running();
  ASSERT_TRUE(run(ledger.finish(id, {.result = "1"})));
  EXPECT_EQ(run(ledger.finish(id, {.status = TaskStatus::failed, .result = "2"}))->status,
            TaskStatus::completed);
  EXPECT_EQ(run(ledger.cancel(id, {}))->status, TaskStatus::completed);
  EXPECT_FALSE(run(ledger.get(id, {}))->cancel_requested_at);
  EXPECT_EQ(run(ledger.begin(id))->status, TaskStatus::completed);
  EXPECT_FALSE(run(ledger.note_progress(id, {1}))->progress);
  EXPECT_EQ(result(id), "1");
  EXPECT_EQ(history(id), "started completed ");
}

TEST_F(TaskLedgerTest, ATaskThatHasNotBegunIsCancelledAtOnce) {
  TaskId id = start();
  auto cancelled = run(ledger.cancel(id, {}));
  EXPECT_EQ(cancelled->status, TaskStatus::cancelled);
  EXPECT_TRUE(cancelled->cancel_requested_at);
  EXPECT_EQ(run(ledger.begin(id))->status, TaskStatus::cancelled);
  EXPECT_EQ(history(id), "cancel_requested cancelled ");
}

TEST_F(TaskLedgerTest, ARunningTaskIsAskedToStopAndKeepsWhatItDid) {
  TaskId id = start_running();
  ASSERT_TRUE(run(ledger.append_item(id, json::object{{"url", "a"}})));
  auto asked = run(ledger.cancel(id, {}));
  EXPECT_EQ(asked->status, TaskStatus::running);
  clock.advance(1ms);
  EXPECT_EQ(run(ledger.cancel(id, {}))->cancel_requested_at, asked->cancel_requested_at) << "asked once";
  auto ended = run(ledger.finish(id, {.status = TaskStatus::cancelled}));
  EXPECT_EQ(ended->status, TaskStatus::cancelled);
  EXPECT_EQ(ended->partial, true);
  EXPECT_EQ(result(id), R"({"kind":"crawl","pages":[{"url":"a"}]})");
  EXPECT_EQ(history(id), "started cancel_requested cancelled ");
}

TEST_F(TaskLedgerTest, AWishToStopWinsOverALateSuccess) {
  TaskId id = start_running();
  ASSERT_TRUE(run(ledger.cancel(id, {})));
  auto ended = run(ledger.finish(id, {.result = "1"}));
  EXPECT_EQ(ended->status, TaskStatus::cancelled);
  EXPECT_FALSE(ended->partial) << "it is all there";
}

TEST_F(TaskLedgerTest, AFailureKeepsWhatWasDoneAndSaysWhy) {
  TaskId id = start_running();
  ASSERT_TRUE(run(ledger.append_item(id, 1)));
  auto ended = run(ledger.finish(
      id, {.status = TaskStatus::failed, .error = TaskError::of({ErrorCode::navigation_failed, "page 2"})}));
  EXPECT_EQ(ended->error->code, "navigation_failed");
  EXPECT_EQ(ended->partial, true);
  EXPECT_EQ(result(id), R"({"kind":"crawl","pages":[1]})");
  TaskId empty = start_running();
  EXPECT_FALSE(run(ledger.finish(empty, {.status = TaskStatus::failed}))->result_bytes);
}

TEST_F(TaskLedgerTest, TasksOfDeadProcessesFailBeforeAnybodyLooks) {
  store.become({77, 1, "boot", "host"});
  TaskId id = start_running();
  ASSERT_TRUE(run(ledger.append_item(id, 1)));
  TaskId pending = start();
  store.become({78, 1, "boot", "host"});
  TaskId alive = start();
  store.kill(77);
  TaskLedger next{store, clock, loop.log, loop.executor(), options};
  auto orphan = run(next.get(id, {}));
  ASSERT_TRUE(orphan);
  EXPECT_EQ(orphan->status, TaskStatus::failed);
  EXPECT_EQ(orphan->error->code, "orphaned");
  EXPECT_EQ(orphan->partial, true);
  EXPECT_EQ(**run(next.result(id, {})), R"({"kind":"crawl","pages":[1]})");
  EXPECT_EQ(history(id), "started failed ");
  EXPECT_EQ(run(next.get(pending, {}))->status, TaskStatus::failed);
  EXPECT_EQ(run(next.get(alive, {}))->status, TaskStatus::pending) << "its server lives";
  EXPECT_TRUE(run(next.close({})));
}

TEST_F(TaskLedgerTest, AServerThatRunsAlreadySeesThatAnotherDied) {
  store.become({77, 1, "boot", "host"});
  TaskId id = start_running();
  TaskId listed = start_running();
  TaskId unwanted = start_running();
  store.become({78, 1, "boot", "host"});
  EXPECT_EQ(run(ledger.get(id, {}))->status, TaskStatus::running);
  store.kill(77);
  EXPECT_EQ(run(ledger.wait_for_end(id, {}))->error->code, "orphaned");
  EXPECT_EQ(run(ledger.cancel(unwanted, {}))->status, TaskStatus::cancelled) << "as it was wished";
  for (const TaskRecord& record : *run(ledger.list({}, {}))) EXPECT_TRUE(record.ended()) << record.task_id;
  EXPECT_EQ(run(ledger.get(listed, {}))->status, TaskStatus::failed);
}

TEST_F(TaskLedgerTest, AResultThatWasWrittenJustBeforeTheCrashIsKept) {
  store.become({77, 1, "boot", "host"});
  TaskId id = start_running();
  ASSERT_TRUE(run(ledger.append_item(id, 1)));
  ASSERT_TRUE(run(store.put_result(id, "\"whole\"")));
  store.kill(77);
  TaskLedger next{store, clock, loop.log, loop.executor(), options};
  EXPECT_EQ(run(next.get(id, {}))->result_bytes, 7);
  EXPECT_EQ(**run(next.result(id, {})), "\"whole\"");
  EXPECT_TRUE(run(next.close({})));
}

TEST_F(TaskLedgerTest, ARootThatCannotBeWrittenCanStillBeRead) {
  store.become({77, 1, "boot", "host"});
  TaskId id = start_running();
  store.kill(77);
  store.fail_writes(true);
  TaskLedger next{store, clock, loop.log, loop.executor(), options};
  EXPECT_EQ(run(next.list({}, {}))->size(), 1U);
  EXPECT_EQ(run(next.create({"crawl", {}})).error().code, ErrorCode::storage_failed);
  EXPECT_EQ(run(next.get(id, {}))->status, TaskStatus::running);
  EXPECT_TRUE(run(next.close({})));
}

TEST_F(TaskLedgerTest, TheSameKeyAndArgumentsAreTheSameTask) {
  TaskId id = start("k", {{"a", 1}, {"b", {{"c", 2}, {"d", 3}}}});
  EXPECT_EQ(start("k", {{"b", {{"d", 3}, {"c", 2}}}, {"a", 1}}), id);
  EXPECT_EQ(run(ledger.create({"crawl", {{"a", 2}}, "k"})).error().code, ErrorCode::conflict);
  EXPECT_EQ(run(ledger.create({"recording", {{"a", 1}, {"b", {{"c", 2}, {"d", 3}}}}, "k"})).error().code,
            ErrorCode::conflict);
}

TEST_F(TaskLedgerTest, WaitingEndsWithTheTaskAndNotBefore) {
  TaskId id = start_running();
  std::optional<Result<TaskRecord>> seen;
  Nursery nursery{loop.executor(), loop.log};
  nursery.start("wait",
                [](TaskLedger& on, TaskId task, std::optional<Result<TaskRecord>>& out) -> Task<void> {
                  out = co_await on.wait_for_end(task, {});
                }(ledger, id, seen));
  ASSERT_TRUE(run(ledger.note_progress(id, {1})));
  EXPECT_FALSE(seen);
  ASSERT_TRUE(run(ledger.finish(id, {.result = "1"})));
  EXPECT_TRUE(run(nursery.join({})));
  EXPECT_EQ((*seen)->status, TaskStatus::completed);
}

TEST_F(TaskLedgerTest, OldAndSurplusTasksGoButNeverARunningOne) {
  TaskId running = start_running();
  TaskId old = start_running();
  ASSERT_TRUE(run(ledger.finish(old, {.result = "1"})));
  clock.advance(25h);
  std::vector<TaskId> recent;
  for (int i = 0; i < 4; ++i) {
    clock.advance(1ms);
    recent.push_back(start_running());
    ASSERT_TRUE(run(ledger.finish(recent.back(), {.result = "1"})));
  }
  ASSERT_TRUE(run(ledger.sweep()));
  auto left = run(ledger.list({}, {}));
  ASSERT_EQ(left->size(), 3U);
  EXPECT_EQ((*left)[0].task_id, recent[3]);
  EXPECT_EQ((*left)[1].task_id, recent[2]);
  EXPECT_EQ((*left)[2].task_id, running);
}

TEST_F(TaskLedgerTest, WhoOnlyLooksRemovesNothing) {
  TaskId old = start_running();
  ASSERT_TRUE(run(ledger.finish(old, {.result = "1"})));
  clock.advance(25h);
  LedgerOptions looking = options;
  looking.sweeps = false;
  TaskLedger looker{store, clock, loop.log, loop.executor(), looking};
  EXPECT_EQ(run(looker.list({}, {}))->size(), 1U);
  ASSERT_TRUE(run(looker.create({"crawl", {}})));
  EXPECT_TRUE(run(looker.close({})));
  EXPECT_TRUE(run(store.load(old, {})));
  TaskLedger server{store, clock, loop.log, loop.executor(), options};
  ASSERT_TRUE(run(server.open({})));
  EXPECT_TRUE(run(server.close({})));
  EXPECT_FALSE(run(store.load(old, {})));
}

}  // namespace
}  // namespace oc::ledger
