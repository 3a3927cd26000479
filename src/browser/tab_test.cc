#include "browser/tab.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

using testing_support::refused;
using testing_support::reply;
using testing_support::sent;

struct TabTest : testing::Test {
  testing_support::FakePage page;
  TabOptions options{.policy = std::make_shared<const DomainPolicy>(), .width = 800, .height = 600};
  std::shared_ptr<Tab> tab;
  std::shared_ptr<cdp::Session> session;

  void SetUp() override {
    page.chrome.answer(
        "Page.getFrameTree",
        {{"frameTree", {{"frame", {{"id", "F1"}, {"loaderId", "L1"}, {"url", "http://x/"}}}}}});
    tab = std::make_shared<Tab>(Tab::Identity{.id = "t1", .target_id = "F1", .workspace = "default"}, options,
                                page.loop.executor());
    session = page.session();
  }
  void TearDown() override {
    tab->set_status(TabStatus::closed);
    page.end();
  }
  Result<void> attach() { return page.run(tab->attach(session, {})); }
  std::vector<std::string> methods(std::string_view of) {
    std::vector<std::string> out;
    for (const json::object& command : page.chrome.commands()) {
      if (json::find_string(command, "sessionId").value_or("") == of)
        out.emplace_back(json::view(command.at("method").as_string()));
    }
    return out;
  }
  void add_child(std::string_view id, std::string_view type, std::string_view target,
                 std::string_view parent = "s1") {
    page.emit("Target.attachedToTarget",
              {{"sessionId", id}, {"targetInfo", {{"type", type}, {"targetId", target}}}}, parent);
  }
  void open_dialog(std::string_view message = "Sure?") {
    page.emit("Page.javascriptDialogOpening", {{"type", "confirm"}, {"message", message}});
  }
  auto start_send() { return page.start(tab->send("Page.slow", {}, {})); }
};

TEST_F(TabTest, AttachingHearsEverythingBeforeThePageGoesOn) {
  ASSERT_TRUE(attach());
  EXPECT_EQ(tab->status(), TabStatus::attached);
  EXPECT_EQ(methods("s1"),
            (std::vector<std::string>{"Page.enable", "Runtime.enable", "Network.enable", "Log.enable",
                                      "Runtime.addBinding", "Target.setAutoAttach",
                                      "Page.setLifecycleEventsEnabled", "Emulation.setDeviceMetricsOverride",
                                      "Runtime.runIfWaitingForDebugger", "Page.getFrameTree"}));
  auto metrics = sent(page.chrome, "Emulation.setDeviceMetricsOverride").at(0);
  EXPECT_EQ(metrics.at("width").as_int64(), 800);
  EXPECT_EQ(metrics.at("height").as_int64(), 600);
  auto children = sent(page.chrome, "Target.setAutoAttach").at(0);
  EXPECT_TRUE(children.at("waitForDebuggerOnStart").as_bool()) << "children are held to the rules first";
  EXPECT_EQ(tab->frames().main()->loader_id, "L1");
}

TEST_F(TabTest, APageWithRulesIsHeldToThemBeforeItGoesOn) {
  options.policy = std::make_shared<const DomainPolicy>(DomainPolicy::make({.block = {"bad.org"}}).value());
  tab = std::make_shared<Tab>(Tab::Identity{.id = "t1", .target_id = "F1", .workspace = "default"}, options,
                              page.loop.executor());
  ASSERT_TRUE(attach());
  auto order = methods("s1");
  auto at = [&](std::string_view method) { return std::ranges::find(order, method); };
  ASSERT_NE(at("Fetch.enable"), order.end());
  EXPECT_LT(at("Fetch.enable"), at("Runtime.runIfWaitingForDebugger"));
}

TEST_F(TabTest, AWindowThatIsSeenKeepsItsSize) {
  options.emulate_viewport = false;
  ASSERT_TRUE(attach());
  EXPECT_TRUE(sent(page.chrome, "Emulation.setDeviceMetricsOverride").empty());
}

TEST_F(TabTest, TrackersHearTheSession) {
  ASSERT_TRUE(attach());
  page.emit("Log.entryAdded", {{"entry", {{"text", "hello"}}}});
  page.emit(
      "Network.requestWillBeSent",
      {{"requestId", "L2"}, {"loaderId", "L2"}, {"frameId", "F1"}, {"request", {{"url", "http://x/2"}}}});
  page.emit("Network.responseReceived", {{"requestId", "L2"}, {"response", {{"status", 201}}}});
  page.emit("Page.lifecycleEvent", {{"frameId", "F1"}, {"loaderId", "L2"}, {"name", "load"}});
  EXPECT_EQ(tab->console().ring().last_number(), 1U);
  ASSERT_NE(tab->network().document("L2"), nullptr) << "the main frame has the id of its target";
  EXPECT_EQ(tab->network().document("L2")->status, 201);
  EXPECT_TRUE(tab->navigation().reached(LoadState::load));
}

