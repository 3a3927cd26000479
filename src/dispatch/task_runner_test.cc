#include "dispatch/task_runner.h"

#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"
#include "json/write.h"

namespace oc::dispatch {
namespace {

using ledger::TaskId;
using ledger::TaskRecord;
using ledger::TaskStatus;
using namespace std::chrono_literals;

struct TaskRunnerTest : testing::Test {
  TaskRunnerTest() { runner.run_through(dispatcher); }
  ~TaskRunnerTest() override { EXPECT_TRUE(run(runner.close({}))); }
  template <class T>
  T run(Task<T> task) {
    return fake.loop.run(std::move(task));
  }
  Result<TaskRecord> start(json::object arguments, std::string kind = "count_to",
                           std::optional<std::string> key = {}) {
    return run(runner.start({std::move(kind), std::move(arguments), std::move(key)}));
  }
  TaskRecord ended(const TaskId& id) { return run(fake.tasks.wait_for_end(id, {})).value(); }
  // Waits until the task has finished a unit.
  void reach(const TaskId& id, double done) {
    auto record = run(fake.tasks.get(id, {}));
    while (!record->progress || record->progress->done < done)
      record = run(fake.tasks.wait_for_change(id, record->revision, {}));
  }
  std::string result(const TaskId& id) { return run(fake.tasks.result(id, {}))->value_or("(none)"); }
  std::string history(const TaskId& id) {
    std::string out;
    auto events = run(fake.tasks.events(id, 0, 99, {}));
    for (const ledger::TaskEvent& event : *events) out += cat(word_of(event.kind), " ");
    return out;
  }

