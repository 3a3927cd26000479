#include "browser/browser_link.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>

#include "browser/testing/fake_page.h"
#include "store/posix_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::browser {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using Opened = Result<std::unique_ptr<BrowserLink>>;

// Answers the first command, once it has begun to come.
constexpr std::string_view kAnswer =
    R"(head -c1 <&3 >/dev/null; printf '{"id":1,"result":{"product":"Fake/1"}}\0' >&4; )";

// What a link needs, and programs that take the place of Chrome.
struct BrowserLinkTest : testing::Test {
  testing_support::Stage stage;
  store::PosixFileSystem files;
  store::TempDir directory;
  std::string home = directory / "home";
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 30s};

  void SetUp() override { signal(SIGPIPE, SIG_IGN); }
  void TearDown() override { stage.join(); }

  LinkParts parts() {
    return {.nursery = stage.nursery, .pool = stage.pool, .files = files, .log = stage.loop.log};
  }
  std::string program(std::string_view name, std::string_view script) {
    std::string path = directory / name;
    std::ofstream{path} << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  // Answers the first command, and ends when its pipe closes, as Chrome does.
  std::string good_program() { return program("chrome", cat(kAnswer, "cat <&3 >/dev/null")); }
  // Never answers and never ends by itself.
  std::string silent_program() { return program("silent", "while :; do sleep 600; done"); }
  Opened open(std::string chrome) {
    return stage.run(BrowserLink::open(parts(), {.chrome = std::move(chrome), .home = home}, limit.stop()));
  }
  std::vector<std::string> marks() { return files.list(marker_directory(home)).value(); }
  static bool runs(pid_t pid) { return process_start_ticks(pid).has_value(); }
};

TEST_F(BrowserLinkTest, ABrowserOfOursIsStartedWithAProfileAndAMark) {
  auto link = open(good_program());
  ASSERT_TRUE(link) << link.error().message;
  EXPECT_EQ((*link)->product(), "Fake/1");
  EXPECT_FALSE((*link)->is_attached());
  pid_t pid = (*link)->pid();
  EXPECT_TRUE(runs(pid));
  EXPECT_NE(command_line(pid).find(cat("--user-data-dir=", home, "/profiles/default ")), std::string::npos);
  auto marked = read_markers(files, marker_directory(home));
  ASSERT_EQ(marked->served.size(), 1U);
  EXPECT_EQ(marked->served[0].pid, pid);
  stage.run((*link)->close(limit.stop()));
  EXPECT_FALSE(runs(pid)) << "a closed pipe ends it";
  link->reset();
  EXPECT_TRUE(marks().empty());
}

TEST_F(BrowserLinkTest, TwoBrowsersOfOneHomeHaveTwoProfiles) {
  auto one = open(good_program());
  auto two = open(good_program());
  ASSERT_TRUE(one && two);
  EXPECT_NE(command_line((*two)->pid()).find("profiles/default-2 "), std::string::npos);
  one->reset();
  auto three = open(good_program());
  ASSERT_TRUE(three);
  EXPECT_NE(command_line((*three)->pid()).find("profiles/default "), std::string::npos)
      << "a free one is used again";
}

TEST_F(BrowserLinkTest, WhatAKilledChromeLeftInTheProfileIsRemoved) {
  fs::create_directories(fs::path{home} / "profiles/default");
  fs::create_symlink("gone-123", fs::path{home} / "profiles/default/SingletonLock");
  ASSERT_TRUE(open(good_program()));
  EXPECT_FALSE(fs::is_symlink(fs::path{home} / "profiles/default/SingletonLock"));
}

TEST_F(BrowserLinkTest, AnOrphanOfThisHomeIsEndedFirst) {
  std::string profile = cat(home, "/profiles/default");
  auto orphan = ChildProcess::spawn(
      {.command = {"sh", "-c", "echo; sleep 600 & wait", "chrome", cat("--user-data-dir=", profile)},
       .own_group = true});
  char ready = 0;
  ASSERT_EQ(::read(orphan->stdout_fd(), &ready, 1), 1);
  BrowserMarker marker = marker_for(orphan->pid(), profile);
  marker.server_start_ticks += 1;
  ASSERT_TRUE(write_marker(files, marker_directory(home), marker));
  auto link = open(good_program());
  ASSERT_TRUE(link);
  EXPECT_EQ(stage.run(orphan->wait(limit.stop())), 128 + SIGKILL);
  EXPECT_EQ(marks(), std::vector<std::string>{cat((*link)->pid(), ".json")});
}

