#include "browser/frame_tree.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

using testing_support::refused;
using testing_support::sent;
using Ids = std::vector<std::string>;

json::object frame_of(std::string_view id, std::string_view loader, std::string_view url,
                      std::string_view parent = "") {
  json::object out{{"id", id}, {"loaderId", loader}, {"url", url}};
  if (!parent.empty()) out["parentId"] = parent;
  return out;
}

struct FrameTreeTest : testing::Test {
  testing_support::FakePage page;
  FrameTree frames;
  std::shared_ptr<cdp::Session> main_session;
  int contexts = 0;

  void SetUp() override {
    main_session = page.session();
    page.chrome.answer("Page.createIsolatedWorld", [&](const json::object&) -> Result<json::value> {
      return json::object{{"executionContextId", ++contexts}};
    });
    page.chrome.answer("Page.getFrameTree", json::object{});
    frames.start("F1", main_session);
  }
  void attach(std::string_view id, std::string_view parent, std::string_view session = "s1") {
    page.emit("Page.frameAttached", {{"frameId", id}, {"parentFrameId", parent}}, session);
  }
  void navigate(std::string_view id, std::string_view loader, std::string_view url,
                std::string_view parent = "", std::string_view session = "s1") {
    page.emit("Page.frameNavigated", {{"frame", frame_of(id, loader, url, parent)}}, session);
  }
  void detach(std::string_view id, std::string_view reason, std::string_view session = "s1") {
    page.emit("Page.frameDetached", {{"frameId", id}, {"reason", reason}}, session);
  }
  // An inner frame that moved to a process of its own.
  std::shared_ptr<cdp::Session> inner(const std::string& id, const std::string& session) {
    attach(id, "F1");
    detach(id, "swap");
    auto child = page.session(session);
    frames.add_session(id, child);
    return child;
  }
  Result<std::shared_ptr<World>> world(const std::string& id) { return page.run(frames.world(id, {})); }
  std::int64_t context(const std::string& id) {
    auto made = world(id);
    return made ? (*made)->context_id : -1;
  }
};

TEST_F(FrameTreeTest, TheMainFrameIsThereFromTheBeginning) {
  ASSERT_NE(frames.main(), nullptr);
  EXPECT_EQ(frames.main()->id, "F1");
  EXPECT_EQ(frames.main()->session, main_session);
  EXPECT_EQ(frames.size(), 1U);
}

TEST_F(FrameTreeTest, TheTreeIsTakenAsTheBrowserTellsIt) {
  json::object inner{{"frame", frame_of("F3", "L3", "http://x/3", "F2")}};
  json::object child{{"frame", frame_of("F2", "L2", "http://x/2", "F1")}, {"childFrames", {inner}}};
  json::object top = frame_of("F1", "L1", "http://x/1");
  top["urlFragment"] = "#part";
  frames.take_tree({{"frame", top}, {"childFrames", {child}}}, main_session);
  EXPECT_EQ(frames.ids(), (Ids{"F1", "F2", "F3"}));
  EXPECT_EQ(frames.main()->url, "http://x/1#part");
  EXPECT_EQ(frames.main()->loader_id, "L1");
  EXPECT_EQ(frames.find("F3")->parent, "F2");
  EXPECT_EQ(frames.find("F3")->session, main_session);
}

TEST_F(FrameTreeTest, TheTreeDoesNotTakeAFrameFromItsOwnProcess) {
  auto child = inner("F2", "s2");
  frames.take_tree({{"frame", frame_of("F1", "L1", "u")},
                    {"childFrames", {json::object{{"frame", frame_of("F2", "L2", "u", "F1")}}}}},
                   main_session);
  EXPECT_EQ(frames.find("F2")->session, child);
}

// Whoever waits for the tree goes on a moment after the answer came: an event may have been heard meanwhile.
TEST_F(FrameTreeTest, ATreeThatAnEventHasOvertakenIsOld) {
  json::object child{{"frame", frame_of("F2", "L2", "http://x/2", "F1")}};
  json::object old{{"frame", frame_of("F1", "L0", "about:blank")}, {"childFrames", {child}}};
  navigate("F1", "L1", "http://x/1");
  frames.take_tree(old, main_session);
  EXPECT_EQ(frames.main()->url, "http://x/1");
  EXPECT_EQ(frames.main()->loader_id, "L1");
  EXPECT_EQ(frames.ids(), Ids{"F1"}) << "what is inside the old document is not there";
}