TEST_F(TabTest, AFailedAttachSaysWhyAndLeavesItUnattached) {
  page.chrome.answer("Page.getFrameTree", [](const json::object&) { return refused("no"); });
  EXPECT_EQ(attach().error().code, ErrorCode::protocol_error);
  EXPECT_EQ(tab->status(), TabStatus::unattached);
  EXPECT_EQ(tab->session(), nullptr);
}

TEST_F(TabTest, ACrashWhileAttachingCanStillBeLoadedAgain) {
  page.chrome.forget_answer("Page.getFrameTree");
  auto attaching = page.start(tab->attach(session, {}));
  auto waiting = page.start(tab->wait_until_attached({}));
  page.emit("Inspector.targetCrashed", {});
  EXPECT_EQ((**attaching).error().code, ErrorCode::target_crashed);
  EXPECT_EQ((**waiting).error().code, ErrorCode::target_crashed);
  EXPECT_EQ(tab->status(), TabStatus::crashed);
  EXPECT_EQ(tab->session(), session);
}

TEST_F(TabTest, OnlyOfSomebodysTabItIsAskedWhetherItHasAPage) {
  ASSERT_TRUE(attach());
  EXPECT_TRUE(sent(page.chrome, "Inspector.enable").empty());
  Tab theirs{
      {.id = "t2", .target_id = "F1", .workspace = "default", .ours = false}, options, page.loop.executor()};
  ASSERT_TRUE(page.run(theirs.attach(session, {})));
  EXPECT_EQ(sent(page.chrome, "Inspector.enable").size(), 1U);
  theirs.set_status(TabStatus::closed);
}

TEST_F(TabTest, OthersMayWaitForAnAttachThatSomebodyBegan) {
  page.chrome.forget_answer("Page.getFrameTree");
  auto attaching = page.start(tab->attach(session, {}));
  auto waiting = page.start(tab->wait_until_attached({}));
  EXPECT_FALSE(waiting->has_value());
  reply(page.chrome, "Page.getFrameTree", {});
  page.settle();
  EXPECT_TRUE((**attaching).has_value());
  ASSERT_TRUE(waiting->has_value());
  EXPECT_TRUE((**waiting).has_value());
}

TEST_F(TabTest, WhoWaitsForAnAttachHearsThatItFailed) {
  page.chrome.forget_answer("Page.getFrameTree");
  StopSource stop;
  auto attaching = page.start(tab->attach(session, stop.stop()));
  auto waiting = page.start(tab->wait_until_attached({}));
  stop.request(StopReason::cancelled);
  page.settle();
  EXPECT_EQ((**attaching).error().code, ErrorCode::cancelled);
  ASSERT_TRUE(waiting->has_value()) << "and does not wait for ever";
  EXPECT_EQ((**waiting).error().code, ErrorCode::target_closed);
}

TEST_F(TabTest, ATabThatIsClosedWhileItOpensIsClosed) {
  page.chrome.forget_answer("Page.getFrameTree");
  auto attaching = page.start(tab->attach(session, {}));
  auto waiting = page.start(tab->wait_until_attached({}));
  tab->set_status(TabStatus::closed);
  reply(page.chrome, "Page.getFrameTree", {});
  page.settle();
  EXPECT_EQ((**attaching).error().code, ErrorCode::target_closed);
  EXPECT_EQ((**waiting).error().code, ErrorCode::target_closed);
  EXPECT_EQ(tab->status(), TabStatus::closed);
}

TEST_F(TabTest, ACommandIsAnswered) {
  ASSERT_TRUE(attach());
  page.chrome.answer("Runtime.evaluate", {{"result", 7}});
  auto answer = page.run(tab->send("Runtime.evaluate", {{"expression", "7"}}, {}));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->at("result").as_int64(), 7);
  EXPECT_EQ(sent(page.chrome, "Runtime.evaluate", "s1").size(), 1U);
}

TEST_F(TabTest, WithoutASessionACommandIsTargetClosed) {
  EXPECT_EQ(page.run(tab->send("Page.enable", {}, {})).error().code, ErrorCode::target_closed);
}

