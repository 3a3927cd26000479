#include "browser/browser_marker.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "base/process.h"
#include "base/testing/run_loop.h"
#include "base/text.h"
#include "json/write.h"
#include "store/testing/memory_file_system.h"

namespace oc::browser {
namespace {

using namespace std::chrono_literals;

constexpr const char* kMarks = "/home/browsers";
constexpr const char* kProfile = "/home/profiles/marker-test";

struct BrowserMarkerTest : testing::Test {
  oc::testing_support::Loop loop;
  store::MemoryFileSystem files;
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 30s};

  // A process that has the profile in its command line, as a browser would, with a helper; and the helper's
  // pid, which it tells: from then on its command line is there to be read.
  static ChildProcess start(const std::string& profile, pid_t* helper = nullptr) {
    auto child = ChildProcess::spawn(
        {.command = {"sh", "-c", "sleep 600 & echo $!; wait", "browser", cat("--user-data-dir=", profile)},
         .own_group = true});
    char digits[16] = {};
    EXPECT_GT(::read(child->stdout_fd(), digits, sizeof digits - 1), 0);
    if (helper) *helper = std::atoi(digits);
    return std::move(child).value();
  }
  // The mark of a browser whose server has ended.
  static BrowserMarker orphaned(BrowserMarker marker) {
    marker.server_start_ticks += 1;
    return marker;
  }
  static bool runs(pid_t pid) { return process_start_ticks(pid).has_value(); }
  std::vector<std::string> marks() { return files.list(kMarks).value(); }
  MarkedBrowsers read() { return read_markers(files, kMarks).value(); }
  void write(const BrowserMarker& marker) { ASSERT_TRUE(write_marker(files, kMarks, marker)); }
  void write_text(const std::string& name, std::string_view text) {
    ASSERT_TRUE(files.make_directories(kMarks));
    ASSERT_TRUE(files.write_new(cat(kMarks, "/", name), text));
  }
};

TEST_F(BrowserMarkerTest, AMarkNamesBrowserServerAndProfile) {
  ChildProcess browser = start(kProfile);
  BrowserMarker marker = marker_for(browser.pid(), kProfile);
  EXPECT_EQ(marker.pid, browser.pid());
  EXPECT_EQ(marker.start_ticks, static_cast<std::int64_t>(*process_start_ticks(browser.pid())));
  EXPECT_EQ(marker.server_pid, getpid());
  EXPECT_EQ(marker.server_start_ticks, static_cast<std::int64_t>(*process_start_ticks(getpid())));
  write(marker);
  EXPECT_EQ(marks(), std::vector<std::string>{cat(browser.pid(), ".json")}) << "and nothing beside it";
  auto found = read();
  ASSERT_EQ(found.served.size(), 1U);
  EXPECT_EQ(found.served[0].pid, browser.pid());
  EXPECT_EQ(found.served[0].profile, kProfile);
  EXPECT_TRUE(found.orphans.empty());
  EXPECT_TRUE(found.stale.empty());
  remove_marker(files, kMarks, browser.pid());
  EXPECT_TRUE(marks().empty());
}

TEST_F(BrowserMarkerTest, AMarkMayBeWrittenAgain) {
  ChildProcess browser = start(kProfile);
  write(marker_for(browser.pid(), "/old"));
  write(marker_for(browser.pid(), kProfile));
  EXPECT_EQ(read().served.at(0).profile, kProfile);
}

TEST_F(BrowserMarkerTest, WithoutADirectoryThereAreNoMarks) {
  auto found = read();
  EXPECT_TRUE(found.served.empty() && found.orphans.empty() && found.stale.empty());
}

TEST_F(BrowserMarkerTest, ABrowserWhoseServerIsGoneIsAnOrphan) {
  ChildProcess browser = start(kProfile);
  write(orphaned(marker_for(browser.pid(), kProfile)));
  auto found = read();
  ASSERT_EQ(found.orphans.size(), 1U);
  EXPECT_EQ(found.orphans[0].pid, browser.pid());
  EXPECT_TRUE(found.served.empty());
}

TEST_F(BrowserMarkerTest, AMarkOfABrowserThatEndedIsStale) {
  ChildProcess browser = start(kProfile);
  write(marker_for(browser.pid(), kProfile));
  browser.signal(SIGKILL);
  ASSERT_TRUE(loop.run(browser.wait(limit.stop())));
  auto found = read();
  EXPECT_EQ(found.stale, std::vector<std::string>{cat(kMarks, "/", browser.pid(), ".json")});
  EXPECT_TRUE(found.served.empty() && found.orphans.empty());
}

TEST_F(BrowserMarkerTest, AnotherProcessOfTheSamePidIsNotTheBrowser) {
  ChildProcess browser = start(kProfile);
  BrowserMarker other = orphaned(marker_for(browser.pid(), kProfile));
  other.start_ticks += 1;
  write(other);
  EXPECT_TRUE(read().orphans.empty());
  EXPECT_EQ(read().stale.size(), 1U);
}

TEST_F(BrowserMarkerTest, AProcessWithoutTheProfileIsNotTheBrowser) {
  ChildProcess other = start("/home/somebody/else");
  write(orphaned(marker_for(other.pid(), kProfile)));
  EXPECT_TRUE(read().orphans.empty());
  EXPECT_EQ(read().stale.size(), 1U);
}

TEST_F(BrowserMarkerTest, AMarkWithoutAProfileOrAPidNamesNobody) {
  ChildProcess other = start(kProfile);
  write(orphaned(marker_for(other.pid(), "")));
  EXPECT_TRUE(read().orphans.empty()) << "no profile would be in every command line";
  for (std::int64_t pid : {std::int64_t{1}, std::int64_t{0}, std::int64_t{-1}, (std::int64_t{1} << 32) + 1}) {
    BrowserMarker marker =
        orphaned(marker_for(static_cast<pid_t>(pid), command_line(static_cast<pid_t>(pid))));
    marker.pid = pid;
    write(marker);
  }
  EXPECT_TRUE(read().orphans.empty()) << "their group would be everybody";
  EXPECT_EQ(read().stale.size(), 5U);
}

TEST_F(BrowserMarkerTest, MarksThatCannotBeReadAreStaleAndOtherFilesAreNotOurs) {
  write_text("12.json", "half a ma");
  write_text("13.json", "[]");
  write_text("14.json", R"({"pid":14})");
  write_text("notes.txt", "mine");
  EXPECT_EQ(read().stale.size(), 3U);
  ASSERT_TRUE(loop.run(reap_orphans(files, kMarks, limit.stop())));
  EXPECT_EQ(marks(), std::vector<std::string>{"notes.txt"});
}

TEST_F(BrowserMarkerTest, OrphansAreEndedAndNobodyElse) {
  ChildProcess orphan = start(kProfile);
  ChildProcess served = start("/home/profiles/served");
  ChildProcess foreign = start("/home/somebody/else");
  write(orphaned(marker_for(orphan.pid(), kProfile)));
  write(marker_for(served.pid(), "/home/profiles/served"));
  write(orphaned(marker_for(foreign.pid(), kProfile)));

  auto ended = loop.run(reap_orphans(files, kMarks, limit.stop()));
  ASSERT_TRUE(ended) << ended.error().message;
  ASSERT_EQ(ended->size(), 1U);
  EXPECT_EQ(ended->at(0).pid, orphan.pid());
  EXPECT_EQ(loop.run(orphan.wait(limit.stop())), 128 + SIGKILL);
  EXPECT_TRUE(runs(served.pid()));
  EXPECT_TRUE(runs(foreign.pid()));
  EXPECT_EQ(marks(), std::vector<std::string>{cat(served.pid(), ".json")});
}

TEST_F(BrowserMarkerTest, TheHelpersOfAnOrphanAreEndedWithIt) {
  pid_t helper = 0;
  ChildProcess browser = start(kProfile, &helper);
  ASSERT_TRUE(runs(helper));
  write(orphaned(marker_for(browser.pid(), kProfile)));
  ASSERT_EQ(loop.run(reap_orphans(files, kMarks, limit.stop()))->size(), 1U);
  EXPECT_TRUE(loop.run(wait_for_exit_of(helper, limit.stop())));
}

}  // namespace
}  // namespace oc::browser