TEST_F(FrameTreeTest, AStepInsideADocumentIsNewerThanItsTree) {
  page.emit("Page.navigatedWithinDocument", {{"frameId", "F1"}, {"url", "http://x/1#later"}}, "s1");
  frames.take_tree({{"frame", frame_of("F1", "L1", "http://x/1")}}, main_session);
  EXPECT_EQ(frames.main()->url, "http://x/1#later");
  EXPECT_EQ(frames.main()->loader_id, "L1");
}

TEST_F(FrameTreeTest, AFrameAttachesAndNavigates) {
  attach("F2", "F1");
  EXPECT_EQ(frames.find("F2")->parent, "F1");
  EXPECT_EQ(frames.find("F2")->session, main_session);
  navigate("F2", "L2", "http://x/2", "F1");
  EXPECT_EQ(frames.find("F2")->url, "http://x/2");
  EXPECT_EQ(frames.find("F2")->loader_id, "L2");
  EXPECT_EQ(frames.documents(), 0U) << "an inner frame is not the page";
  EXPECT_EQ(frames.moves(), 1U);
}

TEST_F(FrameTreeTest, EveryDocumentOfTheMainFrameIsCounted) {
  navigate("F1", "L1", "http://x/1");
  navigate("F1", "L2", "http://x/2");
  EXPECT_EQ(frames.documents(), 2U);
  page.emit("Page.navigatedWithinDocument", {{"frameId", "F1"}, {"url", "http://x/2#a"}});
  EXPECT_EQ(frames.documents(), 2U);
  EXPECT_EQ(frames.moves(), 3U);
  EXPECT_EQ(frames.main()->url, "http://x/2#a");
  EXPECT_EQ(frames.main()->loader_id, "L2");
}

TEST_F(FrameTreeTest, WhatWasInsideGoesWithTheOldDocument) {
  attach("F2", "F1");
  attach("F3", "F2");
  inner("F4", "s4");
  navigate("F1", "L2", "http://x/next");
  EXPECT_EQ(frames.ids(), Ids{"F1"});
}

TEST_F(FrameTreeTest, ARemovedFrameGoesWithAllThatIsInside) {
  attach("F2", "F1");
  attach("F3", "F2");
  attach("F4", "F1");
  detach("F2", "remove");
  EXPECT_EQ(frames.ids(), (Ids{"F1", "F4"}));
}

TEST_F(FrameTreeTest, AFrameThatMovesToAnotherProcessStaysInItsPlace) {
  attach("F2", "F1");
  detach("F2", "swap");
  ASSERT_NE(frames.find("F2"), nullptr);
  auto child = page.session("s2");
  frames.add_session("F2", child);
  EXPECT_EQ(frames.find("F2")->session, child);
  EXPECT_EQ(frames.find("F2")->parent, "F1");
  navigate("F2", "L2", "http://y/", "F1", "s2");
  EXPECT_EQ(frames.find("F2")->url, "http://y/");
  attach("F3", "F2", "s2");
  EXPECT_EQ(frames.find("F3")->session, child) << "what it attaches is drawn there too";
}

TEST_F(FrameTreeTest, AFrameWhoseProcessIsGoneIsGone) {
  inner("F2", "s2");
  attach("F3", "F2", "s2");
  frames.remove_session("s2");
  EXPECT_EQ(frames.ids(), Ids{"F1"}) << "nothing else tells that it was removed";
  navigate("F2", "L9", "http://y/", "F1", "s2");
  EXPECT_EQ(frames.ids(), Ids{"F1"}) << "and it is not listened to";
}

