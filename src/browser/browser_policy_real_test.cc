// The domain policy at the network layer of the Chromium of this machine.
#include <fstream>

#include "browser/testing/real_browser.h"

namespace oc::browser {
namespace {

// `site` may be visited; `closed` must never be asked for anything.
struct RealChromePolicy : testing_support::RealBrowser {
  testing_support::Site closed{stage.loop.executor(), stage.loop.log};

  void SetUp() override {
    RealBrowser::SetUp();
    for (std::string_view path : {"/", "/a.png", "/x"}) closed.page(std::string{path}, "secret");
  }
  void TearDown() override {
    RealBrowser::TearDown();
    EXPECT_EQ(closed.asked(), 0) << "a request came through";
    stage.run(closed.close(limit.stop()));
  }
  // By the judge and by the browser itself, or by the judge alone.
  void close_own_port() { make_browser({.own_ports = {closed.port()}}); }
  void close_own_port_by_judge() {
    open_link = &open_unbelted;
    close_own_port();
  }
  // What a page gets when it fetches from the closed server: "blocked", or what the server said.
  std::string fetch_closed(std::string_view host = "127.0.0.1") const {
    return cat("fetch('", closed.url("/x", host), "').then(r => r.text(), e => 'blocked')");
  }
};

TEST_F(RealChromePolicy, AHostThatIsNotAllowedIsReachedByNothing) {
  make_browser({.allow = {"127.0.0.1"}});
  // The same server under another name.
  std::string other = site.url("/other", "localhost");
  site.page("/other", "other");
  site.redirect("/away", other);
  site.page("/", cat("<title>Page</title><img src='", other, "'><iframe src='", other, "'></iframe>"));
  site.page("/script", cat("<script>location.href = '", other, "'</script>"));
  auto tab = open_tab();
  auto went = go(tab, site.url("/"));
  ASSERT_TRUE(went) << went.error().message;
  EXPECT_EQ(went->title, "Page");
  EXPECT_EQ(text(tab, cat("fetch('", other, "', {mode: 'no-cors'}).then(() => 'came', () => 'blocked')")),
            "blocked");
  EXPECT_GE(tab->guard().refused(), 3U);
  auto redirected = go(tab, site.url("/away"));
  EXPECT_EQ(redirected.error().code, ErrorCode::domain_blocked);
  EXPECT_EQ(go(tab, other).error().code, ErrorCode::domain_blocked);
  ASSERT_TRUE(go(tab, site.url("/"))) << "the tab works on";
  auto led = go(tab, site.url("/script"));
  if (led) {
    // It loaded before its script led away; the page is refused all the same.
    ASSERT_TRUE(wait([&] { return tab->guard().take_refused_document().has_value(); }));
  } else {
    EXPECT_EQ(led.error().code, ErrorCode::domain_blocked);
  }
  EXPECT_EQ(site.asked("/other"), 0);
}

TEST_F(RealChromePolicy, OurOwnPortIsClosedToPagesUnderEveryName) {
  close_own_port_by_judge();
  site.page("/", cat("<title>Page</title><img src='", closed.url("/a.png"), "'><iframe src='",
                     closed.url("/"), "'></iframe>"));
  site.redirect("/away", closed.url("/"));
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/")));
  EXPECT_EQ(text(tab, fetch_closed()), "blocked");
  EXPECT_EQ(text(tab, fetch_closed("localhost")), "blocked");
  EXPECT_EQ(go(tab, closed.url("/")).error().code, ErrorCode::domain_blocked);
  EXPECT_EQ(go(tab, closed.url("/", "localhost")).error().code, ErrorCode::domain_blocked);
  EXPECT_EQ(go(tab, site.url("/away")).error().code, ErrorCode::domain_blocked);
}

TEST_F(RealChromePolicy, OurOwnPortIsClosedToFramesOfOtherSites) {
  close_own_port_by_judge();
  site.page("/outer", cat("<iframe src='", site.url("/inner", "localhost"), "'></iframe>"));
  site.page("/inner", "inner");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/outer")));
  for (const std::string& id : tab->frames().ids()) EXPECT_EQ(text(tab, fetch_closed(), id), "blocked");
  EXPECT_EQ(tab->frames().size(), 2U);
}

TEST_F(RealChromePolicy, OurOwnPortIsClosedToWorkers) {
  close_own_port_by_judge();
  site.page("/", "x");
  site.add("/worker.js", 200, cat(fetch_closed(), ".then(t => postMessage(t))"),
           {{"Content-Type", "text/javascript"}});
  site.add("/shared.js", 200,
           cat("onconnect = e => ", fetch_closed(), ".then(t => e.ports[0].postMessage(t))"),
           {{"Content-Type", "text/javascript"}});
  site.add("/service.js", 200,
           cat("onmessage = e => ", fetch_closed(), ".then(t => e.source.postMessage(t))"),
           {{"Content-Type", "text/javascript"}});
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/")));
  EXPECT_EQ(text(tab, "new Promise(done => new Worker('/worker.js').onmessage = e => done(e.data))"),
            "blocked");
  EXPECT_EQ(
      text(tab, "new Promise(done => new SharedWorker('/shared.js').port.onmessage = e => done(e.data))"),
      "blocked");
  EXPECT_EQ(text(tab, R"(new Promise(async done => {
                           navigator.serviceWorker.onmessage = e => done(e.data);
                           await navigator.serviceWorker.register('/service.js');
                           (await navigator.serviceWorker.ready).active.postMessage('go');
                         }))"),
            "blocked");
}

