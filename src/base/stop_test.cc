#include "base/stop.h"

#include <gtest/gtest.h>

namespace oc {
namespace {

using std::chrono::hours;
using std::chrono::steady_clock;

TEST(Stop, DefaultNeverStops) {
  Stop stop;
  EXPECT_FALSE(stop.requested());
  EXPECT_FALSE(stop.deadline());
}

TEST(Stop, FirstReasonWins) {
  StopSource source;
  EXPECT_TRUE(source.request(StopReason::cancelled));
  EXPECT_FALSE(source.request(StopReason::shutdown));
  EXPECT_EQ(source.stop().reason(), StopReason::cancelled);
}

TEST(Stop, CallbacksRunOnceAndCanBeRemoved) {
  StopSource source;
  int kept = 0;
  int removed = 0;
  StopCallback keep = source.stop().on_stop([&] { ++kept; });
  {
    StopCallback remove = source.stop().on_stop([&] { ++removed; });
  }
  source.request(StopReason::cancelled);
  EXPECT_EQ(kept, 1);
  EXPECT_EQ(removed, 0);
  int late = 0;
  StopCallback already = source.stop().on_stop([&] { ++late; });
  EXPECT_EQ(late, 1);
}

TEST(Stop, ACallbackMayRemoveAnother) {
  StopSource source;
  int second_ran = 0;
  StopCallback second;
  StopCallback first = source.stop().on_stop([&] { second.reset(); });
  second = source.stop().on_stop([&] { ++second_ran; });
  source.request(StopReason::cancelled);
  EXPECT_EQ(second_ran, 0);
}

TEST(Stop, ChildFollowsParentButNotTheOtherWay) {
  StopSource parent;
  StopSource child{parent.stop()};
  StopSource sibling{parent.stop()};
  child.request(StopReason::deadline);
  EXPECT_FALSE(parent.stop().requested());
  parent.request(StopReason::shutdown);
  EXPECT_EQ(child.stop().reason(), StopReason::deadline);
  EXPECT_EQ(sibling.stop().reason(), StopReason::shutdown);
}

TEST(Stop, DeadlineIsTheEarlierOfParentAndChild) {
  auto now = steady_clock::now();
  StopSource parent{Stop{}, now + hours{1}};
  EXPECT_EQ((StopSource{parent.stop(), now + hours{2}}.stop().deadline()), now + hours{1});
  EXPECT_EQ((StopSource{parent.stop(), now - hours{1}}.stop().reason()), StopReason::deadline);
}

TEST(Stop, ErrorsFollowTheReason) {
  StopSource source{Stop{}, steady_clock::now() - hours{1}};
  EXPECT_EQ(source.stop().error().code, ErrorCode::timeout);
  source.request(StopReason::shutdown);
  EXPECT_EQ(source.stop().error().code, ErrorCode::shutting_down);
}

TEST(Stop, StopOutlivesItsSource) {
  Stop stop;
  {
    StopSource source;
    stop = source.stop();
  }
  EXPECT_FALSE(stop.requested());
}

}  // namespace
}  // namespace oc