TEST_F(TabTest, ACommandThatChangesSomethingIsADeedOnceItCanBeSent) {
  EXPECT_FALSE(page.run(tab->send_deed("Page.navigate", {}, {})));
  EXPECT_EQ(tab->deeds(), 0U) << "there is no page yet";
  ASSERT_TRUE(attach());
  page.chrome.answer("Page.navigate", json::object{});
  EXPECT_TRUE(page.run(tab->send_deed("Page.navigate", {}, {})));
  EXPECT_EQ(tab->deeds(), 1U);
  open_dialog();
  EXPECT_EQ(page.run(tab->send_deed("Page.navigate", {}, {})).error().code, ErrorCode::dialog_open);
  EXPECT_EQ(tab->deeds(), 1U);
}

TEST_F(TabTest, AnOpenDialogIsInTheWayOfEveryCommand) {
  ASSERT_TRUE(attach());
  open_dialog();
  std::size_t before = page.chrome.commands().size();
  auto answer = page.run(tab->send("Runtime.evaluate", {}, {}));
  EXPECT_EQ(answer.error().code, ErrorCode::dialog_open);
  EXPECT_NE(answer.error().message.find("Sure?"), std::string::npos);
  EXPECT_EQ(page.run(tab->world("F1", {})).error().code, ErrorCode::dialog_open);
  EXPECT_EQ(page.chrome.commands().size(), before) << "nothing was sent that would hang";
}

TEST_F(TabTest, ADialogThatOpensEndsTheCommandThatWaits) {
  ASSERT_TRUE(attach());
  auto call = start_send();
  auto world = page.start(tab->world("F1", {}));
  EXPECT_FALSE(call->has_value());
  open_dialog();
  ASSERT_TRUE(call->has_value() && world->has_value());
  EXPECT_EQ((**call).error().code, ErrorCode::dialog_open);
  EXPECT_EQ((**world).error().code, ErrorCode::dialog_open);
}

TEST_F(TabTest, ADialogThatCameAndWentIsNamedAndNotACancellation) {
  ASSERT_TRUE(attach());
  auto call = start_send();
  page.chrome.emit("Page.javascriptDialogOpening", {{"type", "confirm"}, {"message", "Quick?"}}, "s1");
  page.chrome.emit("Page.javascriptDialogClosed", {{"result", true}}, "s1");
  page.settle();
  EXPECT_EQ((**call).error().code, ErrorCode::dialog_open);
}

TEST_F(TabTest, AnAlertIsNotInTheWay) {
  ASSERT_TRUE(attach());
  auto call = start_send();
  page.emit("Page.javascriptDialogOpening", {{"type", "alert"}, {"message", "hi"}});
  EXPECT_FALSE(call->has_value());
  reply(page.chrome, "Page.slow", {{"ok", true}});
  page.settle();
  EXPECT_TRUE((**call).has_value());
  EXPECT_EQ(tab->dialogs().take_accepted().size(), 1U);
}

TEST_F(TabTest, ACallersOwnStopStaysItsOwn) {
  ASSERT_TRUE(attach());
  StopSource stop;
  auto call = page.start(tab->send("Page.slow", {}, stop.stop()));
  stop.request(StopReason::deadline);
  page.settle();
  EXPECT_EQ((**call).error().code, ErrorCode::timeout);
}

TEST_F(TabTest, ACrashIsAStatusAndAnErrorForThoseWhoWait) {
  ASSERT_TRUE(attach());
  auto call = start_send();
  auto loading = page.start(tab->navigation().wait_until(LoadState::load, "L9", {}));
  page.emit("Inspector.targetCrashed", {});
  EXPECT_EQ(tab->status(), TabStatus::crashed);
  EXPECT_EQ((**call).error().code, ErrorCode::target_crashed);
  ASSERT_TRUE(loading->has_value());
  EXPECT_EQ((**loading).error().code, ErrorCode::target_crashed);
  EXPECT_EQ(tab->session(), session) << "it can be loaded again there";
}

TEST_F(TabTest, ACrashedTabAnswersAtOnceAndNothingIsSentToIt) {
  ASSERT_TRUE(attach());
  page.emit("Inspector.targetCrashed", {});
  std::size_t before = page.chrome.commands().size();
  EXPECT_EQ(page.run(tab->send("Page.slow", {}, {})).error().code, ErrorCode::target_crashed);
  EXPECT_EQ(page.run(tab->world("F1", {})).error().code, ErrorCode::target_crashed);
  EXPECT_EQ(page.chrome.commands().size(), before);
}

