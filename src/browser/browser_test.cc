#include "browser/browser.h"

#include <gtest/gtest.h>

#include "browser/navigation.h"
#include "browser/testing/fake_browser.h"

namespace oc::browser {
namespace {

using testing_support::BrowserStage;
using testing_support::FakeBrowser;
using testing_support::refused;
using testing_support::reply;
using testing_support::sent;
using Words = std::vector<std::string>;

// --- starting ---

TEST(BrowserStart, NothingIsStartedBeforeSomebodyNeedsIt) {
  BrowserStage stage;
  stage.settle();
  EXPECT_EQ(stage.starts, 0);
  EXPECT_EQ(stage.browser->facts().state, BrowserState::not_started);
  EXPECT_EQ(stage.run(stage.browser->ping({})).error().code, ErrorCode::browser_disconnected);
}

TEST(BrowserStart, WhoeverCallsAtOnceSharesOneStart) {
  BrowserStage stage;
  stage.prepare();
  stage.holds_starts = true;
  auto one = stage.start(stage.browser->ensure_running({}));
  auto two = stage.start(stage.browser->ensure_running({}));
  auto tab = stage.start(stage.browser->open_tab("default", {}));
  EXPECT_EQ(stage.browser->facts().state, BrowserState::starting);
  EXPECT_FALSE(one->has_value() || two->has_value() || tab->has_value());
  stage.release();
  EXPECT_EQ(stage.starts, 1);
  EXPECT_TRUE((**one).has_value());
  EXPECT_TRUE((**two).has_value());
  EXPECT_TRUE((**tab).has_value());
  auto facts = stage.browser->facts();
  EXPECT_EQ(facts.state, BrowserState::running);
  EXPECT_EQ(facts.starts, 1);
  EXPECT_EQ(facts.product, "Chrome/A");
  EXPECT_FALSE(facts.attached);
  EXPECT_TRUE(stage.run(stage.browser->ping({})).has_value());
}

TEST(BrowserStart, OneCallersStopDoesNotEndTheStartOfOthers) {
  BrowserStage stage;
  stage.prepare();
  stage.holds_starts = true;
  StopSource impatient;
  auto first = stage.start(stage.browser->ensure_running(impatient.stop()));
  auto second = stage.start(stage.browser->ensure_running({}));
  impatient.request(StopReason::cancelled);
  stage.settle();
  ASSERT_TRUE(first->has_value());
  EXPECT_EQ((**first).error().code, ErrorCode::cancelled);
  EXPECT_FALSE(second->has_value());
  stage.release();
  EXPECT_TRUE((**second).has_value());
  EXPECT_EQ(stage.starts, 1);
}

TEST(BrowserStart, AFailedStartIsToldToAllAndTriedAgainByTheNextCall) {
  BrowserStage stage;
  stage.prepare();
  stage.holds_starts = true;
  stage.start_errors.push_back({ErrorCode::browser_unavailable, "no Chrome here"});
  auto one = stage.start(stage.browser->ensure_running({}));
  auto two = stage.start(stage.browser->open_tab("default", {}));
  stage.release();
  EXPECT_EQ((**one).error().message, "no Chrome here");
  EXPECT_EQ((**two).error().message, "no Chrome here");
  EXPECT_EQ(stage.browser->facts().starts, 0);
  EXPECT_TRUE(stage.start_browser());
  EXPECT_EQ(stage.starts, 2);
}

TEST(BrowserStart, AStartThatTookTooLongIsUnavailableNotATimeoutOfTheCall) {
  BrowserStage stage;
  stage.start_errors.push_back({ErrorCode::timeout, "the call did not finish before its deadline"});
  EXPECT_EQ(stage.start_browser().error().code, ErrorCode::browser_unavailable);
}

TEST(BrowserStart, EveryPageStopsAtItsBeginningUntilItIsHeldToTheRules) {
  BrowserStage stage;
  FakeBrowser& fake = stage.prepare();
  ASSERT_TRUE(stage.start_browser());
  auto attach = sent(fake.chrome, "Target.setAutoAttach", "").at(0);
  EXPECT_TRUE(attach.at("autoAttach").as_bool());
  EXPECT_TRUE(attach.at("waitForDebuggerOnStart").as_bool());
  auto downloads = sent(fake.chrome, "Browser.setDownloadBehavior").at(0);
  EXPECT_EQ(downloads.at("behavior").as_string(), "allowAndName");
  EXPECT_EQ(downloads.at("downloadPath").as_string(), "/home/downloads");
  EXPECT_TRUE(downloads.at("eventsEnabled").as_bool());
}

TEST(BrowserStart, OurOwnPortsAreClosedByTheBrowserItselfToo) {
  BrowserStage open;
  open.prepare();
  ASSERT_TRUE(open.start_browser());
  EXPECT_EQ(open.asked.resolver_rules, "");
  BrowserStage stage{true, {.own_ports = {3000, 3001}}, "MAP bad.org ~NOTFOUND"};
  stage.prepare();
  ASSERT_TRUE(stage.start_browser());
  EXPECT_EQ(stage.asked.resolver_rules, "MAP *:3001 ~NOTFOUND, MAP *:3000 ~NOTFOUND, MAP bad.org ~NOTFOUND");
}

// --- tabs ---

struct BrowserTest : testing::Test {
  BrowserStage stage;
  FakeBrowser& fake = stage.prepare();
  Browser& browser = *stage.browser;
};

TEST_F(BrowserTest, ANewTabIsBlankAttachedAndTheDefault) {
  auto tab = stage.open_tab();
  EXPECT_EQ(tab->id(), "t1");
  EXPECT_EQ(tab->status(), TabStatus::attached);
  EXPECT_TRUE(tab->is_ours());
  EXPECT_EQ(tab->workspace(), "default");
  EXPECT_EQ(tab->url(), "about:blank");
  EXPECT_EQ(browser.tabs().most_recent("default"), tab);
  EXPECT_TRUE(sent(fake.chrome, "Target.attachToTarget").empty()) << "the browser did so by itself";
  EXPECT_EQ(sent(fake.chrome, "Page.getFrameTree").size(), 1U);
  EXPECT_TRUE(browser.take_notices().empty()) << "what was asked for is no news";
}

// Tabs that are opened at an address.
struct BrowserPageTest : BrowserTest {
  Result<Browser::TabPtr> begin(std::string_view url, DomainRules rules = {}) {
    auto policy = std::make_shared<const DomainPolicy>(DomainPolicy::make(std::move(rules)).value());
    return stage.run(browser.begin_tab("default", std::string{url}, policy, BarrierMode::act, {}));
  }
  Result<Navigated> go(const Browser::TabPtr& tab, std::string_view url) {
    return stage.run(arrive(*tab, browser.first_requests(), std::string{url}, {}, {}));
  }
  std::size_t place_of(std::string_view method) const {
    const auto& commands = fake.chrome.commands();
    auto is_it = [&](const json::object& command) { return json::find_string(command, "method") == method; };
    return static_cast<std::size_t>(std::ranges::find_if(commands, is_it) - commands.begin());
  }
};

TEST_F(BrowserPageTest, ThePageIsAskedForAtOnceAndHeardFromItsBeginning) {
  fake.be_new();
  auto tab = begin("http://x/1");
  ASSERT_TRUE(tab);
  EXPECT_LT(place_of("Fetch.enable"), place_of("Target.createTarget"));
  EXPECT_TRUE(sent(fake.chrome, "Fetch.continueRequest").empty()) << "not before somebody wants it";
  auto gone = go(*tab, "http://x/1");
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->url, "http://x/1");
  EXPECT_EQ(gone->status, 203);
  EXPECT_EQ((*tab)->status(), TabStatus::attached);
  EXPECT_LT(place_of("Network.enable"), place_of("Fetch.continueRequest"));
  EXPECT_TRUE(sent(fake.chrome, "Page.navigate").empty());
  EXPECT_EQ(sent(fake.chrome, "Fetch.disable").size(), 1U);
  const NetworkEntry& entry = (*tab)->network().ring().entries().front().entry;
  EXPECT_EQ(entry.url, "http://x/1");
  EXPECT_EQ(entry.type, "document");
  EXPECT_EQ(entry.status, 203);
}

TEST_F(BrowserPageTest, WhereSomethingMustBeJudgedTheTabIsOpenedFirst) {
  fake.be_new();
  auto tab = begin("http://x/1", {.block = {"bad.org"}});
  ASSERT_TRUE(tab);
  EXPECT_EQ((*tab)->status(), TabStatus::attached);
  EXPECT_EQ((*tab)->url(), "about:blank");
  ASSERT_TRUE(go(*tab, "http://x/1"));
  EXPECT_EQ(sent(fake.chrome, "Page.navigate").size(), 1U);
  EXPECT_EQ(begin("http://bad.org/", {.block = {"bad.org"}}).error().code, ErrorCode::domain_blocked);
}

TEST_F(BrowserPageTest, WhereAServiceWorkerAnswersTheTabIsOpenedFirst) {
  fake.be_new();
  ASSERT_TRUE(stage.start_browser());
  fake.chrome.emit(
      "Target.targetCreated",
      {{"targetInfo", {{"targetId", "W1"}, {"type", "service_worker"}, {"url", "http://x/worker.js"}}}});
  stage.settle();
  EXPECT_EQ((*begin("http://x/1"))->url(), "about:blank");
  EXPECT_EQ((*begin("http://y/1"))->url(), "http://y/1") << "of another origin";
}

TEST_F(BrowserPageTest, AnOlderBrowserOpensFirstToo) {
  auto tab = begin("http://x/1");
  ASSERT_TRUE(tab);
  EXPECT_EQ((*tab)->url(), "about:blank");
  EXPECT_TRUE(sent(fake.chrome, "Fetch.enable").empty());
}

TEST_F(BrowserPageTest, AnAddressThatBringsNoPageSaysSo) {
  fake.be_new();
  fake.first_error = "net::ERR_ABORTED";
  auto tab = begin("http://x/file");
  ASSERT_TRUE(tab);
  auto gone = go(*tab, "http://x/file");
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, ErrorCode::navigation_failed);
  EXPECT_EQ(gone.error().details.at("net_error").as_string(), "net::ERR_ABORTED");
  EXPECT_EQ(sent(fake.chrome, "Fetch.disable").size(), 1U) << "nobody else waits";
}

