#include "cdp/pending_calls.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"

namespace oc::cdp {
namespace {

struct PendingCallsTest : testing::Test {
  testing_support::Loop loop;
  PendingCalls pending{loop.executor()};
};

TEST_F(PendingCallsTest, AnAnswerMayComeBeforeAnyoneWaits) {
  auto call = pending.add(1, "", "M");
  EXPECT_TRUE(pending.settle(1, json::value(5)));
  EXPECT_FALSE(pending.settle(1, json::value(6))) << "once";
  EXPECT_EQ(*loop.run(pending.wait(call, {})), json::value(5));
  EXPECT_EQ(pending.size(), 0U);
}

TEST_F(PendingCallsTest, OnlyTheSessionsCallsFailWithIt) {
  auto one = pending.add(1, "s1", "A");
  auto two = pending.add(2, "s2", "B");
  pending.fail_session("s1", {ErrorCode::target_closed, "closed"});
  pending.settle(2, json::value(2));
  auto failed = loop.run(pending.wait(one, {}));
  EXPECT_EQ(failed.error().code, ErrorCode::target_closed);
  EXPECT_EQ(failed.error().message, "A: closed");
  EXPECT_TRUE(loop.run(pending.wait(two, {})));
}

TEST_F(PendingCallsTest, AGivenUpCallIsForgotten) {
  StopSource source;
  source.request(StopReason::cancelled);
  auto call = pending.add(1, "", "M");
  EXPECT_EQ(loop.run(pending.wait(call, source.stop())).error().code, ErrorCode::cancelled);
  EXPECT_FALSE(pending.settle(1, json::value(1)));
}

}  // namespace
}  // namespace oc::cdp