TEST_F(FrameTreeTest, AFrameThatComesBackToTheMainProcessGoesOnThere) {
  inner("F2", "s2");
  navigate("F2", "L2", "http://x/2", "F1", "s1");
  frames.remove_session("s2");
  ASSERT_NE(frames.find("F2"), nullptr);
  EXPECT_EQ(frames.find("F2")->session, main_session);

  inner("F3", "s3");
  frames.remove_session("s3");
  navigate("F3", "L3", "http://x/3", "F1", "s1");
  ASSERT_NE(frames.find("F3"), nullptr) << "in either order";
  EXPECT_EQ(frames.find("F3")->parent, "F1");
}

TEST_F(FrameTreeTest, AWorldIsMadeOnceForADocument) {
  EXPECT_EQ(context("F1"), 1);
  EXPECT_EQ(context("F1"), 1);
  auto made = sent(page.chrome, "Page.createIsolatedWorld", "s1");
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].at("frameId").as_string(), "F1");
}

TEST_F(FrameTreeTest, AWorldIsMadeInTheProcessThatDrawsTheFrame) {
  inner("F2", "s2");
  EXPECT_EQ(context("F2"), 1);
  EXPECT_EQ(sent(page.chrome, "Page.createIsolatedWorld", "s2").size(), 1U);
}

TEST_F(FrameTreeTest, AFrameThatWasThereBeforeUsTellsWhatItIsWhenItIsNeeded) {
  auto child = page.session("s2");
  frames.add_session("F2", child);
  json::object deeper{{"frame", frame_of("F3", "L3", "http://y/3", "F2")}};
  page.chrome.answer(
      "Page.getFrameTree",
      {{"frameTree", {{"frame", frame_of("F2", "L2", "http://y/2", "F1")}, {"childFrames", {deeper}}}}});
  EXPECT_EQ(context("F2"), 1);
  EXPECT_EQ(frames.find("F2")->parent, "F1");
  EXPECT_EQ(frames.find("F2")->url, "http://y/2");
  EXPECT_EQ(frames.find("F2")->loader_id, "L2");
  ASSERT_NE(frames.find("F3"), nullptr);
  EXPECT_EQ(frames.find("F3")->session, child);
  EXPECT_EQ(context("F2"), 1) << "its world is that of its document";
  EXPECT_EQ(sent(page.chrome, "Page.getFrameTree").size(), 1U);
}

TEST_F(FrameTreeTest, AFrameThatGoesWhileItTellsWhatItIsIsPageChanged) {
  frames.add_session("F2", page.session("s2"));
  page.chrome.forget_answer("Page.getFrameTree");
  auto waiting = page.start(frames.world("F2", {}));
  frames.remove_session("s2");
  testing_support::reply(page.chrome, "Page.getFrameTree", {});
  page.settle();
  ASSERT_TRUE(waiting->has_value());
  EXPECT_EQ((**waiting).error().code, ErrorCode::page_changed);
}

TEST_F(FrameTreeTest, TheNextDocumentGetsAWorldOfItsOwn) {
  auto first = world("F1").value();
  first->scripts.insert("find");
  navigate("F1", "L2", "http://x/2");
  auto second = world("F1").value();
  EXPECT_NE(first, second);
  EXPECT_EQ(second->context_id, 2);
  EXPECT_TRUE(second->scripts.empty());
}

TEST_F(FrameTreeTest, AMoveWithinTheDocumentKeepsTheWorld) {
  EXPECT_EQ(context("F1"), 1);
  page.emit("Page.navigatedWithinDocument", {{"frameId", "F1"}, {"url", "http://x/#a"}});
  EXPECT_EQ(context("F1"), 1);
}

TEST_F(FrameTreeTest, ADestroyedContextIsMadeAgainAndOthersStay) {
  attach("F2", "F1");
  EXPECT_EQ(context("F1"), 1);
  EXPECT_EQ(context("F2"), 2);
  page.emit("Runtime.executionContextDestroyed", {{"executionContextId", 2}});
  EXPECT_EQ(context("F1"), 1);
  EXPECT_EQ(context("F2"), 3);
}

