// Browser with the Chromium of this machine.
#include <fstream>

#include "browser/testing/real_browser.h"

namespace oc::browser {
namespace {

using Words = std::vector<std::string>;
struct RealChromeBrowser : testing_support::RealBrowser {};

TEST_F(RealChromeBrowser, OpensATabAndNavigates) {
  site.redirect("/from", "/to");
  site.page("/to", "<title>Arrived</title>");
  auto tab = open_tab();
  EXPECT_EQ(tab->status(), TabStatus::attached);
  auto went = go(tab, site.url("/from"));
  ASSERT_TRUE(went) << went.error().message;
  EXPECT_EQ(went->url, site.url("/to"));
  EXPECT_EQ(went->title, "Arrived");
  EXPECT_EQ(went->status, 200);
  ASSERT_EQ(went->redirects.size(), 1U);
  EXPECT_EQ(went->redirects[0].url, site.url("/from"));
  EXPECT_EQ(went->redirects[0].status, 302);
  EXPECT_EQ(go(tab, site.url("/missing"))->status, 404);
  EXPECT_EQ(go(tab, "about:blank")->status, 0);
  EXPECT_EQ(browser->tabs().size(), 1U);
  EXPECT_TRUE(browser->facts().product.find("Chrom") != std::string::npos);
  EXPECT_TRUE(stage.run(browser->ping(limit.stop())));
}

TEST_F(RealChromeBrowser, ManyInnerFramesDoNotHideTheStatus) {
  std::string frames;
  for (int i = 0; i < 20; ++i) frames += cat("<iframe src='/inner?", i, "'></iframe>");
  site.add("/many", 418, cat("<title>Many</title>", frames), {});
  site.page("/inner", "inner");
  auto went = go(open_tab(), site.url("/many"));
  ASSERT_TRUE(went);
  EXPECT_EQ(site.asked("/inner"), 20);
  EXPECT_EQ(went->status, 418);
}

TEST_F(RealChromeBrowser, FailuresHaveTheNameOfTheirNetError) {
  auto tab = open_tab();
  site.page("/", "x");
  ASSERT_TRUE(go(tab, site.url("/")));
  testing_support::Site gone{stage.loop.executor(), stage.loop.log};
  stage.run(gone.close(limit.stop()));
  auto refused = go(tab, gone.url("/"));
  EXPECT_EQ(refused.error().code, ErrorCode::navigation_failed);
  EXPECT_EQ(refused.error().details.at("net_error").as_string(), "net::ERR_CONNECTION_REFUSED");
  auto again = go(tab, History::reload);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::navigation_failed) << again.error().message;
  EXPECT_EQ(again.error().details.at("net_error").as_string(), "net::ERR_CONNECTION_REFUSED");
  auto back = go(tab, History::back);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->url, site.url("/"));
}

TEST_F(RealChromeBrowser, HistoryGoesBackAndForwardAndReloads) {
  site.page("/one", "<title>One</title>");
  site.page("/two", "<title>Two</title>");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/one")));
  ASSERT_TRUE(go(tab, site.url("/one#part")));
  ASSERT_TRUE(go(tab, site.url("/two")));
  EXPECT_EQ(go(tab, History::back)->url, site.url("/one#part"));
  EXPECT_EQ(go(tab, History::back)->url, site.url("/one")) << "within the document";
  EXPECT_EQ(go(tab, History::forward)->url, site.url("/one#part"));
  EXPECT_EQ(go(tab, History::forward)->title, "Two");
  EXPECT_EQ(go(tab, History::forward).error().code, ErrorCode::invalid_arguments);
  int before = site.asked("/two");
  EXPECT_EQ(go(tab, History::reload)->status, 200);
  EXPECT_EQ(site.asked("/two"), before + 1);
}

TEST_F(RealChromeBrowser, HistoryOfInnerFramesAndOfEqualAddressesIsGoneThrough) {
  site.page("/outer", "<title>Outer</title><iframe id=f src='/a'></iframe>");
  site.page("/a", "a");
  site.page("/b", "b");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/outer")));
  ASSERT_EQ(text(tab, R"(new Promise(done => { f.onload = () => done(f.contentWindow.location.pathname);
                                               f.contentWindow.location.href = '/b'; }))"),
            "/b");
  auto inner = go(tab, History::back);
  ASSERT_TRUE(inner) << inner.error().message;
  EXPECT_EQ(text(tab, "f.contentWindow.location.pathname"), "/a");

  ASSERT_EQ(text(tab, "history.pushState({n: 1}, ''); history.state.n"), "1");
  auto state = go(tab, History::back);
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_EQ(text(tab, "JSON.stringify(history.state)"), "null");
}

