// Browser when it uses somebody else's: what is the user's stays the user's.
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

struct BrowserAttachTest : testing::Test {
  BrowserStage stage{false};
  FakeBrowser& fake = stage.prepare();
  Browser& browser = *stage.browser;
  std::string mail = fake.open("http://mail/");
  std::string news = fake.open("http://news/", mail);  // the user's own popup

  Browser::TabPtr tab_of(const std::string& target) { return browser.tabs().by_target(target); }
  // No command has gone to this target, nor was it attached to.
  void expect_untouched(const std::string& target) {
    EXPECT_EQ(fake.methods_of(target), Words{}) << target;
    for (const json::object& params : sent(fake.chrome, "Target.attachToTarget"))
      EXPECT_NE(params.at("targetId").as_string(), target);
  }
};

TEST_F(BrowserAttachTest, TabsThatAreThereAreListedAndNotTouched) {
  ASSERT_TRUE(stage.start_browser());
  EXPECT_TRUE(browser.is_someone_elses());
  EXPECT_TRUE(browser.facts().attached);
  ASSERT_EQ(browser.tabs().size(), 2U) << "known as soon as the browser runs";
  EXPECT_EQ(tab_of(mail)->url(), "http://mail/");
  EXPECT_EQ(tab_of(mail)->status(), TabStatus::unattached);
  EXPECT_FALSE(tab_of(mail)->is_ours());
  EXPECT_EQ(browser.tabs().most_recent("default"), nullptr);
  EXPECT_TRUE(browser.take_notices().empty()) << "the user's tabs are no news";
  expect_untouched(mail);
  expect_untouched(news);
}

TEST_F(BrowserAttachTest, NothingIsImposedOnTheUsersBrowser) {
  ASSERT_TRUE(stage.start_browser());
  for (std::string_view method : {"Target.setAutoAttach", "Browser.setDownloadBehavior", "Browser.close"})
    EXPECT_TRUE(sent(fake.chrome, method).empty()) << method;
}

TEST_F(BrowserAttachTest, WhateverHappensInForeignTabsTheyAreNotTouched) {
  ASSERT_TRUE(stage.start_browser());
  auto ours = stage.open_tab();
  ASSERT_TRUE(stage.run(navigate(*ours, std::string{"http://x/1"}, {}, {})));
  std::string popup = fake.open("http://mail/compose", mail);
  fake.chrome.emit("Target.targetInfoChanged", {{"targetInfo", fake.info(fake.pages.at(mail))}});
  fake.crash(news);
  stage.settle();
  ASSERT_NE(tab_of(popup), nullptr);
  EXPECT_FALSE(tab_of(popup)->is_ours());
  EXPECT_EQ(tab_of(popup)->status(), TabStatus::unattached);
  EXPECT_TRUE(browser.take_notices().empty()) << "what the user does is no news for the caller";
  for (const std::string& target : {mail, news, popup}) expect_untouched(target);
}

TEST_F(BrowserAttachTest, ATabOfOursIsOpenedInTheBackgroundAndCanBeClosed) {
  auto tab = stage.open_tab();
  EXPECT_TRUE(tab->is_ours());
  EXPECT_EQ(tab->status(), TabStatus::attached);
  EXPECT_TRUE(sent(fake.chrome, "Target.createTarget").at(0).at("background").as_bool());
  EXPECT_TRUE(sent(fake.chrome, "Emulation.setDeviceMetricsOverride").empty()) << "windows keep their size";
  EXPECT_EQ(browser.tabs().most_recent("default"), tab);
  ASSERT_TRUE(stage.run(browser.close_tab(tab, {})));
  EXPECT_EQ(fake.pages.size(), 2U);
}

TEST_F(BrowserAttachTest, AForeignTabThatSomebodyNamedCanBeWorkedWithButNotClosed) {
  ASSERT_TRUE(stage.start_browser());
  auto tab = tab_of(mail);
  ASSERT_TRUE(stage.run(browser.revive(tab, false, {})));
  EXPECT_EQ(tab->status(), TabStatus::attached);
  EXPECT_EQ(tab->frames().main()->url, "http://mail/");
  EXPECT_TRUE(sent(fake.chrome, "Page.navigate").empty()) << "it stays where it is";
  EXPECT_TRUE(sent(fake.chrome, "Page.reload").empty());
  EXPECT_FALSE(tab->is_ours());
  auto closed = stage.run(browser.close_tab(tab, {}));
  EXPECT_EQ(closed.error().code, ErrorCode::unsupported);
  EXPECT_TRUE(sent(fake.chrome, "Target.closeTarget").empty());
  expect_untouched(news);
}

TEST_F(BrowserAttachTest, TheUsersWindowsStayAsTheyAre) {
  auto tab = stage.open_tab();
  EXPECT_TRUE(stage.run(browser.bring_to_front(*tab, {})));
  EXPECT_TRUE(sent(fake.chrome, "Page.bringToFront").empty());
}