TEST_F(BrowserLinkTest, AProgramThatIsNoBrowserIsUnavailableAndLeavesNothing) {
  auto link = open(program("false", "exit 1"));
  EXPECT_EQ(link.error().code, ErrorCode::browser_unavailable);
  EXPECT_NE(link.error().message.find("ended at once"), std::string::npos);
  EXPECT_TRUE(marks().empty());
  EXPECT_TRUE(open(good_program())) << "the profile is free";
}

TEST_F(BrowserLinkTest, AProgramThatIsNotThereIsUnavailable) {
  EXPECT_EQ(open("/nonexistent/chrome").error().code, ErrorCode::browser_unavailable);
}

TEST_F(BrowserLinkTest, AStopWhileStartingEndsTheProgram) {
  StopSource stop;
  auto opening =
      stage.start(BrowserLink::open(parts(), {.chrome = silent_program(), .home = home}, stop.stop()));
  ASSERT_FALSE(opening->has_value());
  ASSERT_EQ(marks().size(), 1U);
  pid_t pid = std::stoi(marks().at(0));
  EXPECT_TRUE(runs(pid));
  stop.request(StopReason::cancelled);
  stage.settle();
  ASSERT_TRUE(opening->has_value());
  EXPECT_EQ((**opening).error().code, ErrorCode::cancelled);
  EXPECT_FALSE(runs(pid));
  EXPECT_TRUE(marks().empty());
}

TEST_F(BrowserLinkTest, ABrowserThatDoesNotEndByItselfIsKilled) {
  auto link = open(program("stubborn", cat(kAnswer, "while :; do sleep 600; done")));
  ASSERT_TRUE(link) << link.error().message;
  pid_t pid = (*link)->pid();
  StopSource now;
  now.request(StopReason::shutdown);
  stage.run((*link)->close(now.stop()));
  EXPECT_TRUE(runs(pid));
  link->reset();
  EXPECT_FALSE(runs(pid));
  EXPECT_TRUE(marks().empty());
}

TEST_F(BrowserLinkTest, OverAWireTheBrowserHasAnsweredWhenItSucceeds) {
  cdp::FakeChrome chrome{stage.loop.executor()};
  auto opening = stage.start(BrowserLink::over(parts(), chrome.wire(), true, {}));
  EXPECT_FALSE(opening->has_value());
  testing_support::reply(chrome, "Browser.getVersion", {{"product", "Chrome/7"}});
  stage.settle();
  ASSERT_TRUE((**opening).has_value());
  std::unique_ptr<BrowserLink>& link = ***opening;
  EXPECT_EQ(link->product(), "Chrome/7");
  EXPECT_TRUE(link->is_attached());
  EXPECT_EQ(link->pid(), 0);
  stage.run(link->close({}));
  EXPECT_FALSE(link->connection().is_open());
}

TEST_F(BrowserLinkTest, AWireThatIsClosedAtOnceIsAnError) {
  cdp::FakeChrome chrome{stage.loop.executor()};
  chrome.hang_up();
  EXPECT_EQ(stage.run(BrowserLink::over(parts(), chrome.wire(), true, {})).error().code,
            ErrorCode::browser_disconnected);
}

TEST_F(BrowserLinkTest, AttachingToNobodyIsUnavailable) {
  auto link = stage.run(BrowserLink::open(
      parts(), {.attach = "ws://127.0.0.1:1/devtools/browser/x", .home = home}, limit.stop()));
  EXPECT_EQ(link.error().code, ErrorCode::browser_unavailable);
  EXPECT_FALSE(fs::exists(fs::path{home} / "profiles")) << "somebody else's browser needs no profile of ours";
}

}  // namespace
}  // namespace oc::browser
