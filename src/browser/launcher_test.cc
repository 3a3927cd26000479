#include "browser/launcher.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "base/testing/run_loop.h"
#include "base/worker_pool.h"
#include "browser/chrome_finder.h"
#include "cdp/connection.h"

namespace oc::browser {
namespace {

using namespace std::chrono_literals;

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

TEST(Launcher, TheCommandHasThePipeTheProfileAndNoPort) {
  auto command = chrome_command({.program = "/c", .profile = "/p", .width = 800, .height = 600});
  EXPECT_EQ(command.front(), "/c");
  EXPECT_TRUE(contains(command, "--remote-debugging-pipe"));
  EXPECT_TRUE(contains(command, "--user-data-dir=/p"));
  EXPECT_TRUE(contains(command, "--window-size=800,600"));
  EXPECT_TRUE(contains(command, "--headless=new"));
  EXPECT_FALSE(contains(command, "--no-sandbox"));
  for (const std::string& word : command) EXPECT_EQ(word.find("debugging-port"), std::string::npos);
  EXPECT_FALSE(contains(chrome_command({.headless = false}), "--headless=new"));
}

// With the Chrome of this machine, where there is one.
struct RealChromeTest : testing::Test {
  oc::testing_support::Loop loop;
  WorkerPool pool;
  Nursery nursery{loop.executor(), loop.log};
  std::string profile;
  std::string program;

  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    auto found = find_chrome(real_search(""));
    if (!found) GTEST_SKIP() << found.error().message;
    program = *found;
    char name[] = "/tmp/openchrome-launcher-XXXXXX";
    profile = mkdtemp(name);
  }
  void TearDown() override {
    (void)loop.run(nursery.join({}));
    std::error_code ignored;
    if (!profile.empty()) std::filesystem::remove_all(profile, ignored);
  }
};

TEST_F(RealChromeTest, AnswersOnThePipeAndEndsWhenItCloses) {
  auto launched = launch({.program = program, .profile = profile, .no_sandbox = geteuid() == 0}, nursery);
  ASSERT_TRUE(launched) << launched.error().message;
  auto connection = std::make_unique<cdp::Connection>(std::move(launched->wire), nursery, pool, loop.log,
                                                      cdp::Connection::Options{});
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 30s};
  auto version = loop.run(connection->browser()->send("Browser.getVersion", {}, limit.stop()));
  ASSERT_TRUE(version) << version.error().message;
  EXPECT_NE(json::view(version->at("product").as_string()).find("Chrome/"), std::string_view::npos);
  connection.reset();
  EXPECT_TRUE(loop.run(launched->process.wait(limit.stop())).has_value()) << "a closed pipe ends the browser";
}

TEST_F(RealChromeTest, ABrowserThatIsKilledIsADisconnect) {
  auto launched = launch({.program = program, .profile = profile, .no_sandbox = geteuid() == 0}, nursery);
  ASSERT_TRUE(launched) << launched.error().message;
  auto connection = std::make_unique<cdp::Connection>(std::move(launched->wire), nursery, pool, loop.log,
                                                      cdp::Connection::Options{});
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 30s};
  ASSERT_TRUE(loop.run(connection->browser()->send("Browser.getVersion", {}, limit.stop())));
  Signal gone{loop.executor()};
  connection->on_closed([&] { gone.notify_all(); });
  loop.post([&] { launched->process.signal(SIGKILL); });
  EXPECT_TRUE(loop.run(gone.wait(limit.stop())));
  EXPECT_EQ(loop.run(connection->browser()->send("Browser.getVersion", {}, limit.stop())).error().code,
            ErrorCode::browser_disconnected);
}

}  // namespace
}  // namespace oc::browser
