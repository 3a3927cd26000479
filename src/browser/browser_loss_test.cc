// Browser when something goes away: the link, a renderer, a session, the Browser itself.
#include <gtest/gtest.h>

#include "browser/browser.h"
#include "browser/navigation.h"
#include "browser/testing/fake_browser.h"

namespace oc::browser {
namespace {

using testing_support::BrowserStage;
using testing_support::FakeBrowser;
using testing_support::sent;
using Words = std::vector<std::string>;

struct BrowserLossTest : testing::Test {
  BrowserStage stage;
  FakeBrowser& first = stage.prepare();
  FakeBrowser& second = stage.prepare();
  Browser& browser = *stage.browser;

  Browser::TabPtr open_at(const std::string& url, const std::string& workspace = "default") {
    auto tab = stage.open_tab(workspace);
    EXPECT_TRUE(stage.run(navigate(*tab, url, {}, {})));
    return tab;
  }
  void lose() {
    first.chrome.hang_up();
    stage.settle();
  }
  Result<void> revive(const Browser::TabPtr& tab, bool blank = false) {
    return stage.run(browser.revive(tab, blank, {}));
  }
};

TEST_F(BrowserLossTest, ALostLinkIsAnEventAndItsTabsAreLost) {
  auto tab = open_at("http://x/1");
  auto call = stage.start(tab->send("Page.slow", {}, {}));
  lose();
  EXPECT_EQ((**call).error().code, ErrorCode::browser_disconnected);
  EXPECT_EQ(tab->status(), TabStatus::lost);
  EXPECT_EQ(*browser.tabs().find("t1"), tab) << "its id stays";
  auto facts = browser.facts();
  EXPECT_EQ(facts.state, BrowserState::lost);
  EXPECT_EQ(facts.losses, 1);
  EXPECT_EQ(browser.take_notices(), Words{"the browser ended unexpectedly"});
  EXPECT_EQ(stage.starts, 1) << "nobody needs it yet";
}

TEST_F(BrowserLossTest, ALostTabIsOpenedAgainAtItsAddressUnderItsId) {
  auto tab = open_at("http://x/1");
  lose();
  browser.take_notices();
  ASSERT_TRUE(revive(tab));
  EXPECT_EQ(stage.starts, 2);
  EXPECT_EQ(tab->id(), "t1");
  EXPECT_EQ(tab->status(), TabStatus::attached);
  EXPECT_EQ(tab->url(), "http://x/1");
  EXPECT_TRUE(tab->target_id().starts_with("B-"));
  EXPECT_EQ(browser.tabs().size(), 1U) << "the tab of the new browser is the old one";
  EXPECT_EQ(sent(second.chrome, "Page.navigate").size(), 1U);
  EXPECT_EQ(browser.take_notices(), Words{"tab t1 was opened again at http://x/1"});
  EXPECT_TRUE(browser.take_notices().empty());
  EXPECT_TRUE(revive(tab)) << "and stays";
  EXPECT_EQ(sent(second.chrome, "Target.createTarget").size(), 1U);
}

TEST_F(BrowserLossTest, WhoNavigatesAnywayGetsABlankTab) {
  auto tab = open_at("http://x/1");
  lose();
  browser.take_notices();
  ASSERT_TRUE(revive(tab, true));
  EXPECT_TRUE(sent(second.chrome, "Page.navigate").empty());
  EXPECT_EQ(browser.take_notices(), Words{"tab t1 was opened again"});
}

TEST_F(BrowserLossTest, AWorkspaceGetsANewContextAndTheCallerIsTold) {
  auto tab = open_at("http://x/1", "work");
  std::string context = browser.tabs().context_of("work");
  lose();
  browser.take_notices();
  ASSERT_TRUE(revive(tab));
  EXPECT_NE(browser.tabs().context_of("work"), context);
  EXPECT_EQ(sent(second.chrome, "Target.createTarget").at(0).at("browserContextId").as_string(),
            browser.tabs().context_of("work"));
  EXPECT_EQ(tab->workspace(), "work");
  EXPECT_EQ(browser.take_notices(),
            Words{"tab t1 was opened again at http://x/1; cookies and storage of its workspace are gone"});
}

TEST_F(BrowserLossTest, APageThatCannotBeLoadedAgainIsSaid) {
  auto tab = open_at("http://x/1");
  lose();
  browser.take_notices();
  second.chrome.answer("Page.navigate", {{"errorText", "net::ERR_ABORTED"}, {"loaderId", "L"}});
  EXPECT_EQ(revive(tab).error().code, ErrorCode::navigation_failed);
  EXPECT_EQ(browser.take_notices(),
            Words{"tab t1 was opened again, but its page could not be loaded: http://x/1"});
  EXPECT_TRUE(revive(tab)) << "the next call works";
}

TEST_F(BrowserLossTest, ATabThatIsClosedWhileTheBrowserStartsStaysClosed) {
  auto tab = open_at("http://x/1");
  lose();
  stage.holds_starts = true;
  auto reviving = stage.start(browser.revive(tab, false, {}));
  ASSERT_TRUE(stage.run(browser.close_tab(tab, {})));
  stage.release();
  ASSERT_TRUE(reviving->has_value());
  EXPECT_EQ((**reviving).error().code, ErrorCode::tab_not_found);
  EXPECT_EQ(second.pages.size(), 0U);
}

TEST_F(BrowserLossTest, ATabThatIsClosedWhileItIsOpenedAgainStaysClosed) {
  auto tab = open_at("http://x/1");
  lose();
  second.chrome.forget_answer("Target.createTarget");
  auto reviving = stage.start(browser.revive(tab, false, {}));
  ASSERT_TRUE(stage.run(browser.close_tab(tab, {})));
  testing_support::reply(second.chrome, "Target.createTarget", {{"targetId", second.open("about:blank")}});
  stage.settle();
  ASSERT_TRUE(reviving->has_value());
  EXPECT_EQ((**reviving).error().code, ErrorCode::tab_not_found);
  EXPECT_EQ(browser.tabs().size(), 0U);
  EXPECT_EQ(second.pages.size(), 0U) << "nothing is left open";
}

TEST_F(BrowserLossTest, ALossWhileAPageLoadsIsNotATimeout) {
  auto tab = stage.open_tab();
  first.chrome.answer("Page.navigate", {{"loaderId", "never"}});
  auto going = stage.start(navigate(*tab, std::string{"http://x/1"}, {}, {}));
  EXPECT_FALSE(going->has_value());
  lose();
  ASSERT_TRUE(going->has_value());
  EXPECT_EQ((**going).error().code, ErrorCode::browser_disconnected);
}

TEST_F(BrowserLossTest, AContextOfALostBrowserIsNotUsedInTheNext) {
  ASSERT_TRUE(stage.start_browser());
  first.chrome.forget_answer("Target.createBrowserContext");
  auto opening = stage.start(browser.open_tab("work", {}));
  testing_support::reply(first.chrome, "Target.createBrowserContext", {{"browserContextId", "dead"}});
  first.chrome.hang_up();
  stage.settle();
  ASSERT_TRUE(opening->has_value());
  EXPECT_EQ((**opening).error().code, ErrorCode::browser_disconnected);
  EXPECT_EQ(browser.tabs().context_of("work"), "");
  EXPECT_EQ(stage.open_tab("work")->status(), TabStatus::attached);
}

TEST_F(BrowserLossTest, ATargetOfALostBrowserIsNoTab) {
  ASSERT_TRUE(stage.start_browser());
  first.chrome.forget_answer("Target.createTarget");
  auto opening = stage.start(browser.open_tab("default", {}));
  testing_support::reply(first.chrome, "Target.createTarget", {{"targetId", "dead"}});
  first.chrome.hang_up();
  stage.settle();
  ASSERT_TRUE(opening->has_value());
  EXPECT_EQ((**opening).error().code, ErrorCode::browser_disconnected);
  EXPECT_EQ(browser.tabs().size(), 0U);
}

TEST_F(BrowserLossTest, DownloadsOnTheirWayGoWithTheBrowser) {
  ASSERT_TRUE(stage.start_browser());
  first.chrome.emit("Browser.downloadWillBegin", {{"guid", "g"}, {"suggestedFilename", "f"}});
  stage.settle();
  ASSERT_EQ(browser.downloads().all().size(), 1U);
  lose();
  EXPECT_EQ(browser.downloads().all()[0].state, DownloadState::cancelled);
}

// --- crashes ---

TEST_F(BrowserLossTest, ACrashedTabIsLoadedAgainOnItsNextUse) {
  auto tab = open_at("http://x/1");
  first.crash(tab->target_id());
  stage.settle();
  EXPECT_EQ(tab->status(), TabStatus::crashed);
  EXPECT_EQ(browser.take_notices(), Words{"the renderer of tab t1 crashed (http://x/1)"});
  ASSERT_TRUE(revive(tab));
  EXPECT_EQ(tab->status(), TabStatus::attached);
  EXPECT_EQ(sent(first.chrome, "Page.reload").size(), 1U);
  EXPECT_EQ(browser.take_notices(), Words{"tab t1 was loaded again: its page was gone"});
  EXPECT_EQ(stage.starts, 1) << "the browser itself is well";
}

TEST_F(BrowserLossTest, ACrashedTabThatIsNavigatedNeedsNoReload) {
  auto tab = open_at("http://x/1");
  first.crash(tab->target_id());
  stage.settle();
  ASSERT_TRUE(revive(tab, true));
  EXPECT_EQ(tab->status(), TabStatus::attached);
  EXPECT_TRUE(sent(first.chrome, "Page.reload").empty());
  EXPECT_TRUE(stage.run(navigate(*tab, std::string{"http://x/2"}, {}, {})));
}

TEST_F(BrowserLossTest, ATabThatCannotBeLoadedAgainStaysCrashed) {
  auto tab = open_at("http://x/1");
  first.crash(tab->target_id());
  stage.settle();
  first.chrome.answer("Page.reload", json::object{});
  StopSource stop;
  auto reviving = stage.start(browser.revive(tab, false, stop.stop()));
  EXPECT_FALSE(reviving->has_value());
  stop.request(StopReason::deadline);
  stage.settle();
  EXPECT_EQ((**reviving).error().code, ErrorCode::timeout);
  EXPECT_EQ(tab->status(), TabStatus::crashed);
}

TEST_F(BrowserLossTest, ATabThatAsksSomethingAfterItsCrashCanBeAnswered) {
  auto tab = open_at("http://x/1");
  first.crash(tab->target_id());
  stage.settle();
  std::string session = tab->session()->id();
  first.chrome.answer("Page.reload", [&](const json::object&) -> Result<json::value> {
    first.chrome.emit("Page.frameNavigated",
                      {{"frame", {{"id", tab->target_id()}, {"loaderId", "LX"}, {"url", "http://x/1"}}}},
                      session);
    first.chrome.emit("Page.javascriptDialogOpening", {{"type", "confirm"}, {"message", "Again?"}}, session);
    return json::object{};
  });
  EXPECT_EQ(revive(tab).error().code, ErrorCode::dialog_open);
  EXPECT_EQ(tab->status(), TabStatus::attached) << "its renderer is there: the next call may answer";
  EXPECT_TRUE(revive(tab));
}

TEST_F(BrowserLossTest, ATabWhoseSessionEndedIsAttachedToAgain) {
  auto tab = open_at("http://x/1");
  std::string session = tab->session()->id();
  first.sessions.erase(session);
  first.chrome.emit("Target.detachedFromTarget", {{"sessionId", session}});
  stage.settle();
  EXPECT_EQ(tab->status(), TabStatus::unattached);
  ASSERT_TRUE(revive(tab));
  EXPECT_EQ(tab->status(), TabStatus::attached);
  EXPECT_NE(tab->session()->id(), session);
}

// --- the end ---

TEST_F(BrowserLossTest, CloseEndsTheTabsAndTheNextCallStartsAnew) {
  auto tab = open_at("http://x/1");
  stage.run(browser.close({}));
  EXPECT_EQ(tab->status(), TabStatus::closed);
  EXPECT_EQ(browser.tabs().size(), 0U);
  EXPECT_EQ(browser.facts().state, BrowserState::not_started);
  EXPECT_EQ(browser.facts().losses, 0) << "it went because we wanted it";
  EXPECT_TRUE(browser.take_notices().empty());
  EXPECT_EQ(stage.open_tab()->id(), "t2");
  EXPECT_EQ(stage.starts, 2);
}

TEST_F(BrowserLossTest, CloseWhileStartingEndsTheStart) {
  stage.holds_starts = true;
  auto starting = stage.start(browser.ensure_running({}));
  auto closing = stage.start([](Browser& what) -> Task<bool> {
    co_await what.close({});
    co_return true;
  }(browser));
  stage.settle();
  EXPECT_TRUE(closing->has_value());
  ASSERT_TRUE(starting->has_value());
  EXPECT_EQ((**starting).error().code, ErrorCode::shutting_down);
  stage.holds_starts = false;
  EXPECT_TRUE(stage.start_browser()) << "the next call starts again";
}

TEST_F(BrowserLossTest, ACloseThatGaveUpDoesNotForbidTheNextStart) {
  stage.holds_starts = true;
  auto starting = stage.start(browser.ensure_running({}));
  StopSource now;
  now.request(StopReason::deadline);
  stage.run(browser.close(now.stop()));
  stage.settle();
  EXPECT_TRUE(starting->has_value());
  stage.holds_starts = false;
  EXPECT_TRUE(stage.start_browser());
}

TEST_F(BrowserLossTest, CloseBeforeAnythingWasStartedIsQuiet) {
  stage.run(browser.close({}));
  EXPECT_EQ(stage.starts, 0);
}

TEST(BrowserEnd, TheBrowserMayGoWhileItStarts) {
  BrowserStage stage;
  stage.prepare();
  stage.holds_starts = true;
  auto waiting = stage.start(stage.browser->ensure_running({}));
  auto opening = stage.start(stage.browser->open_tab("work", {}));
  stage.browser.reset();
  stage.settle();
  ASSERT_TRUE(waiting->has_value() && opening->has_value());
  EXPECT_FALSE((**waiting).has_value());
  EXPECT_FALSE((**opening).has_value());
}

// Each command in turn is the one that is never answered, or answered too late.
TEST(BrowserEnd, TheBrowserMayGoWhileAnythingIsPending) {
  for (bool answered : {false, true}) {
    for (std::string_view held :
         {"Target.createBrowserContext", "Target.createTarget", "Page.getFrameTree"}) {
      SCOPED_TRACE(cat(held, answered ? " answered" : " pending"));
      BrowserStage stage;
      FakeBrowser& fake = stage.prepare();
      ASSERT_TRUE(stage.start_browser());
      fake.chrome.forget_answer(std::string{held});
      auto opening = stage.start(stage.browser->open_tab("work", {}));
      ASSERT_FALSE(opening->has_value());
      // The answer is on its way when the Browser goes.
      if (answered) testing_support::reply(fake.chrome, held, {{"browserContextId", "C"}, {"targetId", "T"}});
      stage.browser.reset();
      stage.settle();
      ASSERT_TRUE(opening->has_value());
      EXPECT_FALSE((**opening).has_value());
    }
  }
}

TEST(BrowserEnd, TheBrowserMayGoWhileTabsAreRevivedClosedAndLoaded) {
  for (std::string_view held : {"Target.closeTarget", "Page.reload", "Page.navigate"}) {
    SCOPED_TRACE(held);
    BrowserStage stage;
    FakeBrowser& fake = stage.prepare();
    auto tab = stage.open_tab();
    fake.chrome.forget_answer(std::string{held});
    testing_support::Outcome<Result<void>> call;
    if (held == "Page.reload") {
      fake.crash(tab->target_id());
      stage.settle();
      call = stage.start(stage.browser->revive(tab, false, {}));
    } else if (held == "Target.closeTarget") {
      call = stage.start(stage.browser->close_tab(tab, {}));
    } else {
      call = stage.start([](Browser::TabPtr to) -> Task<Result<void>> {
        auto went = co_await navigate(*to, std::string{"http://x/1"}, {}, {});
        if (!went) co_return std::unexpected(went.error());
        co_return Result<void>{};
      }(tab));
    }
    ASSERT_FALSE(call->has_value());
    stage.browser.reset();
    stage.settle();
    ASSERT_TRUE(call->has_value());
    EXPECT_FALSE((**call).has_value());
    EXPECT_EQ(tab->status(), TabStatus::closed);
  }
}

}  // namespace
}  // namespace oc::browser
