#include "bridge/command_broker.h"

#include <gtest/gtest.h>

#include <set>

#include "base/testing/fake_clock.h"

namespace oc::bridge {
namespace {

using namespace std::chrono_literals;
using Id = std::string;

struct CommandBrokerTest : testing::Test {
  FakeClock clock;
  CommandBroker broker{clock};

  Id submit(NewCommand command = {.action = "execute_js", .params = {{"script", "1"}}}) {
    return broker.submit(std::move(command)).value();
  }
  std::vector<Command> take(const ExecutorId& by = "browser A") {
    return broker.take(Carrier::extension, by, 100);
  }
  Verdict report(const Id& id, CommandState state, std::optional<json::value> result = std::nullopt) {
    return broker.report({.correlation_id = id, .state = state, .result = std::move(result)});
  }
  Verdict start(const Id& id) { return report(id, CommandState::running); }
  void pass(std::chrono::milliseconds time) {
    clock.advance(time);
    broker.expire();
  }
  CommandState state(const Id& id) { return broker.find(id)->state; }
  std::string code(const Id& id) { return broker.find(id)->failure->code; }
};

TEST_F(CommandBrokerTest, AFastCommandPassesAllStates) {
  Id id = submit();
  EXPECT_EQ(state(id), CommandState::queued);
  ASSERT_EQ(take().size(), 1U);
  EXPECT_EQ(state(id), CommandState::delivered);
  EXPECT_EQ(start(id), Verdict::accepted);
  EXPECT_EQ(state(id), CommandState::running);
  EXPECT_EQ(report(id, CommandState::complete, 42), Verdict::accepted);
  EXPECT_EQ(state(id), CommandState::complete);
  EXPECT_EQ(*broker.read(id)->result, 42);
}

TEST_F(CommandBrokerTest, WhatNobodyTakesFailsAfterItsTime) {
  Id id = submit();
  pass(2999ms);
  EXPECT_EQ(state(id), CommandState::queued);
  pass(1ms);
  EXPECT_EQ(code(id), "extension_no_response");
  EXPECT_EQ(broker.find(id)->failure->reason, "not_delivered");
  EXPECT_FALSE(broker.find(id)->failure->outcome_unknown);
  EXPECT_TRUE(take().empty());
  Id patient = submit({.action = "click", .queue_ttl = 60s});
  pass(59s);
  EXPECT_EQ(state(patient), CommandState::queued);
}

TEST_F(CommandBrokerTest, WhatIsTakenAndNotAnsweredFailsWithAnUnknownOutcome) {
  Id id = submit();
  (void)take();
  pass(3s);
  EXPECT_EQ(code(id), "extension_no_response");
  EXPECT_EQ(broker.find(id)->failure->reason, "no_answer");
  EXPECT_EQ(broker.find(id)->failure->outcome_unknown, true);
}

TEST_F(CommandBrokerTest, ASlowCommandSaysThatItGoesOn) {
  Id id = submit();
  (void)take();
  pass(2s);
  EXPECT_EQ(broker.report({.correlation_id = id, .elapsed = 2s}), Verdict::accepted);
  pass(7s);
  EXPECT_EQ(state(id), CommandState::running);
  EXPECT_EQ(report(id, CommandState::complete, 1), Verdict::accepted);
}

TEST_F(CommandBrokerTest, TheServerEndsWhatTheExtensionDidNot) {
  Id id = submit();
  (void)take();
  start(id);
  pass(10'999ms);
  EXPECT_EQ(state(id), CommandState::running) << "the extension has a second to say so itself";
  pass(1ms);
  EXPECT_EQ(state(id), CommandState::timeout);
  EXPECT_EQ(code(id), "execution_timeout");
  EXPECT_EQ(report(id, CommandState::complete, 5), Verdict::late);
  EXPECT_EQ(*broker.find(id)->late_result, 5);
  EXPECT_EQ(state(id), CommandState::timeout);
}

TEST_F(CommandBrokerTest, AnUnreadResultExpiresAndOneThatWasReadStays) {
  Id unread = submit();
  Id read = submit();
  (void)take();
  for (const Id& id : {unread, read}) report(id, CommandState::complete, 1);
  pass(59'999ms);
  EXPECT_EQ(state(unread), CommandState::complete);
  (void)broker.read(read);
  pass(1ms);
  EXPECT_EQ(state(unread), CommandState::expired);
  EXPECT_EQ(state(read), CommandState::complete);
  EXPECT_EQ(broker.failures().front().correlation_id, unread);
  EXPECT_EQ(report(unread, CommandState::complete, 1), Verdict::duplicate);
  pass(600s);
  EXPECT_EQ(broker.find(unread), nullptr);
  EXPECT_EQ(broker.find(read), nullptr);
  EXPECT_FALSE(broker.next_due()) << "nothing is left to wait for";
}

TEST_F(CommandBrokerTest, TheFirstEndStays) {
  Id id = submit();
  (void)take();
  EXPECT_EQ(report(id, CommandState::complete, 1), Verdict::accepted) << "without a word that it began";
  EXPECT_EQ(report(id, CommandState::complete, 2), Verdict::duplicate);
  EXPECT_EQ(report(id, CommandState::timeout), Verdict::late);
  EXPECT_EQ(start(id), Verdict::late) << "out of order";
  EXPECT_EQ(*broker.find(id)->result, 1);
  EXPECT_EQ(report("corr-1-0011223344556677", CommandState::complete), Verdict::unknown);
}

TEST_F(CommandBrokerTest, EachCommandGoesToOneOfTwoWhoAsk) {
  std::set<Id> all;
  for (int i = 0; i < 10; ++i) all.insert(submit());
  auto first = broker.take(Carrier::extension, "a", 4);
  auto second = broker.take(Carrier::extension, "b", 100);
  EXPECT_EQ(first.size(), 4U);
  EXPECT_EQ(second.size(), 6U);
  for (const auto& list : {first, second}) {
    for (const Command& command : list) EXPECT_EQ(all.erase(command.correlation_id), 1U);
  }
}

TEST_F(CommandBrokerTest, AHundredAreIsolatedAndOneMoreIsRefused) {
  std::vector<Id> ids;
  for (int i = 0; i < 100; ++i) ids.push_back(submit());
  auto refused = broker.submit({.action = "click"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::queue_full);
  EXPECT_GT(refused.error().details.at("retry_after_ms").as_int64(), 0);
  ASSERT_EQ(take().size(), 100U);
  for (std::size_t i = 100; i-- > 0;) EXPECT_EQ(report(ids[i], CommandState::complete, i), Verdict::accepted);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(*broker.read(ids[i])->result, i);
  EXPECT_TRUE(broker.submit({.action = "click"}));
}

TEST_F(CommandBrokerTest, WhatWasLostOnTheWayIsDeliveredAgainToTheSameBrowser) {
  Id id = submit();
  (void)take("browser A");
  broker.lose("browser A");
  EXPECT_EQ(state(id), CommandState::queued);
  EXPECT_EQ(take("browser A").size(), 1U) << "it knows whether it had begun";
  broker.lose("browser A");
  EXPECT_TRUE(take("browser B").empty());
  EXPECT_EQ(code(id), "executor_lost");
  EXPECT_EQ(broker.find(id)->failure->outcome_unknown, true);
}

TEST_F(CommandBrokerTest, WhatMayBeRepeatedIsDeliveredToAnotherBrowserToo) {
  Id id = submit({.action = "get_text", .idempotent = true});
  (void)take("browser A");
  broker.lose("browser A");
  EXPECT_EQ(take("browser B").size(), 1U);
  EXPECT_EQ(state(id), CommandState::delivered);
}

TEST_F(CommandBrokerTest, WhatHasBegunIsNeverDeliveredAgain) {
  Id id = submit();
  (void)take();
  start(id);
  broker.lose("browser A");
  EXPECT_EQ(state(id), CommandState::running);
  EXPECT_TRUE(take().empty());
  pass(3s);
  EXPECT_EQ(code(id), "executor_lost");
  EXPECT_EQ(broker.find(id)->failure->outcome_unknown, true);
}

TEST_F(CommandBrokerTest, AnExecutorThatComesBackGoesOnWithWhatItStillRuns) {
  Id kept = submit();
  Id gone = submit();
  (void)take();
  start(kept);
  start(gone);
  broker.lose("browser A");
  broker.meet("browser A", {kept});
  EXPECT_EQ(state(gone), CommandState::error);
  EXPECT_EQ(code(gone), "executor_lost");
  pass(5s);
  EXPECT_EQ(state(kept), CommandState::running);
  EXPECT_EQ(report(kept, CommandState::complete, 1), Verdict::accepted);
}

TEST_F(CommandBrokerTest, AnAnswerToWhatWasPutBackIsTaken) {
  Id id = submit();
  (void)take();
  broker.lose("browser A");
  EXPECT_EQ(report(id, CommandState::complete, 1), Verdict::accepted);
  EXPECT_TRUE(take().empty());
  Id fresh = submit();
  EXPECT_EQ(report(fresh, CommandState::complete, 1), Verdict::unknown) << "nobody has it";
}

TEST_F(CommandBrokerTest, WhatAnExecutorHasBegunItTellsAndTheRestIsOfferedAgain) {
  Id begun = submit();
  Id unknown = submit();
  Id put_back = submit();
  (void)take();
  broker.meet("browser A", {begun});
  EXPECT_EQ(state(begun), CommandState::running) << "nobody had said so yet";
  EXPECT_EQ(state(unknown), CommandState::queued);
  EXPECT_EQ(state(put_back), CommandState::queued);
  broker.meet("browser A", {begun, put_back});
  EXPECT_EQ(state(put_back), CommandState::running);
  auto again = take();
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again.front().correlation_id, unknown);
}

TEST_F(CommandBrokerTest, WhatWaitsAgainHasTheTimeThatItWasGiven) {
  Id lost = submit({.action = "click", .queue_ttl = 60s});
  Id unsent = submit({.action = "click", .queue_ttl = 60s});
  auto taken = take();
  pass(2s);
  broker.put_back({taken[1]});
  broker.lose("browser A");
  pass(50s);
  EXPECT_EQ(state(lost), CommandState::queued);
  EXPECT_EQ(state(unsent), CommandState::queued);
  pass(8s);
  EXPECT_EQ(broker.find(lost)->failure->reason, "no_answer");
  EXPECT_EQ(broker.find(unsent)->failure->reason, "not_delivered");
}

TEST_F(CommandBrokerTest, WhatCouldNotBeAcceptedIsNeverDelivered) {
  Id id = submit();
  broker.withdraw(id, Failure::of(ErrorCode::storage_failed, "full"));
  EXPECT_TRUE(take().empty());
  EXPECT_EQ(code(id), "storage_failed");
}

TEST_F(CommandBrokerTest, WhatSurelyDidNotArriveIsAsIfItHadNotBeenTaken) {
  Id id = submit();
  broker.put_back(take("browser A"));
  EXPECT_EQ(take("browser B").size(), 1U);
  EXPECT_EQ(state(id), CommandState::delivered);
}

TEST_F(CommandBrokerTest, WhatMayHaveArrivedBeforeStaysWithItsBrowser) {
  Id id = submit({.action = "a", .queue_ttl = 60s});
  ASSERT_EQ(take("browser A").size(), 1U);
  broker.lose("browser A");
  broker.put_back(take("browser A"));
  EXPECT_TRUE(take("browser B").empty()) << "it may have begun in the first one";
  EXPECT_EQ(broker.find(id)->failure->code, "executor_lost");
}

TEST_F(CommandBrokerTest, AfterARestartEachGoesOnAsItStood) {
  Id queued = submit({.action = "a", .queue_ttl = 60s});
  clock.advance(1ms);
  Id done = submit();
  Id running = submit();
  Id on_its_way = submit();
  (void)broker.take(Carrier::extension, "browser A", 1);
  auto taken = take();
  report(done, CommandState::complete, 7);
  start(running);
  std::vector<Command> stored;
  for (const Command* command : broker.all()) stored.push_back(*command);
  stored.front().state = CommandState::queued;
  stored.front().epoch.reset();
  stored.front().delivered_at.reset();

  CommandBroker next{clock};
  clock.advance(1s);
  next.restore(stored);
  EXPECT_EQ(next.find(queued)->state, CommandState::queued);
  EXPECT_EQ(*next.read(done)->result, 7);
  EXPECT_EQ(next.find(running)->failure->code, "orphaned");
  EXPECT_EQ(next.find(running)->failure->outcome_unknown, true);
  EXPECT_EQ(next.report({.correlation_id = running, .state = CommandState::complete, .result = 1}),
            Verdict::late);
  EXPECT_EQ(next.find(on_its_way)->state, CommandState::queued) << "its browser knows whether it began";
  auto again = next.take(Carrier::extension, "browser A", 100);
  EXPECT_EQ(again.size(), 2U);
  EXPECT_GT(next.submit({.action = "b"}).value(), "");
}

TEST_F(CommandBrokerTest, WhatWasNotWrittenDownIsNotGuessed) {
  Command typed{.correlation_id = new_correlation_id(clock.now_ms()),
                .number = 1,
                .action = "type",
                .queue_ttl_ms = 60'000,
                .is_private = true,
                .created_at = clock.now_ms()};
  broker.restore({typed});
  EXPECT_EQ(code(typed.correlation_id), "orphaned");
  EXPECT_FALSE(broker.find(typed.correlation_id)->failure->outcome_unknown) << "it never left";
}

TEST_F(CommandBrokerTest, WhatWasDeliveredAndNotWrittenDownMayHaveBeenDone) {
  Id id = submit({.action = "type", .queue_ttl = 60s, .is_private = true});
  (void)take();
  Command stored = *broker.find(id);
  stored.params.reset();
  CommandBroker next{clock};
  next.restore({stored});
  EXPECT_EQ(next.find(id)->failure->code, "orphaned");
  EXPECT_EQ(next.find(id)->failure->outcome_unknown, true);
}

TEST_F(CommandBrokerTest, TimeThatPassedWhileNoServerRanCounts) {
  Id id = submit();
  std::vector<Command> stored{*broker.find(id)};
  clock.advance(4s);
  CommandBroker next{clock};
  next.restore(stored);
  EXPECT_EQ(next.find(id)->failure->reason, "not_delivered");
}

TEST_F(CommandBrokerTest, ADayOfIdlenessNeedsNoTimer) {
  pass(24h);
  EXPECT_FALSE(broker.next_due());
  Id id = submit();
  ASSERT_EQ(take().size(), 1U);
  EXPECT_EQ(report(id, CommandState::complete, 1), Verdict::accepted);
}

TEST_F(CommandBrokerTest, FailuresAreARing) {
  for (int i = 0; i < 150; ++i) {
    submit();
    pass(3s);
  }
  EXPECT_EQ(broker.failures().size(), 100U);
  EXPECT_LE(broker.all().size(), 1000U);
}

}  // namespace
}  // namespace oc::bridge
