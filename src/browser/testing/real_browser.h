// RealBrowser: the Chromium of this machine behind a Browser, and web servers for it to visit, for tests
// whose names begin with RealChrome. Each test has a home of its own and must leave no process behind.
#pragma once
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <boost/asio/this_coro.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "browser/browser.h"
#include "browser/chrome_finder.h"
#include "browser/navigation.h"
#include "browser/testing/fake_page.h"
#include "net/http_server.h"
#include "store/posix_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::browser::testing_support {

// Answers with the pages it was given; counts what it was asked for.
class Site {
 public:
  Site(Executor executor, Logger& log) {
    server_ = net::HttpServer::listen(std::move(executor), log, {}, {}, [this](net::HttpExchange& exchange) {
                return serve(exchange);
              }).value();
  }
  void page(std::string path, std::string html) { add(std::move(path), 200, std::move(html), {}); }
  void add(std::string path, int status, std::string body, net::Headers headers) {
    if (!headers.find("Content-Type")) headers.add("Content-Type", "text/html");
    pages_[std::move(path)] = {.status = status, .headers = std::move(headers), .body = std::move(body)};
  }
  // Requests for it are never answered.
  void hang(std::string path) { hanging_.insert(std::move(path)); }
  void redirect(std::string from, std::string to) {
    add(std::move(from), 302, "", {{"Location", std::move(to)}});
  }
  std::uint16_t port() const { return server_->port(); }
  std::string url(std::string_view path, std::string_view host = "127.0.0.1") const {
    return cat("http://", host, ":", port(), path);
  }
  int asked(const std::string& path) const { return asked_.contains(path) ? asked_.at(path) : 0; }
  int asked() const {
    int sum = 0;
    for (const auto& [path, count] : asked_) sum += count;
    return sum;
  }
  Task<void> close(Stop stop) { return server_->close(std::move(stop)); }

 private:
  Task<void> serve(net::HttpExchange& exchange) {
    std::string path = exchange.request().path;
    ++asked_[path];
    if (hanging_.contains(path)) {
      Signal never{co_await asio::this_coro::executor};
      (void)co_await never.wait(exchange.disconnected());
    }
    auto found = pages_.find(path);
    exchange.respond(found == pages_.end() ? net::HttpResponse::text(404, "not here") : found->second);
    co_return;
  }
  std::map<std::string, net::HttpResponse> pages_;
  std::set<std::string> hanging_;
  std::map<std::string, int> asked_;
  std::unique_ptr<net::HttpServer> server_;
};

class RealBrowser : public testing::Test {
 protected:
  Stage stage;
  store::PosixFileSystem files;
  store::TempDir home;
  Site site{stage.loop.executor(), stage.loop.log};
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + std::chrono::seconds{60}};
  std::unique_ptr<Browser> browser;
  std::vector<pid_t> started;
  OpenLink open_link = &BrowserLink::open;

  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    auto found = find_chrome(real_search(""));
    if (!found) GTEST_SKIP() << found.error().message;
    make_browser({});
  }
  void TearDown() override {
    note_pid();
    if (browser) stage.run(browser->close(limit.stop()));
    browser.reset();
    stage.run(site.close(limit.stop()));
    stage.join();
    stage.settle();
    for (pid_t pid : started) {
      for (pid_t left : group_of(pid))
        EXPECT_TRUE(stage.run(wait_for_exit_of(left, limit.stop()))) << "still runs: " << command_line(left);
      EXPECT_FALSE(process_start_ticks(pid));
    }
    EXPECT_TRUE(files.list(marker_directory(home.path()))->empty()) << "a mark was left";
  }

  void make_browser(DomainRules rules, std::string attach = "") {
    BrowserOptions options;
    options.link.attach = std::move(attach);
    options.link.home = home.path();
    options.downloads = home / "downloads";
    options.open_link = open_link;
    options.tabs.policy = std::make_shared<const DomainPolicy>(DomainPolicy::make(std::move(rules)).value());
    browser = std::make_unique<Browser>(
        LinkParts{.nursery = stage.nursery, .pool = stage.pool, .files = files, .log = stage.loop.log},
        std::move(options));
  }
  // As BrowserLink::open, without the belt that the browser wears itself: the judge is on its own.
  static Task<Result<std::unique_ptr<BrowserLink>>> open_unbelted(LinkParts parts, LinkOptions options,
                                                                  Stop stop) {
    options.resolver_rules.clear();
    return BrowserLink::open(parts, std::move(options), std::move(stop));
  }
  Browser::TabPtr open_tab(std::string workspace = "default") {
    auto tab = stage.run(browser->open_tab(std::move(workspace), limit.stop()));
    if (!tab) throw std::runtime_error(tab.error().message);
    note_pid();
    return *tab;
  }
  Result<Navigated> go(const Browser::TabPtr& tab, std::string url, NavigateOptions options = {}) {
    return stage.run(navigate(*tab, std::move(url), options, limit.stop()));
  }
  Result<Navigated> go(const Browser::TabPtr& tab, History where) {
    return stage.run(navigate(*tab, where, {}, limit.stop()));
  }
  Result<void> revive(const Browser::TabPtr& tab) {
    return stage.run(browser->revive(tab, false, limit.stop()));
  }
  // The value of an expression in the main frame, or in the world of another.
  Result<json::value> evaluate(const Browser::TabPtr& tab, std::string expression, std::string frame = "") {
    json::object params{{"expression", std::move(expression)},
                        {"awaitPromise", true},
                        {"returnByValue", true},
                        {"userGesture", true}};  // else no popup opens
    std::shared_ptr<cdp::Session> session = tab->session();
    if (!frame.empty()) {
      auto world = stage.run(tab->world(frame, limit.stop()));
      if (!world) return std::unexpected(world.error());
      params["contextId"] = (*world)->context_id;
      session = tab->frames().find(frame)->session;
    }
    auto answer = stage.run(tab->send_to(session, "Runtime.evaluate", std::move(params), limit.stop()));
    if (!answer) return answer;
    const json::object* result = json::find_object(answer->as_object(), "result");
    const json::value* value = result ? json::find(*result, "value") : nullptr;
    return value ? *value : json::value{};
  }
  std::string text(const Browser::TabPtr& tab, std::string expression, std::string frame = "") {
    auto value = evaluate(tab, std::move(expression), std::move(frame));
    if (!value) return cat("error: ", value.error().message);
    return value->is_string() ? std::string{json::view(value->get_string())} : json::write(*value);
  }
  // Waits until the condition holds, looking after every round trip to the browser.
  template <class Condition>
  bool wait(Condition condition) {
    while (!condition()) {
      if (!stage.run(browser->ping(limit.stop()))) return condition();
    }
    return true;
  }

  static std::vector<pid_t> group_of(pid_t leader) {
    std::vector<pid_t> out;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc", ignored}) {
      pid_t pid = std::atoi(entry.path().filename().c_str());
      if (pid > 0 && getpgid(pid) == leader && process_start_ticks(pid)) out.push_back(pid);
    }
    return out;
  }

 private:
  void note_pid() {
    pid_t pid = browser ? static_cast<pid_t>(browser->facts().pid) : 0;
    if (pid > 0 && std::ranges::find(started, pid) == started.end()) started.push_back(pid);
  }
};

}  // namespace oc::browser::testing_support