TEST_F(RealChromeBrowser, ACrashedPageIsLoadedAgain) {
  site.page("/", "<title>Well</title>");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/")));
  auto crashed = stage.run(tab->send("Page.crash", {}, limit.stop()));
  EXPECT_EQ(crashed.error().code, ErrorCode::target_crashed);
  EXPECT_EQ(tab->status(), TabStatus::crashed);
  ASSERT_TRUE(revive(tab));
  EXPECT_EQ(tab->id(), "t1");
  EXPECT_EQ(text(tab, "document.title"), "Well");
  EXPECT_EQ(browser->facts().starts, 1);
  auto notices = browser->take_notices();
  ASSERT_FALSE(notices.empty());
  EXPECT_EQ(notices.back(), "tab t1 was loaded again: its page was gone");
}

TEST_F(RealChromeBrowser, ACrashWhileAPageLoadsIsNotWaitedFor) {
  site.page("/", "<title>Half</title><img src='/never.png'>");
  site.hang("/never.png");
  auto tab = open_tab();
  auto going = stage.start(navigate(*tab, site.url("/"), {}, limit.stop()));
  ASSERT_TRUE(wait([&] { return site.asked("/never.png") == 1; }));
  EXPECT_FALSE(going->has_value());
  auto crash = stage.run(tab->send("Page.crash", {}, limit.stop()));
  EXPECT_EQ(crash.error().code, ErrorCode::target_crashed);
  stage.settle();
  ASSERT_TRUE(going->has_value());
  EXPECT_EQ((**going).error().code, ErrorCode::target_crashed);
}

TEST_F(RealChromeBrowser, AKilledBrowserIsStartedAgainAndTheTabKeepsItsId) {
  site.page("/", "<title>Still here</title>");
  auto tab = open_tab();
  auto other = open_tab("work");
  ASSERT_TRUE(go(tab, site.url("/")));
  pid_t first = static_cast<pid_t>(browser->facts().pid);
  auto waiting = stage.start(tab->send(
      "Runtime.evaluate", {{"expression", "new Promise(() => 0)"}, {"awaitPromise", true}}, limit.stop()));
  kill(first, SIGKILL);
  ASSERT_TRUE(wait([&] { return tab->status() == TabStatus::lost; }));
  stage.settle();
  ASSERT_TRUE(waiting->has_value());
  EXPECT_EQ((**waiting).error().code, ErrorCode::browser_disconnected);
  EXPECT_EQ(browser->facts().losses, 1);

  ASSERT_TRUE(stage.run(browser->ensure_running(limit.stop())));
  ASSERT_TRUE(revive(tab));
  EXPECT_NE(browser->facts().pid, first);
  EXPECT_EQ(tab->id(), "t1");
  EXPECT_EQ(text(tab, "document.title"), "Still here");
  ASSERT_TRUE(revive(other));
  EXPECT_EQ(other->workspace(), "work");
  EXPECT_EQ(browser->tabs().size(), 2U);
}

TEST_F(RealChromeBrowser, WorkspacesShareNoCookies) {
  site.page("/", "x");
  auto plain = open_tab();
  auto one = open_tab("one");
  auto two = open_tab("two");
  auto again = open_tab("one");
  for (const auto& tab : {plain, one, two, again}) ASSERT_TRUE(go(tab, site.url("/")));
  EXPECT_EQ(text(plain, "document.cookie = 'who=plain'; document.cookie"), "who=plain");
  EXPECT_EQ(text(one, "document.cookie = 'who=one'; document.cookie"), "who=one");
  EXPECT_EQ(text(two, "document.cookie"), "");
  EXPECT_EQ(text(again, "document.cookie"), "who=one");
  EXPECT_EQ(text(plain, "document.cookie"), "who=plain");
}