TEST_F(BrowserPageTest, ABrowserThatIsLostWhileItOpensIsTold) {
  fake.be_new();
  auto tab = begin("http://x/1");
  ASSERT_TRUE(tab);
  fake.chrome.forget_answer("Fetch.continueRequest");
  auto going = stage.start(arrive(**tab, browser.first_requests(), "http://x/1", {}, {}));
  EXPECT_FALSE(going->has_value());
  fake.chrome.hang_up();
  stage.settle();
  ASSERT_TRUE(going->has_value());
  EXPECT_EQ((**going).error().code, ErrorCode::browser_disconnected);
}

TEST_F(BrowserTest, ATabThatNobodyWillHearOfIsClosedAgain) {
  fake.chrome.forget_answer("Page.getFrameTree");
  StopSource stop;
  auto opening = stage.start(browser.open_tab("default", stop.stop()));
  EXPECT_FALSE(opening->has_value());
  stop.request(StopReason::cancelled);
  stage.settle();
  EXPECT_EQ((**opening).error().code, ErrorCode::cancelled);
  EXPECT_EQ(browser.tabs().size(), 0U);
  EXPECT_EQ(sent(fake.chrome, "Target.closeTarget").size(), 1U);
}

TEST_F(BrowserTest, NewsOfTabsAreKnownWithoutARoundTrip) {
  auto tab = stage.open_tab();
  ASSERT_TRUE(stage.run(navigate(*tab, std::string{"http://x/1"}, {}, {})));
  EXPECT_EQ(tab->url(), "http://x/1");
  EXPECT_EQ(tab->title(), "Title of http://x/1");
}

