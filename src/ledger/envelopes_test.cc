#include "ledger/envelopes.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "ledger/testing/memory_task_store.h"

namespace oc::ledger {
namespace {

using Counts = Envelopes::Counts;

// Two servers on one ledger.
struct EnvelopesTest : testing::Test {
  testing_support::Loop loop;
  FakeClock clock;
  MemoryTaskStore store{loop.executor()};
  TaskLedger ledger{store, clock, loop.log, loop.executor()};
  Envelopes envelopes{ledger, clock, loop.log, loop.executor()};
  Envelopes others{ledger, clock, loop.log, loop.executor()};

  void TearDown() override {
    (void)loop.run(envelopes.close({}));
    (void)loop.run(others.close({}));
    (void)loop.run(ledger.close({}));
  }
  TaskId open(Policy policy = {}) {
    auto created =
        loop.run(ledger.create({.kind = std::string{kEnvelopeKind},
                                .arguments = {},
                                .declaration = Declaration{.objective = "o", .policy = std::move(policy)},
                                .runs_by_itself = false}));
    return created->record.task_id;
  }
  Result<Envelopes::Verdict> count(Envelopes& by, const TaskId& id, std::string tool = "read_page") {
    auto admitted = loop.run(by.admit(id, Counts::yes, {}));
    if (!admitted) return std::unexpected(std::move(admitted).error());
    return by.count(std::move(*admitted), {.tool = std::move(tool)}, std::chrono::milliseconds{3});
  }
  std::int64_t counted(const TaskId& id) { return loop.run(ledger.get(id, {}))->counters->tool_calls; }
};

TEST_F(EnvelopesTest, AnEnvelopeRunsAtOnceAndBelongsToNobody) {
  auto record = loop.run(ledger.get(open(), {}));
  EXPECT_EQ(record->status, TaskStatus::running);
  EXPECT_EQ(record->owner.pid, 0);
  EXPECT_TRUE(record->is_envelope());
}

TEST_F(EnvelopesTest, CountsAreTrueAtOnceAndWrittenSoon) {
  TaskId id = open();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(count(envelopes, id));
  EXPECT_EQ(loop.run(envelopes.get(id, {}))->counters->tool_calls, 5);
  ASSERT_TRUE(loop.run(envelopes.close({})));
  EXPECT_EQ(counted(id), 5);
  auto events = loop.run(ledger.events(id, 0, 100, {}));
  EXPECT_EQ(std::ranges::count(*events, EventKind::tool_call, &TaskEvent::kind), 5);
}

TEST_F(EnvelopesTest, AReaderLeavesRowsAsTheyStand) {
  TaskId id = open();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(count(envelopes, id));
  EXPECT_EQ(loop.run(envelopes.get(id, {}))->counters->consecutive_same_tool, 3);
  ASSERT_TRUE(loop.run(envelopes.close({}))) << "the writer that was under way finds nothing to write";
  Counters kept = *loop.run(ledger.get(id, {}))->counters;
  EXPECT_EQ(kept.consecutive_same_tool, 3);
  EXPECT_EQ(kept.observation_streak, 3);
  EXPECT_EQ(kept.calls_since_checkpoint, 3);
  EXPECT_EQ(kept.last_tool, "read_page");
}

TEST_F(EnvelopesTest, NothingIsAdmittedAfterACancelAndItsCountsAreKept) {
  TaskId id = open();
  ASSERT_TRUE(count(envelopes, id));
  EXPECT_EQ(loop.run(envelopes.cancel(id, {}))->status, TaskStatus::cancelled);
  EXPECT_EQ(count(envelopes, id).error().code, ErrorCode::task_already_finished);
  EXPECT_EQ(counted(id), 1);
}

TEST_F(EnvelopesTest, TwoServersAddTheirCounts) {
  TaskId id = open();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(count(envelopes, id));
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(count(others, id));
  ASSERT_TRUE(loop.run(envelopes.close({})));
  ASSERT_TRUE(loop.run(others.close({})));
  EXPECT_EQ(counted(id), 7);
}

TEST_F(EnvelopesTest, WhatIsReadHasTheCountsOfAllServers) {
  TaskId id = open();
  ASSERT_TRUE(count(envelopes, id));
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(count(others, id));
  ASSERT_TRUE(loop.run(others.close({})));
  EXPECT_EQ(loop.run(envelopes.get(id, {}))->counters->tool_calls, 5) << "its own are not written yet";
}

TEST_F(EnvelopesTest, AnEndHasTheCountsThatWereOnTheirWay) {
  TaskId id = open();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(count(envelopes, id));
  auto finished = loop.run(envelopes.finish(id, TaskStatus::completed, std::nullopt));
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->counters->tool_calls, 3);
}

TEST_F(EnvelopesTest, BeyondTheCallsThatAreAllowedNothingIsAdmitted) {
  TaskId id = open({.max_tool_calls = 2});
  auto first = loop.run(envelopes.admit(id, Counts::yes, {}));
  auto second = loop.run(envelopes.admit(id, Counts::yes, {}));
  ASSERT_TRUE(first && second);
  auto third = loop.run(envelopes.admit(id, Counts::yes, {}));
  ASSERT_FALSE(third) << "those that run count";
  EXPECT_EQ(third.error().code, ErrorCode::budget_exceeded);
  EXPECT_EQ(third.error().meta.at("openchrome/task").at("budget_status").as_string(), "ok");
  EXPECT_TRUE(loop.run(envelopes.admit(id, Counts::no, {})));
  {
    auto given_back = std::move(*second);
  }
  EXPECT_TRUE(loop.run(envelopes.admit(id, Counts::yes, {})));
}

TEST_F(EnvelopesTest, AChangeOfStatusIsAnEvent) {
  TaskId id = open({.max_consecutive_same_tool = 2});
  EXPECT_EQ(count(envelopes, id)->assessment.status, BudgetStatus::ok);
  EXPECT_EQ(count(envelopes, id)->assessment.status, BudgetStatus::warning);
  EXPECT_EQ(count(envelopes, id)->assessment.status, BudgetStatus::exceeded);
  ASSERT_TRUE(loop.run(envelopes.close({})));
  auto events = loop.run(ledger.events(id, 0, 100, {}));
  EXPECT_EQ(std::ranges::count(*events, EventKind::budget, &TaskEvent::kind), 2);
}

TEST_F(EnvelopesTest, WhatIsNoTaskOrHasEndedIsRefused) {
  EXPECT_EQ(count(envelopes, "nonsense").error().code, ErrorCode::task_not_found);
  EXPECT_EQ(count(envelopes, "0123456789abcdef").error().code, ErrorCode::task_not_found);
  TaskId id = open();
  ASSERT_TRUE(count(envelopes, id));
  auto ended = loop.run(envelopes.finish(id, TaskStatus::completed, "note"));
  ASSERT_TRUE(ended) << ended.error().message;
  EXPECT_EQ(ended->phase, Phase::done);
  EXPECT_EQ(ended->counters->tool_calls, 1);
  EXPECT_EQ(count(envelopes, id).error().code, ErrorCode::task_already_finished);
  EXPECT_EQ(count(others, id).error().code, ErrorCode::task_already_finished);
  EXPECT_EQ(loop.run(envelopes.finish(id, TaskStatus::failed, {})).error().code,
            ErrorCode::task_already_finished);
  EXPECT_EQ(loop.run(envelopes.update(id, Phase::act, {})).error().code, ErrorCode::task_already_finished);
}

TEST_F(EnvelopesTest, AnEndElsewhereIsNoticedInASecond) {
  TaskId id = open();
  ASSERT_TRUE(count(envelopes, id));
  ASSERT_TRUE(loop.run(others.finish(id, TaskStatus::cancelled, {})));
  clock.advance(std::chrono::milliseconds{1000});
  EXPECT_EQ(count(envelopes, id).error().code, ErrorCode::task_already_finished);
}

TEST_F(EnvelopesTest, BackgroundWorkEndsByItself) {
  auto created = loop.run(ledger.create({.kind = "crawl", .arguments = {}}));
  EXPECT_EQ(loop.run(envelopes.finish(created->record.task_id, TaskStatus::completed, {})).error().code,
            ErrorCode::invalid_arguments);
}

TEST_F(EnvelopesTest, CancellingEndsItAtOnce) {
  TaskId id = open();
  EXPECT_EQ(loop.run(ledger.cancel(id, {}))->status, TaskStatus::cancelled);
}

TEST_F(EnvelopesTest, ACheckpointResetsItsCount) {
  TaskId id = open({.checkpoint_every_calls = 1});
  EXPECT_EQ(count(envelopes, id)->assessment.recommended_next, "checkpoint");
  auto admitted = loop.run(envelopes.admit(id, Counts::no, {}));
  envelopes.note_checkpoint(std::move(*admitted));
  EXPECT_FALSE(envelopes.assessment_of(*loop.run(envelopes.get(id, {}))).recommended_next);
}

}  // namespace
}  // namespace oc::ledger