TEST_F(RealChromeBrowser, PopupsAreTabsOfTheirOpenersWorkspace) {
  site.page("/", "x");
  site.page("/popup", "<title>Popup</title><script>console.log('first words')</script>");
  auto tab = open_tab("work");
  ASSERT_TRUE(go(tab, site.url("/")));
  ASSERT_TRUE(evaluate(tab, "window.open('/popup'); 1"));
  ASSERT_TRUE(wait([&] { return browser->tabs().size() == 2; }));
  auto popup = browser->tabs().all().back();
  ASSERT_TRUE(stage.run(popup->wait_until_attached(limit.stop())));
  EXPECT_EQ(popup->opener(), tab->id());
  EXPECT_EQ(popup->workspace(), "work");
  EXPECT_EQ(browser->take_notices(), Words{"tab t1 opened tab t2"});
  ASSERT_TRUE(wait([&] { return popup->frames().main()->url == site.url("/popup"); }));
  ASSERT_TRUE(stage.run(popup->navigation().wait_until(LoadState::load, "", limit.stop())));
  ASSERT_EQ(popup->console().ring().last_number(), 1U) << "heard from its first moment";
  ASSERT_TRUE(stage.run(browser->close_tab(popup, limit.stop())));
  EXPECT_EQ(browser->tabs().size(), 1U);
}

// On the loop: what is looked at there cannot change before the wait has begun.
Task<bool> ended(DownloadTracker& downloads, std::uint64_t before, Stop stop) {
  while (downloads.last_number() == before || downloads.all().back().state == DownloadState::in_progress) {
    if (!co_await downloads.changed().wait(stop)) co_return false;
  }
  co_return true;
}

TEST_F(RealChromeBrowser, ADownloadIsTrackedToItsEnd) {
  site.add("/file", 200, "the bytes",
           {{"Content-Type", "application/octet-stream"},
            {"Content-Disposition", "attachment; filename=\"a b.bin\""}});
  for (std::string_view workspace : {"default", "work"}) {
    auto tab = open_tab(std::string{workspace});
    std::uint64_t before = browser->downloads().last_number();
    auto went = go(tab, site.url("/file"));
    ASSERT_FALSE(went);
    EXPECT_EQ(went.error().details.at("net_error").as_string(), "net::ERR_ABORTED");
    DownloadTracker& downloads = browser->downloads();
    ASSERT_TRUE(stage.run(ended(downloads, before, limit.stop())));
    const Download& download = downloads.all().back();
    EXPECT_EQ(download.state, DownloadState::completed);
    EXPECT_EQ(download.name, "a b.bin");
    EXPECT_EQ(download.received_bytes, 9);
    std::ifstream file{download.path};
    std::string bytes{std::istreambuf_iterator<char>{file}, {}};
    EXPECT_EQ(bytes, "the bytes") << download.path;
  }
  EXPECT_EQ(browser->downloads().last_number(), 2U);
}

TEST_F(RealChromeBrowser, ConfirmIsHeldAndAlertIsNot) {
  site.page("/", "x");
  site.page("/asks", "<title>Asks</title><script>answer = confirm('Load?')</script>");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/")));
  EXPECT_EQ(text(tab, "alert('hello'); 'went on'"), "went on");
  auto accepted = tab->dialogs().take_accepted();
  ASSERT_EQ(accepted.size(), 1U);
  EXPECT_EQ(accepted[0].message, "hello");

  auto asked = evaluate(tab, "answer = confirm('Really?')");
  EXPECT_EQ(asked.error().code, ErrorCode::dialog_open);
  EXPECT_NE(asked.error().message.find("Really?"), std::string::npos);
  EXPECT_EQ(evaluate(tab, "1").error().code, ErrorCode::dialog_open);
  ASSERT_TRUE(stage.run(tab->dialogs().answer(true, std::nullopt, limit.stop())));
  EXPECT_EQ(text(tab, "answer"), "true");

  auto loading = go(tab, site.url("/asks"));
  EXPECT_EQ(loading.error().code, ErrorCode::dialog_open) << "a page that asks while it loads";
  ASSERT_TRUE(stage.run(tab->dialogs().answer(false, std::nullopt, limit.stop())));
  EXPECT_EQ(text(tab, "answer"), "false");
}

TEST_F(RealChromeBrowser, TheConsoleIsShownAsAPersonWouldSeeIt) {
  site.page("/", R"(<script>
    console.log('list', [1, 2, 3], {a: 1}, /x+/, document.documentElement);
    console.warn(new Date(0));
    null.boom;
  </script>)");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/")));
  const auto& entries = tab->console().ring().entries();
  ASSERT_GE(entries.size(), 3U);
  EXPECT_EQ(entries[0].entry.text, "list [1, 2, 3] {a: 1} /x+/ html");
  EXPECT_EQ(entries[0].entry.line, 2);
  EXPECT_NE(entries[1].entry.text.find("1970"), std::string::npos) << entries[1].entry.text;
  EXPECT_EQ(entries[2].entry.source, "exception");
  EXPECT_NE(entries[2].entry.text.find("Cannot read properties of null"), std::string::npos);
}

}  // namespace
}  // namespace oc::browser