TEST_F(BrowserTest, ADevtoolsWindowIsNoTab) {
  ASSERT_TRUE(stage.start_browser());
  fake.open("devtools://devtools/bundled/inspector.html");
  stage.settle();
  EXPECT_EQ(browser.tabs().size(), 0U);
}

TEST_F(BrowserTest, ATabThatClosesItselfIsGone) {
  auto tab = stage.open_tab();
  fake.close(tab->target_id());
  stage.settle();
  EXPECT_EQ(tab->status(), TabStatus::closed);
  EXPECT_FALSE(browser.tabs().find("t1"));
  EXPECT_EQ(stage.run(browser.revive(tab, false, {})).error().code, ErrorCode::tab_not_found);
}

TEST_F(BrowserTest, ClosingATabForgetsItAndLateNewsDoNotBringItBack) {
  auto tab = stage.open_tab();
  FakeBrowser::Page page = fake.pages.at(tab->target_id());
  page.opener = tab->target_id();
  ASSERT_TRUE(stage.run(browser.close_tab(tab, {})));
  EXPECT_EQ(tab->status(), TabStatus::closed);
  fake.chrome.emit("Target.targetInfoChanged", {{"targetInfo", fake.info(page)}});
  stage.settle();
  EXPECT_EQ(browser.tabs().size(), 0U);
  EXPECT_TRUE(browser.take_notices().empty());
  EXPECT_TRUE(stage.run(browser.close_tab(tab, {}))) << "closing what is closed is no error";
}