  tool::FakeServices fake;
  tool::Catalog catalog{{&tool::samples::count_to(), &tool::samples::echo(), &tool::samples::fail_with()}};
  Dispatcher dispatcher{fake.services, {.longest_call = 1h, .running_calls = 2}};
  TaskRunner runner{fake.tasks, catalog, fake.clock, fake.loop.log, fake.loop.executor(), 1};
};

TEST_F(TaskRunnerTest, WorkIsRecordedUnitByUnitToItsEnd) {
  auto started = start({{"n", 3}});
  ASSERT_TRUE(started) << started.error().message;
  EXPECT_EQ(started->status, TaskStatus::pending);
  TaskRecord done = ended(started->task_id);
  EXPECT_EQ(done.status, TaskStatus::completed);
  EXPECT_FALSE(done.partial);
  EXPECT_EQ(done.progress->done, 3);
  EXPECT_EQ(done.progress->message, "number 3");
  EXPECT_EQ(history(done.task_id), "started progress progress progress completed ");
  EXPECT_EQ(json::write(*run(fake.task_store.items(done.task_id, {}))), "[1,2,3]");
}

TEST_F(TaskRunnerTest, TheResultIsWhatADirectCallAnswers) {
  auto direct = run(dispatcher.run(call_of(tool::samples::count_to(), {{"n", 3}})));
  TaskId id = start({{"n", 3}})->task_id;
  ended(id);
  EXPECT_EQ(result(id), json::write(std::get<json::value>(direct->body)));
}

TEST_F(TaskRunnerTest, OnlyLongWorkCanBeATask) {
  EXPECT_EQ(runner.kinds(), std::vector<std::string_view>{"count_to"});
  Error unknown = start({}, "dance").error();
  EXPECT_EQ(unknown.code, ErrorCode::unknown_task_kind);
  EXPECT_EQ(unknown.message, "no work is of the kind 'dance'; kinds: count_to");
  EXPECT_EQ(json::write(unknown.details), R"({"kinds":["count_to"]})");
  Error quick = start({{"text", "x"}}, "echo").error();
  EXPECT_EQ(quick.code, ErrorCode::unknown_task_kind);
  EXPECT_EQ(quick.message, "'echo' is not long-running: call it directly; kinds: count_to");
}

TEST_F(TaskRunnerTest, WrongArgumentsStartNothing) {
  EXPECT_EQ(start({{"n", 0}}).error().code, ErrorCode::invalid_arguments);
  EXPECT_EQ(start({{"m", 1}}).error().code, ErrorCode::invalid_arguments);
  EXPECT_TRUE(run(fake.tasks.list({}, {}))->empty());
}

TEST_F(TaskRunnerTest, ACancelledTaskStopsAndKeepsWhatItDid) {
  TaskId id = start({{"n", 9}, {"hold_after", 2}})->task_id;
  reach(id, 2);
  ASSERT_TRUE(run(fake.tasks.cancel(id, {})));
  TaskRecord done = ended(id);
  EXPECT_EQ(done.status, TaskStatus::cancelled);
  EXPECT_EQ(done.partial, true);
  EXPECT_FALSE(done.error);
  EXPECT_EQ(result(id), R"({"numbers":[1,2]})");
}

TEST_F(TaskRunnerTest, AFailureKeepsTheUnitsBeforeIt) {
  TaskId id = start({{"n", 9}, {"fail_at", 3}})->task_id;
  TaskRecord done = ended(id);
  EXPECT_EQ(done.status, TaskStatus::failed);
  EXPECT_EQ(done.error->code, "navigation_failed");
  EXPECT_EQ(done.partial, true);
  EXPECT_EQ(result(id), R"({"items":[1,2]})") << "the ledger of this test was given no assembler";
  EXPECT_EQ(json::write(answer_from_items(catalog, "count_to", {1, 2})), R"({"numbers":[1,2]})");
  EXPECT_EQ(json::write(answer_from_items(catalog, "gone", {1})), R"({"items":[1]})");
}

TEST_F(TaskRunnerTest, TheTimeThatTheCallerAllowedEndsIt) {
  TaskId id = start({{"n", 9}, {"hold_after", 1}, {"timeout_ms", 20}})->task_id;
  TaskRecord done = ended(id);
  EXPECT_EQ(done.status, TaskStatus::failed);
  EXPECT_EQ(done.error->code, "timeout");
  EXPECT_EQ(done.partial, true);
  EXPECT_EQ(result(id), R"({"numbers":[1]})");
}

TEST_F(TaskRunnerTest, TheServersEndEndsItWithWhatItDid) {
  TaskId id = start({{"n", 9}, {"hold_after", 1}})->task_id;
  reach(id, 1);
  TaskId waiting = start({{"n", 1}})->task_id;
  ASSERT_TRUE(run(runner.close({})));
  EXPECT_EQ(ended(id).error->code, "shutting_down");
  EXPECT_EQ(result(id), R"({"numbers":[1]})");
  EXPECT_EQ(ended(waiting).error->code, "shutting_down");
  EXPECT_EQ(start({{"n", 1}}).error().code, ErrorCode::shutting_down);
}

TEST_F(TaskRunnerTest, TasksBeyondTheLimitWaitForTheirTurn) {
  TaskId first = start({{"n", 9}, {"hold_after", 1}})->task_id;
  reach(first, 1);
  TaskId second = start({{"n", 1}})->task_id;
  TaskId third = start({{"n", 1}})->task_id;
  EXPECT_EQ(run(fake.tasks.cancel(third, {}))->status, TaskStatus::cancelled) << "it had not begun";
  EXPECT_EQ(run(fake.tasks.get(second, {}))->status, TaskStatus::pending);
  EXPECT_EQ(runner.running(), 1U);
  ASSERT_TRUE(run(fake.tasks.cancel(first, {})));
  EXPECT_EQ(ended(second).status, TaskStatus::completed);
  EXPECT_EQ(ended(first).status, TaskStatus::cancelled);
  EXPECT_EQ(history(third), "cancel_requested cancelled ") << "it never ran";
}

TEST_F(TaskRunnerTest, TheSameKeyRunsTheWorkOnce) {
  TaskId id = start({{"n", 2}}, "count_to", "k")->task_id;
  EXPECT_EQ(start({{"n", 2}}, "count_to", "k")->task_id, id);
  EXPECT_EQ(start({{"n", 3}}, "count_to", "k").error().code, ErrorCode::conflict);
  ended(id);
  EXPECT_EQ(start({{"n", 2}}, "count_to", "k")->status, TaskStatus::completed);
  EXPECT_EQ(history(id), "started progress progress completed ");
}

TEST_F(TaskRunnerTest, AFullDiskRefusesTasksAndEndsThoseThatRun) {
  TaskId id = start({{"n", 9}, {"hold_after", 1}})->task_id;
  reach(id, 1);
  fake.task_store.fail_writes(true);
  EXPECT_EQ(start({{"n", 1}}).error().code, ErrorCode::storage_failed);
  EXPECT_EQ(run(fake.tasks.cancel(id, {})).error().code, ErrorCode::storage_failed);
  EXPECT_EQ(run(fake.tasks.get(id, {}))->status, TaskStatus::running);
  fake.task_store.fail_writes(false);
  ASSERT_TRUE(run(fake.tasks.cancel(id, {})));
  EXPECT_EQ(ended(id).status, TaskStatus::cancelled);
}

TEST_F(TaskRunnerTest, EveryTaskIsInTheJournal) {
  TaskId id = start({{"n", 1}})->task_id;
  ended(id);
  ASSERT_TRUE(run(runner.close({})));
  json::array lines = fake.journalled();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("tool").as_string(), "count_to");
  EXPECT_EQ(lines[0].at("client").as_string(), cat("task ", id));
}

}  // namespace
}  // namespace oc::dispatch
