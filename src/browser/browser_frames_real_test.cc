// Frames in processes of their own, and somebody else's browser, with the Chromium of this machine.
#include "browser/testing/real_browser.h"

namespace oc::browser {
namespace {

struct RealChromeFrames : testing_support::RealBrowser {
  // The one frame that is not the main one; nothing while there is none.
  static const Frame* inner_of(const Browser::TabPtr& tab) {
    for (const std::string& id : tab->frames().ids()) {
      if (id != tab->target_id()) return tab->frames().find(id);
    }
    return nullptr;
  }
};

TEST_F(RealChromeFrames, AFrameOfAnotherSiteHasItsOwnSessionAndAWorld) {
  site.page("/outer", cat("<iframe id=f src='", site.url("/inner", "localhost"), "'></iframe>"));
  site.page("/inner", "<title>Inner</title><p id=p>inside</p><iframe srcdoc='deeper'></iframe>");
  site.page("/near", "<title>Near</title>");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/outer")));
  ASSERT_EQ(tab->frames().size(), 3U);
  const Frame* inner = nullptr;
  for (const std::string& id : tab->frames().ids()) {
    const Frame* frame = tab->frames().find(id);
    if (frame->url == site.url("/inner", "localhost")) inner = frame;
  }
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->parent, tab->target_id());
  EXPECT_NE(inner->session, tab->session());
  EXPECT_FALSE(inner->loader_id.empty());
  std::string id = inner->id;
  EXPECT_EQ(text(tab, "document.getElementById('p').textContent", id), "inside");
  EXPECT_EQ(text(tab, "typeof globalThis.openchrome", tab->target_id()), "undefined");

  // Back into the main process, under the same id.
  ASSERT_EQ(text(tab, "new Promise(done => { f.onload = () => done('loaded'); f.src = '/near'; })"),
            "loaded");
  ASSERT_TRUE(wait([&] { return inner_of(tab) && inner_of(tab)->url == site.url("/near"); }));
  EXPECT_EQ(inner_of(tab)->id, id);
  EXPECT_EQ(inner_of(tab)->session, tab->session());
  EXPECT_EQ(tab->frames().size(), 2U);
  EXPECT_EQ(text(tab, "document.title", id), "Near");
}

TEST_F(RealChromeFrames, ARemovedFrameOfAnotherSiteIsGone) {
  site.page("/outer", cat("<iframe id=f src='", site.url("/inner", "localhost"), "'></iframe>"));
  site.page("/inner", "inner");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/outer")));
  ASSERT_EQ(tab->frames().size(), 2U);
  std::string id = inner_of(tab)->id;
  ASSERT_NE(inner_of(tab)->session, tab->session());
  ASSERT_EQ(text(tab, "f.remove(); 'removed'"), "removed");
  ASSERT_TRUE(wait([&] { return tab->frames().size() == 1; })) << "only the end of its session tells";
  EXPECT_EQ(stage.run(tab->world(id, limit.stop())).error().code, ErrorCode::page_changed);
}

TEST_F(RealChromeFrames, EachDocumentGetsANewWorld) {
  site.page("/", "<title>A</title>");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/")));
  std::string main = tab->target_id();
  EXPECT_EQ(text(tab, "globalThis.mark = 1", main), "1");
  EXPECT_EQ(text(tab, "globalThis.mark", main), "1");
  EXPECT_EQ(text(tab, "typeof globalThis.mark"), "undefined") << "the page does not see it";
  ASSERT_TRUE(go(tab, History::reload));
  EXPECT_EQ(text(tab, "typeof globalThis.mark", main), "undefined");
}

// A Chrome that somebody else runs, with a tab in it.
struct RealChromeAttach : testing_support::RealBrowser {
  std::optional<ChildProcess> theirs;
  std::string endpoint;

  void start_theirs(const std::string& url) {
    auto program = find_chrome(real_search("")).value();
    auto spawned = ChildProcess::spawn(
        {.command = {"sh", "-c",
                     "exec \"$0\" --headless=new --no-sandbox --disable-gpu --remote-debugging-port=0 "
                     "--no-first-run --user-data-dir=\"$1\" \"$2\" 2>&1",
                     program, home / "theirs", url},
         .own_group = true});
    theirs.emplace(std::move(spawned).value());
    std::string output;
    char byte = 0;
    while (endpoint.empty() && ::read(theirs->stdout_fd(), &byte, 1) == 1) {
      output += byte;
      std::size_t at = output.find("ws://");
      if (byte == '\n' && at != std::string::npos) endpoint = output.substr(at, output.find('\n', at) - at);
    }
    ASSERT_FALSE(endpoint.empty()) << output;
    make_browser({}, endpoint);
  }
  void TearDown() override {
    RealBrowser::TearDown();
    if (!theirs) return;
    EXPECT_TRUE(process_start_ticks(theirs->pid())) << "it is not ours to end";
    theirs->signal(SIGKILL);
    EXPECT_TRUE(stage.run(theirs->wait(limit.stop())));
  }
};

TEST_F(RealChromeAttach, TheUsersTabsAreListedUsedWhenNamedAndLeftThere) {
  site.page("/theirs",
            cat("<title>Theirs</title><iframe src='", site.url("/inner", "localhost"), "'></iframe>"));
  site.page("/inner", "<p id=p>inside</p>");
  site.page("/ours", "<title>Ours</title>");
  ASSERT_NO_FATAL_FAILURE(start_theirs(site.url("/theirs")));
  ASSERT_TRUE(stage.run(browser->ensure_running(limit.stop())));
  ASSERT_EQ(browser->tabs().size(), 1U);
  auto foreign = browser->tabs().all().front();
  EXPECT_FALSE(foreign->is_ours());
  EXPECT_EQ(foreign->status(), TabStatus::unattached);
  EXPECT_EQ(browser->tabs().most_recent("default"), nullptr);

  auto ours = open_tab();
  EXPECT_EQ(go(ours, site.url("/ours"))->title, "Ours");
  EXPECT_EQ(foreign->status(), TabStatus::unattached);

  ASSERT_TRUE(revive(foreign));
  ASSERT_TRUE(stage.run(foreign->navigation().wait_until(LoadState::load, "", limit.stop())));
  EXPECT_EQ(text(foreign, "document.title"), "Theirs");
  ASSERT_EQ(foreign->frames().size(), 2U);
  for (const std::string& id : foreign->frames().ids()) {
    if (id == foreign->target_id()) continue;
    EXPECT_EQ(text(foreign, "document.getElementById('p').textContent", id), "inside");
    const Frame* inner = foreign->frames().find(id);
    EXPECT_EQ(inner->url, site.url("/inner", "localhost")) << "a frame that was there before us";
    EXPECT_EQ(inner->parent, foreign->target_id());
    EXPECT_FALSE(inner->loader_id.empty());
  }
  EXPECT_EQ(stage.run(browser->close_tab(foreign, limit.stop())).error().code, ErrorCode::unsupported);
  stage.run(browser->close(limit.stop()));

  make_browser({}, endpoint);
  ASSERT_TRUE(stage.run(browser->ensure_running(limit.stop())));
  EXPECT_EQ(browser->tabs().size(), 2U) << "both tabs are still open";
}

}  // namespace
}  // namespace oc::browser