TEST_F(BrowserTest, APopupIsATabWithItsOpenerAndANotice) {
  auto opener = stage.open_tab("work");
  fake.open("http://x/popup", opener->target_id(), browser.tabs().context_of("work"));
  stage.settle();
  auto popup = browser.tabs().find("t2").value();
  EXPECT_EQ(popup->opener(), "t1");
  EXPECT_EQ(popup->status(), TabStatus::attached);
  EXPECT_EQ(popup->workspace(), "work");
  EXPECT_TRUE(popup->is_ours());
  EXPECT_EQ(browser.take_notices(), Words{"tab t1 opened tab t2"});
  EXPECT_TRUE(browser.take_notices().empty()) << "said once";
  EXPECT_EQ(browser.tabs().most_recent("work"), opener);
}

TEST_F(BrowserTest, WhatHappensToATabIsToldToACallerThatUsesIt) {
  auto opener = stage.open_tab("work");
  browser.tabs().touch(*opener, "anna");
  fake.open("http://x/popup", opener->target_id(), browser.tabs().context_of("work"));
  stage.settle();
  EXPECT_TRUE(browser.take_notices("bert").empty());
  EXPECT_EQ(browser.take_notices("anna"), Words{"tab t1 opened tab t2"});
}

TEST_F(BrowserTest, WhatIsNoPageIsHeldToTheRulesAndGoesOn) {
  BrowserStage guarded{true, {.block = {"bad.org"}}};
  FakeBrowser& own = guarded.prepare();
  ASSERT_TRUE(guarded.start_browser());
  own.chrome.emit("Target.attachedToTarget",
                  {{"sessionId", "W"}, {"targetInfo", {{"targetId", "SW"}, {"type", "service_worker"}}}});
  guarded.settle();
  EXPECT_EQ(guarded.browser->tabs().size(), 0U);
  EXPECT_EQ(sent(own.chrome, "Fetch.enable", "W").size(), 1U);
  EXPECT_EQ(sent(own.chrome, "Runtime.runIfWaitingForDebugger", "W").size(), 1U);
  own.chrome.emit("Fetch.requestPaused", {{"requestId", "r"}, {"request", {{"url", "http://bad.org/"}}}},
                  "W");
  guarded.settle();
  EXPECT_EQ(sent(own.chrome, "Fetch.failRequest", "W").size(), 1U);
  own.chrome.emit("Target.detachedFromTarget", {{"sessionId", "W"}});
  guarded.settle();
}

// --- the tab in front ---

TEST_F(BrowserTest, ATabIsBroughtToTheFrontOnceUntilAnotherMayBeThere) {
  auto one = stage.open_tab();
  auto two = stage.open_tab();
  fake.chrome.answer("Page.bringToFront", json::object{});
  auto times = [&] { return sent(fake.chrome, "Page.bringToFront").size(); };
  auto bring = [&](const Browser::TabPtr& tab) {
    return stage.run(browser.bring_to_front(*tab, {})).has_value();
  };
  EXPECT_TRUE(bring(one));
  EXPECT_TRUE(bring(one));
  EXPECT_EQ(times(), 1U);
  EXPECT_TRUE(bring(two));
  EXPECT_TRUE(bring(one));
  EXPECT_EQ(times(), 3U);
  stage.open_tab();
  EXPECT_TRUE(bring(one));
  EXPECT_EQ(times(), 3U) << "a tab of ours is opened behind";
  EXPECT_TRUE(sent(fake.chrome, "Target.createTarget").back().at("background").as_bool());
  fake.open("http://x/popup", one->target_id());
  stage.settle();
  EXPECT_TRUE(bring(one));
  EXPECT_EQ(times(), 4U) << "a popup may have come before it";
}