TEST_F(FrameTreeTest, ContextsAreNumberedPerProcess) {
  inner("F2", "s2");
  EXPECT_EQ(context("F1"), 1);
  page.emit("Runtime.executionContextDestroyed", {{"executionContextId", 1}}, "s2");
  EXPECT_EQ(context("F1"), 1) << "the other process's context of that number";
  EXPECT_EQ(context("F2"), 2);
  page.emit("Runtime.executionContextsCleared", {}, "s1");
  EXPECT_EQ(context("F2"), 2);
  EXPECT_EQ(context("F1"), 3);
}

TEST_F(FrameTreeTest, AWorldThatTurnedOutToBeGoneIsMadeAgain) {
  EXPECT_EQ(context("F1"), 1);
  frames.drop_world("F1");
  frames.drop_world("F9");
  EXPECT_EQ(context("F1"), 2);
}

TEST_F(FrameTreeTest, AFrameThatIsGoneIsPageChanged) {
  EXPECT_EQ(world("F9").error().code, ErrorCode::page_changed);
  page.chrome.answer("Page.createIsolatedWorld",
                     [](const json::object&) { return refused("No frame for given id found"); });
  EXPECT_EQ(world("F1").error().code, ErrorCode::page_changed);
}

TEST_F(FrameTreeTest, OtherFailuresStayWhatTheyAre) {
  page.chrome.forget_answer("Page.createIsolatedWorld");
  StopSource stop;
  auto waiting = page.start(frames.world("F1", stop.stop()));
  stop.request(StopReason::deadline);
  page.settle();
  EXPECT_EQ((**waiting).error().code, ErrorCode::timeout);
  auto lost = page.start(frames.world("F1", {}));
  page.chrome.hang_up();
  page.settle();
  EXPECT_EQ((**lost).error().code, ErrorCode::browser_disconnected);
}

TEST_F(FrameTreeTest, ADocumentThatCameMeanwhileDoesNotGetTheOldWorld) {
  page.chrome.answer("Page.createIsolatedWorld", [&](const json::object&) -> Result<json::value> {
    if (++contexts == 1)
      page.chrome.emit("Page.frameNavigated", {{"frame", frame_of("F1", "L2", "u")}}, "s1");
    return json::object{{"executionContextId", contexts}};
  });
  ASSERT_EQ(context("F1"), 1) << "its caller finds out that it is gone";
  EXPECT_EQ(context("F1"), 2);
}

TEST_F(FrameTreeTest, AFrameThatChangedItsProcessMeanwhileDoesNotGetTheOldWorld) {
  auto other = page.session("s2");
  attach("F2", "F1");
  page.chrome.answer("Page.createIsolatedWorld", [&](const json::object&) -> Result<json::value> {
    if (++contexts == 1) frames.add_session("F2", other);
    return json::object{{"executionContextId", contexts}};
  });
  ASSERT_EQ(context("F2"), 1);
  EXPECT_EQ(context("F2"), 2);
  EXPECT_EQ(sent(page.chrome, "Page.createIsolatedWorld", "s2").size(), 1U);
}

TEST_F(FrameTreeTest, TwoWhoNeedAWorldAtOnceShareIt) {
  auto one = page.start(frames.world("F1", {}));
  auto two = page.start(frames.world("F1", {}));
  ASSERT_TRUE(one->has_value() && two->has_value());
  EXPECT_EQ(***one, ***two);
}

TEST_F(FrameTreeTest, StartingAnewForgetsEverything) {
  attach("F2", "F1");
  EXPECT_EQ(context("F1"), 1);
  auto next = page.session("s9");
  frames.start("T2", next);
  EXPECT_EQ(frames.ids(), Ids{"T2"});
  attach("F3", "F1", "s1");
  EXPECT_EQ(frames.size(), 1U) << "the old session is not heard";
  frames.clear();
  EXPECT_EQ(frames.main(), nullptr);
}

TEST_F(FrameTreeTest, NonsenseIsIgnored) {
  page.emit("Page.frameNavigated", {});
  frames.take_tree({}, main_session);
  page.emit("Page.frameDetached", {{"frameId", "F9"}});
  page.emit("Runtime.executionContextDestroyed", {});
  EXPECT_EQ(frames.ids(), Ids{"F1"});
}

}  // namespace
}  // namespace oc::browser