TEST_F(RealChromePolicy, OurOwnPortIsClosedToWebSockets) {
  close_own_port();
  site.page("/", "x");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/")));
  for (std::string_view host : {"127.0.0.1", "localhost"}) {
    EXPECT_EQ(text(tab, cat("new Promise(done => { let s = new WebSocket('ws://", host, ":", closed.port(),
                            "/x'); s.onopen = () => done('open'); s.onerror = () => done('closed'); })")),
              "closed");
  }
}

TEST_F(RealChromePolicy, OurOwnPortIsClosedToWhatIsLoadedAheadOfNeed) {
  close_own_port();
  std::string list =
      cat(R"([{"source": "list", "eagerness": "immediate", "urls": [")", closed.url("/x"), "\"]}]");
  site.page("/", cat("<script type=speculationrules>{\"prefetch\": ", list, ", \"prerender\": ", list,
                     "}</script>"));
  auto tab = open_tab();
  std::set<std::string> ended;
  std::vector<cdp::Subscription> kept;
  for (std::string_view event : {"Preload.prefetchStatusUpdated", "Preload.prerenderStatusUpdated"}) {
    kept.push_back(tab->session()->on(event, [&ended, event](const json::object& params) {
      auto status = json::find_string(params, "status");
      if (status != "Pending" && status != "Running") ended.emplace(event);
    }));
  }
  ASSERT_TRUE(stage.run(tab->send("Preload.enable", {}, limit.stop())));
  ASSERT_TRUE(go(tab, site.url("/")));
  EXPECT_TRUE(wait([&] { return ended.size() == 2; }));
}

TEST_F(RealChromePolicy, OurOwnPortIsClosedToPopups) {
  close_own_port_by_judge();
  site.page("/", "x");
  auto tab = open_tab();
  ASSERT_TRUE(go(tab, site.url("/")));
  for (std::string_view features : {"", "noopener"}) {
    std::size_t before = browser->tabs().size();
    ASSERT_TRUE(evaluate(tab, cat("window.open('", closed.url("/"), "', '_blank', '", features, "'); 1")));
    ASSERT_TRUE(wait([&] { return browser->tabs().size() == before + 1; }));
    auto popup = browser->tabs().all().back();
    ASSERT_TRUE(stage.run(popup->wait_until_attached(limit.stop())));
    ASSERT_TRUE(wait([&] { return popup->guard().refused() > 0; }));
  }
}

TEST_F(RealChromePolicy, FilesAreOpenedBelowTheirRootOnly) {
  std::filesystem::create_directories(home / "root");
  std::ofstream{home / "root/page.html"} << "<title>File</title><a id=a href='../secret.html'>s</a>"
                                            "<iframe id=f src='../secret.html'></iframe>";
  std::ofstream{home / "secret.html"} << "<title>Secret</title>";
  make_browser({.file_roots = {home / "root"}});
  auto tab = open_tab();
  auto went = go(tab, cat("file://", home / "root/page.html"));
  ASSERT_TRUE(went) << went.error().message;
  EXPECT_EQ(went->title, "File");
  EXPECT_EQ(tab->guard().refused(), 1U) << "the frame";
  EXPECT_FALSE(go(tab, cat("file://", home / "secret.html")));
  ASSERT_TRUE(evaluate(tab, "a.click(); 1"));
  ASSERT_TRUE(wait([&] { return tab->guard().refused() == 2; }));
}

}  // namespace
}  // namespace oc::browser
