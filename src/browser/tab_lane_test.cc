#include "browser/tab_lane.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

using testing_support::Outcome;
using testing_support::Stage;
using Use = TabLane::Use;
using Entered = Outcome<Result<TabLane::Hold>>;

struct TabLaneTest : testing::Test {
  Stage stage;
  TabLane lane{stage.loop.executor()};

  Entered enter(Use use, Stop stop = {}) { return stage.start(lane.enter(use, stop)); }
  void leave(const Entered& caller) {
    caller->reset();
    stage.settle();
  }
  static bool inside(const Entered& caller) { return caller->has_value() && (*caller)->has_value(); }
};

TEST_F(TabLaneTest, ObservationsShareIt) {
  Entered one = enter(Use::shared);
  Entered two = enter(Use::shared);
  EXPECT_TRUE(inside(one));
  EXPECT_TRUE(inside(two));
}

TEST_F(TabLaneTest, WhoChangesThePageHasItAlone) {
  Entered writer = enter(Use::alone);
  Entered reader = enter(Use::shared);
  Entered second = enter(Use::alone);
  EXPECT_TRUE(inside(writer));
  EXPECT_FALSE(inside(reader));
  EXPECT_FALSE(inside(second));
  leave(writer);
  EXPECT_TRUE(inside(reader));
  EXPECT_FALSE(inside(second));
  leave(reader);
  EXPECT_TRUE(inside(second));
}

TEST_F(TabLaneTest, EverySharerMustLeaveBeforeOneEntersAlone) {
  Entered one = enter(Use::shared);
  Entered two = enter(Use::shared);
  Entered writer = enter(Use::alone);
  leave(one);
  EXPECT_FALSE(inside(writer));
  leave(two);
  EXPECT_TRUE(inside(writer));
}

TEST_F(TabLaneTest, NobodyOvertakes) {
  Entered reader = enter(Use::shared);
  Entered writer = enter(Use::alone);
  Entered late = enter(Use::shared);
  Entered later = enter(Use::shared);
  EXPECT_FALSE(inside(late)) << "a stream of readers must not starve the writer";
  leave(reader);
  EXPECT_TRUE(inside(writer));
  EXPECT_FALSE(inside(late));
  leave(writer);
  EXPECT_TRUE(inside(late));
  EXPECT_TRUE(inside(later)) << "sharers go in together";
}

TEST_F(TabLaneTest, WritersGoInTheOrderTheyCame) {
  Entered first = enter(Use::alone);
  Entered second = enter(Use::alone);
  Entered third = enter(Use::alone);
  leave(first);
  EXPECT_TRUE(inside(second));
  EXPECT_FALSE(inside(third));
  leave(second);
  EXPECT_TRUE(inside(third));
}

TEST_F(TabLaneTest, AHoldLastsUntilItsLastCopyGoes) {
  Entered writer = enter(Use::alone);
  TabLane::Hold copy = ***writer;
  Entered next = enter(Use::alone);
  leave(writer);
  EXPECT_FALSE(inside(next));
  copy.reset();
  stage.settle();
  EXPECT_TRUE(inside(next));
}

TEST_F(TabLaneTest, AStopWhileWaitingLeavesTheQueueClean) {
  Entered reader = enter(Use::shared);
  StopSource cancel;
  Entered writer = enter(Use::alone, cancel.stop());
  Entered behind = enter(Use::shared);
  EXPECT_FALSE(inside(behind));
  cancel.request(StopReason::cancelled);
  stage.settle();
  ASSERT_TRUE(writer->has_value());
  EXPECT_EQ((*writer)->error().code, ErrorCode::cancelled);
  EXPECT_TRUE(inside(behind)) << "with the writer gone only readers are left";
  leave(reader);
  leave(behind);
  EXPECT_TRUE(inside(enter(Use::alone)));
}

TEST_F(TabLaneTest, AStopForOneWaiterIsNoneForTheOthers) {
  Entered writer = enter(Use::alone);
  StopSource cancel;
  Entered one = enter(Use::alone, cancel.stop());
  Entered two = enter(Use::alone);
  cancel.request(StopReason::deadline);
  stage.settle();
  EXPECT_EQ((*one)->error().code, ErrorCode::timeout);
  EXPECT_FALSE(two->has_value());
  leave(writer);
  EXPECT_TRUE(inside(two));
}

// A waiter whose coroutine is destroyed, not resumed, must give back its place: else this would hang or
// crash.
TEST_F(TabLaneTest, TheLoopMayEndWhileSomebodyWaits) {
  auto other = std::make_unique<Stage>();
  auto own = std::make_unique<TabLane>(other->loop.executor());
  Entered holder = other->start(own->enter(Use::alone, {}));
  Entered waiter = other->start(own->enter(Use::alone, {}));
  ASSERT_TRUE(inside(holder));
  own.reset();
  std::weak_ptr<void> held = ***holder;
  holder->reset();
  EXPECT_TRUE(held.expired());
  other.reset();
  EXPECT_FALSE(waiter->has_value()) << "it was never resumed";
}

TEST_F(TabLaneTest, TheLaneMayGoBeforeThoseInside) {
  auto own = std::make_unique<TabLane>(stage.loop.executor());
  auto inside_it = stage.start(own->enter(Use::alone, {}));
  auto waiting = stage.start(own->enter(Use::alone, {}));
  own.reset();
  stage.settle();
  EXPECT_FALSE(inside(waiting));
  leave(inside_it);
  EXPECT_TRUE(inside(waiting));
}

}  // namespace
}  // namespace oc::browser
