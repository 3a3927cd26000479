#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"
#include "ledger/envelopes.h"

namespace oc::dispatch {
namespace {

using tool::samples::look;
using tool::samples::press;

struct CountInTaskTest : testing::Test {
  tool::FakeServices fake;

  std::string open(ledger::Policy policy = {}) {
    auto created = fake.loop.run(
        fake.tasks.create({.kind = std::string{ledger::kEnvelopeKind},
                           .arguments = {},
                           .declaration = ledger::Declaration{.objective = "o", .policy = std::move(policy)},
                           .runs_by_itself = false}));
    return created->record.task_id;
  }
  Result<ToolOutput> run(const tool::Tool& tool, std::optional<std::string> task,
                         LayerFunction next = succeed, json::object arguments = {}) {
    Call call = call_of(tool, std::move(arguments));
    call.common.task_id = std::move(task);
    return run_layer(fake, count_in_task, call, next);
  }
  ledger::Counters counters(const std::string& id) {
    return fake.loop.run(fake.envelopes.get(id, {}))->counters.value();
  }
};

Task<Result<ToolOutput>> fail_late(Services&, Call&, Next) {
  co_return fail(ErrorCode::timeout, "late");
}

TEST_F(CountInTaskTest, WithoutATaskNothingChanges) {
  auto outcome = run(look(), std::nullopt);
  EXPECT_TRUE(outcome->meta.empty());
  EXPECT_TRUE(outcome->notes.empty());
}

TEST_F(CountInTaskTest, ACallIsCountedByItsEffectAndOutcome) {
  std::string task = open();
  auto outcome = run(look(), task);
  EXPECT_EQ(std::get<std::string>(outcome->body), "done");
  EXPECT_TRUE(outcome->notes.empty());
  EXPECT_EQ(outcome->meta.at("openchrome/task").at("budget_status").as_string(), "ok");
  EXPECT_FALSE(run(press(), task, fail_late, {{"url", "http://x.org"}}));
  ledger::Counters found = counters(task);
  EXPECT_EQ(found.observation_calls, 1);
  EXPECT_EQ(found.action_calls, 1);
  EXPECT_EQ(found.failure_calls, 1);
  EXPECT_EQ(found.same_url_navigations.size(), 1U);
  EXPECT_GT(found.output_tokens, 0);
}

TEST_F(CountInTaskTest, AFailureIsToldOfTheBudgetToo) {
  auto outcome = run(press(), open(), fail_late);
  EXPECT_EQ(outcome.error().meta.at("openchrome/task").at("budget_status").as_string(), "ok");
}

TEST_F(CountInTaskTest, TheLineFollowsAFailureToo) {
  auto outcome = run(press(), open({.max_failure_streak = 1}), fail_late);
  ASSERT_EQ(outcome.error().notes.size(), 1U);
  EXPECT_EQ(outcome.error().notes[0], "[task] close to maxFailureStreak: checkpoint_or_verify");
}

TEST_F(CountInTaskTest, CloseToALimitANoteSaysSo) {
  std::string task = open({.max_observation_streak = 1});
  auto outcome = run(look(), task);
  ASSERT_EQ(outcome->notes.size(), 1U);
  EXPECT_EQ(outcome->notes[0], "[task] close to maxObservationStreak: checkpoint_or_verify");
  outcome = run(look(), task);
  EXPECT_EQ(outcome->notes[0], "[task] beyond maxObservationStreak: change_strategy_or_verify");
}

TEST_F(CountInTaskTest, ARefusedCallIsNotMade) {
  std::string task = open({.max_tool_calls = 1});
  ASSERT_TRUE(run(look(), task));
  auto unreachable = [](Services&, Call&, Next) -> Task<Result<ToolOutput>> {
    ADD_FAILURE() << "made";
    co_return ToolOutput::text("");
  };
  EXPECT_EQ(run(look(), task, unreachable).error().code, ErrorCode::budget_exceeded);
  EXPECT_EQ(run(look(), "0123456789abcdef", unreachable).error().code, ErrorCode::task_not_found);
}

TEST_F(CountInTaskTest, ThePolicyBelongsToTheCall) {
  auto knows = [](Services&, Call& call, Next) -> Task<Result<ToolOutput>> {
    EXPECT_EQ(call.policy.value().allowed_domains, std::vector<std::string>{"x.org"});
    co_return ToolOutput::text("");
  };
  EXPECT_TRUE(run(look(), open({.allowed_domains = {"x.org"}}), knows));
}

}  // namespace
}  // namespace oc::dispatch