TEST_F(BrowserAttachTest, TwoCallsOnOneTabShareItsSession) {
  ASSERT_TRUE(stage.start_browser());
  fake.chrome.forget_answer("Page.getFrameTree");
  fake.chrome.forget_answer("Target.attachToTarget");
  auto one = stage.start(browser.revive(tab_of(mail), false, {}));
  auto two = stage.start(browser.revive(tab_of(mail), false, {}));
  // Chrome makes a session for each who asks.
  int number = 0;
  for (const json::object& command : std::vector<json::object>{fake.chrome.commands()}) {
    if (command.at("method").as_string() != "Target.attachToTarget") continue;
    json::object session{{"sessionId", cat("S", ++number)}};
    fake.chrome.emit("Target.attachedToTarget", session);
    fake.chrome.raw(json::write(json::object{{"id", command.at("id")}, {"result", session}}));
  }
  stage.settle();
  testing_support::reply(fake.chrome, "Page.getFrameTree", {});
  stage.settle();
  ASSERT_TRUE(one->has_value() && two->has_value());
  EXPECT_TRUE((**one).has_value()) << (**one).error().message;
  EXPECT_TRUE((**two).has_value()) << (**two).error().message;
  EXPECT_EQ(sent(fake.chrome, "Page.getFrameTree").size(), 1U);
  EXPECT_EQ(static_cast<std::size_t>(number) - 1, sent(fake.chrome, "Target.detachFromTarget").size())
      << "a session that is not used is given back";
}

TEST_F(BrowserAttachTest, WhenOneWhoAttachesGivesUpTheOtherDoesIt) {
  ASSERT_TRUE(stage.start_browser());
  fake.chrome.forget_answer("Page.getFrameTree");
  StopSource impatient;
  auto one = stage.start(browser.revive(tab_of(mail), false, impatient.stop()));
  auto two = stage.start(browser.revive(tab_of(mail), false, {}));
  impatient.request(StopReason::cancelled);
  stage.settle();
  EXPECT_EQ((**one).error().code, ErrorCode::cancelled);
  EXPECT_FALSE(two->has_value());
  testing_support::reply(fake.chrome, "Page.getFrameTree", {});
  stage.settle();
  ASSERT_TRUE(two->has_value());
  EXPECT_TRUE((**two).has_value()) << (**two).error().message;
}

TEST_F(BrowserAttachTest, WhatATabOfOursOpensIsOursAndHeardAtOnce) {
  auto opener = stage.open_tab();
  std::string target = fake.open("http://x/popup", opener->target_id());
  stage.settle();
  auto popup = tab_of(target);
  ASSERT_NE(popup, nullptr);
  EXPECT_TRUE(popup->is_ours());
  EXPECT_EQ(popup->opener(), opener->id());
  EXPECT_EQ(popup->status(), TabStatus::attached);
  EXPECT_EQ(browser.take_notices(), Words{cat("tab ", opener->id(), " opened tab ", popup->id())});
}

TEST_F(BrowserAttachTest, WhatANamedForeignTabOpensIsNewsButForeign) {
  ASSERT_TRUE(stage.start_browser());
  ASSERT_TRUE(stage.run(browser.revive(tab_of(mail), false, {})));
  browser.tabs().touch(*tab_of(mail));
  std::string popup = fake.open("http://mail/attachment", mail);
  stage.settle();
  EXPECT_FALSE(tab_of(popup)->is_ours());
  EXPECT_EQ(browser.take_notices(),
            Words{cat("tab ", tab_of(mail)->id(), " opened tab ", tab_of(popup)->id())});
  expect_untouched(popup);
}

TEST_F(BrowserAttachTest, AfterALossForeignTabsThatAreStillThereAreTheSameTabs) {
  ASSERT_TRUE(stage.start_browser());
  std::string id = tab_of(mail)->id();
  auto gone = tab_of(news);
  auto ours = stage.open_tab();
  FakeBrowser& again = stage.prepare();
  again.pages[mail] = {.target = mail, .url = "http://mail/inbox"};
  fake.chrome.hang_up();
  stage.settle();
  EXPECT_EQ(tab_of(mail)->status(), TabStatus::lost);
  EXPECT_EQ(browser.take_notices(), Words{"the connection to the browser was lost"});

  ASSERT_TRUE(stage.start_browser());
  EXPECT_EQ(tab_of(mail)->id(), id);
  EXPECT_EQ(tab_of(mail)->status(), TabStatus::unattached);
  EXPECT_EQ(tab_of(mail)->url(), "http://mail/inbox");
  EXPECT_EQ(stage.run(browser.revive(gone, false, {})).error().code, ErrorCode::tab_not_found)
      << "the user closed it, and nobody opens it again";
  EXPECT_FALSE(browser.tabs().find(gone->id()));
  EXPECT_TRUE(stage.run(browser.revive(ours, false, {}))) << "ours is opened again";
  EXPECT_EQ(again.methods_of(mail), Words{});
}

TEST_F(BrowserAttachTest, ALossWhileItsTabsAreListedIsAFailedStart) {
  fake.chrome.forget_answer("Target.setDiscoverTargets");
  stage.prepare();
  auto starting = stage.start(browser.ensure_running({}));
  EXPECT_FALSE(starting->has_value());
  fake.chrome.hang_up();
  stage.settle();
  ASSERT_TRUE(starting->has_value());
  EXPECT_FALSE((**starting).has_value());
  EXPECT_TRUE(stage.start_browser()) << "the next call tries again";
}

TEST_F(BrowserAttachTest, ClosingLeavesTheUsersBrowserAndItsTabs) {
  stage.open_tab();
  stage.run(browser.close({}));
  EXPECT_TRUE(sent(fake.chrome, "Target.closeTarget").empty());
  EXPECT_TRUE(sent(fake.chrome, "Browser.close").empty());
  EXPECT_EQ(browser.tabs().size(), 0U);
  EXPECT_EQ(fake.pages.size(), 3U);
}

TEST_F(BrowserAttachTest, TheBrowserMayGoWhileAPopupIsAttachedTo) {
  auto opener = stage.open_tab();
  fake.chrome.forget_answer("Target.attachToTarget");
  fake.open("http://x/popup", opener->target_id());
  stage.settle();
  stage.browser.reset();
  stage.join();
  SUCCEED();
}

}  // namespace
}  // namespace oc::browser