TEST_F(TabTest, EachEndHasItsErrorForThoseWhoWait) {
  const std::pair<TabStatus, ErrorCode> ends[] = {{TabStatus::lost, ErrorCode::browser_disconnected},
                                                  {TabStatus::closed, ErrorCode::target_closed},
                                                  {TabStatus::unattached, ErrorCode::target_closed}};
  for (auto& [status, code] : ends) {
    ASSERT_TRUE(attach());
    auto loading = page.start(tab->navigation().wait_until(LoadState::load, "L9", {}));
    tab->set_status(status);
    page.settle();
    ASSERT_TRUE(loading->has_value());
    EXPECT_EQ((**loading).error().code, code);
    EXPECT_EQ(tab->session(), nullptr);
    EXPECT_EQ(tab->frames().size(), 0U);
  }
}

TEST_F(TabTest, AFrameInAProcessOfItsOwnIsPartOfTheTab) {
  ASSERT_TRUE(attach());
  add_child("s2", "iframe", "F2");
  ASSERT_NE(tab->frames().find("F2"), nullptr);
  EXPECT_EQ(tab->frames().find("F2")->session->id(), "s2");
  auto posted = methods("s2");
  EXPECT_EQ(posted.back(), "Runtime.runIfWaitingForDebugger") << "it waits until all is in place";
  for (std::string_view method : {"Page.enable", "Runtime.enable", "Network.enable", "Target.setAutoAttach"})
    EXPECT_NE(std::ranges::find(posted, method), posted.end()) << method;
  page.emit("Log.entryAdded", {{"entry", {{"text", "from the frame"}}}}, "s2");
  EXPECT_EQ(tab->console().ring().last_number(), 1U);
  add_child("s3", "iframe", "F3", "s2");
  EXPECT_NE(tab->frames().find("F3"), nullptr) << "and so are the frames inside";
}

TEST_F(TabTest, AWorkerIsHeardButIsNoFrame) {
  ASSERT_TRUE(attach());
  add_child("s2", "worker", "W1");
  EXPECT_EQ(tab->frames().size(), 1U);
  EXPECT_EQ(methods("s2").back(), "Runtime.runIfWaitingForDebugger");
  page.emit("Network.requestWillBeSent", {{"requestId", "r"}, {"request", {{"url", "http://x/w"}}}}, "s2");
  EXPECT_EQ(tab->network().ring().last_number(), 1U);
}

TEST_F(TabTest, AChildThatGoesIsForgotten) {
  ASSERT_TRUE(attach());
  add_child("s2", "iframe", "F2");
  page.emit("Target.detachedFromTarget", {{"sessionId", "s2"}});
  EXPECT_EQ(tab->frames().find("F2"), nullptr);
  EXPECT_EQ(tab->status(), TabStatus::attached);
  add_child("s3", "iframe", "F2");
  EXPECT_EQ(tab->frames().find("F2")->session->id(), "s3");
}

TEST_F(TabTest, ATabThatWasLostHearsNothingOfItsOldSession) {
  ASSERT_TRUE(attach());
  tab->set_status(TabStatus::lost);
  std::size_t before = page.chrome.commands().size();
  page.emit("Log.entryAdded", {{"entry", {{"text", "late"}}}});
  add_child("s2", "iframe", "F2");
  EXPECT_EQ(tab->console().ring().last_number(), 0U);
  EXPECT_EQ(page.chrome.commands().size(), before);
}

TEST_F(TabTest, ATabGoesOnInAnotherTargetWithItsRefsAndItsConsole) {
  ASSERT_TRUE(attach());
  page.emit("Log.entryAdded", {{"entry", {{"text", "before"}}}});
  tab->refs().settle(tab->refs().reserve(10, {"F1", "L1"}), 5);
  tab->set_status(TabStatus::lost);
  tab->move_to("F9");
  session = page.session("s9");
  ASSERT_TRUE(attach());
  EXPECT_EQ(tab->frames().main()->id, "F9");
  EXPECT_EQ(tab->refs().reserve(1, {"F9", "L1"}).first, 5) << "refs never come again";
  page.emit("Log.entryAdded", {{"entry", {{"text", "after"}}}}, "s9");
  EXPECT_EQ(tab->console().ring().last_number(), 2U);
}

TEST_F(TabTest, AddressAndTitleAreTheNewestThatWereSeen) {
  tab->take_target_info({{"url", "http://x/1"}, {"title", "One"}});
  EXPECT_EQ(tab->url(), "http://x/1");
  EXPECT_EQ(tab->title(), "One");
  tab->saw("http://x/2", "Two");
  EXPECT_EQ(tab->url(), "http://x/2");
  EXPECT_EQ(tab->title(), "Two");
}

TEST_F(TabTest, AnswersNeverGoBackInTime) {
  EXPECT_EQ(tab->captured_at(100), 100);
  EXPECT_EQ(tab->captured_at(90), 100);
  EXPECT_EQ(tab->captured_at(110), 110);
}

}  // namespace
}  // namespace oc::browser
