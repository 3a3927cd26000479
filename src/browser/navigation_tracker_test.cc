#include "browser/navigation_tracker.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

using enum LoadState;

struct NavigationTrackerTest : testing::Test {
  testing_support::FakePage page;
  NavigationTracker navigation{page.loop.executor()};

  void SetUp() override { navigation.listen("F1", *page.session()); }
  void lifecycle(std::string_view loader, std::string_view name, std::string_view frame = "F1") {
    page.emit("Page.lifecycleEvent", {{"frameId", frame}, {"loaderId", loader}, {"name", name}});
  }
  void navigated(std::string_view loader, std::string_view type = "Navigation",
                 std::string_view frame = "F1") {
    page.emit("Page.frameNavigated", {{"frame", {{"id", frame}, {"loaderId", loader}}}, {"type", type}});
  }
  auto wait(LoadState state, std::string loader = "", Stop stop = {}) {
    return page.start(navigation.wait_until(state, std::move(loader), stop));
  }
};

TEST_F(NavigationTrackerTest, StatesAreReachedOneAfterTheOther) {
  EXPECT_FALSE(navigation.reached(domcontentloaded));
  lifecycle("L1", "init");
  EXPECT_EQ(navigation.loader_id(), "L1");
  lifecycle("L1", "DOMContentLoaded");
  EXPECT_TRUE(navigation.reached(domcontentloaded));
  EXPECT_FALSE(navigation.reached(load));
  lifecycle("L1", "load");
  EXPECT_TRUE(navigation.reached(load));
  EXPECT_FALSE(navigation.reached(networkidle));
  lifecycle("L1", "networkIdle");
  EXPECT_TRUE(navigation.reached(networkidle));
}

TEST_F(NavigationTrackerTest, InnerFramesAreNotThePage) {
  lifecycle("L9", "load", "F2");
  navigated("L9", "Navigation", "F2");
  EXPECT_EQ(navigation.loader_id(), "");
  EXPECT_FALSE(navigation.reached(load));
}

TEST_F(NavigationTrackerTest, ANewDocumentBeginsFromTheStart) {
  lifecycle("L1", "load");
  navigated("L2");
  EXPECT_EQ(navigation.loader_id(), "L2");
  EXPECT_FALSE(navigation.reached(load));
  lifecycle("L2", "load");
  EXPECT_TRUE(navigation.reached(load));
}

TEST_F(NavigationTrackerTest, TheLastWordsOfAReplacedDocumentAreNotListenedTo) {
  navigated("L1");
  navigated("L2");
  lifecycle("L2", "load");
  lifecycle("L1", "networkIdle");
  EXPECT_EQ(navigation.loader_id(), "L2");
  EXPECT_TRUE(navigation.reached(load));
  EXPECT_FALSE(navigation.reached(networkidle));
}

TEST_F(NavigationTrackerTest, AWaitEndsWhenItsDocumentHasComeSoFar) {
  lifecycle("L1", "load");
  auto waiting = wait(load, "L2");
  EXPECT_FALSE(waiting->has_value()) << "the page that is there is another one";
  navigated("L2");
  lifecycle("L2", "DOMContentLoaded");
  EXPECT_FALSE(waiting->has_value());
  lifecycle("L2", "load");
  ASSERT_TRUE(waiting->has_value());
  EXPECT_TRUE((*waiting)->has_value());
}

TEST_F(NavigationTrackerTest, AWaitForWhatIsReachedEndsAtOnce) {
  lifecycle("L1", "load");
  EXPECT_TRUE(wait(load, "L1")->has_value());
  EXPECT_TRUE(wait(load)->has_value());
}

TEST_F(NavigationTrackerTest, AWaitGoesOnWithTheDocumentThatReplacesIts) {
  navigated("L1");
  auto waiting = wait(load, "L1");
  navigated("L2");
  EXPECT_FALSE(waiting->has_value());
  lifecycle("L2", "load");
  EXPECT_TRUE(waiting->has_value());
}

TEST_F(NavigationTrackerTest, APageFromTheBackForwardCacheIsThereAsItWasLeft) {
  lifecycle("L1", "load");
  navigated("L2");
  auto waiting = wait(networkidle);
  navigated("L1", "BackForwardCacheRestore");
  EXPECT_EQ(navigation.loader_id(), "L1");
  for (LoadState state : {domcontentloaded, load, networkidle}) EXPECT_TRUE(navigation.reached(state));
  EXPECT_TRUE(waiting->has_value());
}