TEST_F(BrowserTest, WhoHasATabInFrontHasItAlone) {
  auto one = stage.open_tab();
  auto two = stage.open_tab();
  fake.chrome.answer("Page.bringToFront", json::object{});
  auto first = stage.start(browser.bring_to_front(*one, {}));
  auto second = stage.start(browser.bring_to_front(*two, {}));
  ASSERT_TRUE(first->has_value());
  EXPECT_FALSE(second->has_value());
  first->reset();
  stage.settle();
  EXPECT_TRUE(second->has_value());
}

TEST_F(BrowserTest, ATabThatCannotBeShownDoesNotKeepOthersFromTheFront) {
  auto one = stage.open_tab();
  auto two = stage.open_tab();
  fake.chrome.answer("Page.bringToFront", [](const json::object&) { return refused("no"); });
  EXPECT_EQ(stage.run(browser.bring_to_front(*one, {})).error().code, ErrorCode::protocol_error);
  fake.chrome.answer("Page.bringToFront", json::object{});
  EXPECT_TRUE(stage.run(browser.bring_to_front(*two, {})));
  EXPECT_TRUE(stage.run(browser.bring_to_front(*one, {})));
  EXPECT_EQ(sent(fake.chrome, "Page.bringToFront").size(), 3U) << "the refused one was not taken for shown";
}

// --- workspaces ---

TEST_F(BrowserTest, AWorkspaceIsABrowserContextOfItsOwn) {
  auto plain = stage.open_tab();
  auto one = stage.open_tab("work");
  auto two = stage.open_tab("work");
  auto other = stage.open_tab("play");
  auto made = sent(fake.chrome, "Target.createTarget");
  EXPECT_FALSE(made.at(0).contains("browserContextId"));
  EXPECT_EQ(made.at(1).at("browserContextId"), made.at(2).at("browserContextId"));
  EXPECT_NE(made.at(1).at("browserContextId"), made.at(3).at("browserContextId"));
  EXPECT_EQ(one->workspace(), "work");
  EXPECT_EQ(other->workspace(), "play");
  EXPECT_EQ(browser.tabs().most_recent("work"), two);
  auto contexts = sent(fake.chrome, "Target.createBrowserContext");
  ASSERT_EQ(contexts.size(), 2U);
  EXPECT_TRUE(contexts[0].at("disposeOnDetach").as_bool());
  EXPECT_EQ(sent(fake.chrome, "Browser.setDownloadBehavior").size(), 3U) << "each context needs its own";
}

TEST_F(BrowserTest, TwoWhoOpenAWorkspaceAtOnceGetTheSameContext) {
  ASSERT_TRUE(stage.start_browser());
  int asked = 0;
  fake.chrome.forget_answer("Target.createBrowserContext");
  auto one = stage.start(browser.open_tab("work", {}));
  auto two = stage.start(browser.open_tab("work", {}));
  for (const json::object& command : std::vector<json::object>{fake.chrome.commands()}) {
    if (command.at("method").as_string() != "Target.createBrowserContext") continue;
    json::object context{{"browserContextId", cat("C", ++asked)}};
    fake.chrome.raw(json::write(json::object{{"id", command.at("id")}, {"result", context}}));
  }
  stage.settle();
  ASSERT_TRUE(one->has_value() && two->has_value());
  EXPECT_EQ(browser.tabs().context_of("work"), "C1");
  for (const json::object& made : sent(fake.chrome, "Target.createTarget"))
    EXPECT_EQ(made.at("browserContextId").as_string(), "C1");
  EXPECT_EQ(asked - static_cast<int>(sent(fake.chrome, "Target.disposeBrowserContext").size()), 1)
      << "none is left over";
}

TEST_F(BrowserTest, ARefusedContextIsTheCallersErrorAndTriedAgain) {
  fake.chrome.answer("Target.createBrowserContext", [](const json::object&) { return refused("too many"); });
  EXPECT_EQ(stage.run(browser.open_tab("work", {})).error().message, "too many");
  EXPECT_EQ(browser.tabs().size(), 0U);
}

}  // namespace
}  // namespace oc::browser