TEST_F(NavigationTrackerTest, AWaitEndsWithItsStop) {
  StopSource stop;
  auto waiting = wait(load, "L1", stop.stop());
  auto replaced = page.start(navigation.wait_for_another("", stop.stop()));
  stop.request(StopReason::deadline);
  page.settle();
  EXPECT_EQ((**waiting).error().code, ErrorCode::timeout);
  EXPECT_EQ((**replaced).error().code, ErrorCode::timeout);
}

TEST_F(NavigationTrackerTest, AnotherDocumentIsWaitedFor) {
  navigated("L1");
  auto replaced = page.start(navigation.wait_for_another("L1", {}));
  lifecycle("L1", "load");
  page.emit("Page.navigatedWithinDocument", {{"frameId", "F1"}, {"url", "http://x/#a"}});
  EXPECT_FALSE(replaced->has_value());
  navigated("L2");
  ASSERT_TRUE(replaced->has_value());
  EXPECT_TRUE((*replaced)->has_value());
}

TEST_F(NavigationTrackerTest, NobodyWaitsForAPageThatCannotCome) {
  navigated("L1");
  auto waiting = wait(load, "L1");
  auto replaced = page.start(navigation.wait_for_another("L1", {}));
  navigation.set_ended(Error{ErrorCode::target_crashed, "crashed"});
  page.settle();
  ASSERT_TRUE(waiting->has_value() && replaced->has_value());
  EXPECT_EQ((**waiting).error().code, ErrorCode::target_crashed);
  EXPECT_EQ((**replaced).error().code, ErrorCode::target_crashed);
}

TEST_F(NavigationTrackerTest, ACrashedPageHasReachedNothingUntilItIsLoadedAgain) {
  lifecycle("L1", "load");
  navigation.set_ended(Error{ErrorCode::target_crashed, "crashed"});
  EXPECT_EQ((**wait(load)).error().code, ErrorCode::target_crashed);
  navigated("L2");
  EXPECT_FALSE(navigation.ended());
  lifecycle("L2", "load");
  EXPECT_TRUE((**wait(load)).has_value());
}

TEST_F(NavigationTrackerTest, LoadingIsWhatTheBrowserSays) {
  EXPECT_FALSE(navigation.loading());
  page.emit("Page.frameStartedLoading", {{"frameId", "F2"}});
  EXPECT_FALSE(navigation.loading());
  page.emit("Page.frameStartedLoading", {{"frameId", "F1"}});
  EXPECT_TRUE(navigation.loading());
  page.emit("Page.frameStoppedLoading", {{"frameId", "F2"}});
  EXPECT_TRUE(navigation.loading());
  page.emit("Page.frameStoppedLoading", {{"frameId", "F1"}});
  EXPECT_FALSE(navigation.loading());
}

TEST_F(NavigationTrackerTest, APageThatIsGoneLoadsNoMore) {
  page.emit("Page.frameStartedLoading", {{"frameId", "F1"}});
  navigation.set_ended(Error{ErrorCode::target_crashed, "crashed"});
  EXPECT_FALSE(navigation.loading());
  page.emit("Page.frameStartedLoading", {{"frameId", "F1"}});
  navigation.forget_sessions();
  EXPECT_FALSE(navigation.loading());
  lifecycle("L1", "load");
  EXPECT_EQ(navigation.loader_id(), "") << "and is not heard";
}

TEST_F(NavigationTrackerTest, ChangesOfTheAddressWakeThoseWhoWatchIt) {
  auto woken = page.start(navigation.changed().wait({}));
  page.emit("Page.navigatedWithinDocument", {{"frameId", "F1"}, {"url", "http://x/#a"}});
  EXPECT_TRUE(woken->has_value());
  auto inner = page.start(navigation.changed().wait({}));
  navigated("L9", "Navigation", "F2");
  EXPECT_TRUE(inner->has_value()) << "also of an inner frame: history may go there";
}

TEST_F(NavigationTrackerTest, HundredsOfDocumentsAreNoBurden) {
  for (int i = 0; i < 500; ++i) navigated("L" + std::to_string(i));
  auto waiting = wait(load, "L499");
  lifecycle("L499", "load");
  EXPECT_TRUE(waiting->has_value());
}

TEST_F(NavigationTrackerTest, ADocumentThatCameBeforeAnybodyListenedIsToldOnce) {
  std::vector<std::string> arrivals;
  Listening listening =
      navigation.on_arrival([&](const Arrival& arrival) { arrivals.push_back(arrival.url); });
  lifecycle("L2", "load");
  navigation.found("L2", "http://x/2");
  EXPECT_TRUE(navigation.reached(load)) << "what was heard of it stays";
  navigation.found("L2", "http://x/2");
  navigated("L3");
  navigation.found("L3", "http://x/3");
  EXPECT_EQ(arrivals, (std::vector<std::string>{"http://x/2", ""}));
}

}  // namespace
}  // namespace oc::browser
