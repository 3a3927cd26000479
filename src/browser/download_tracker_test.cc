#include "browser/download_tracker.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "browser/testing/fake_page.h"
#include "store/testing/memory_file_system.h"

namespace oc::browser {
namespace {

struct DownloadTrackerTest : testing::Test {
  store::MemoryFileSystem files;  // before the page, whose workers use it to their end
  testing_support::FakePage page;
  DownloadTracker downloads{page.nursery, page.pool, files};
  std::vector<std::string> endings;

  void SetUp() override {
    ASSERT_TRUE(files.make_directories("/home/downloads"));
    downloads.listen(*page.connection->browser(), "/home/downloads");
    downloads.on_ended([this](const Download& download) { endings.push_back(ending_of(download)); });
  }
  // What the browser has written so far.
  void write(std::string_view guid, std::string_view bytes = "the bytes") {
    ASSERT_TRUE(files.write_new(cat("/home/downloads/", guid), bytes));
  }
  // Waits for the disk.
  void wait_until_ended(std::size_t index) { page.run(ended(index)); }
  // All on the loop: what is looked at there cannot change before the wait has begun.
  Task<void> ended(std::size_t index) {
    while (downloads.all()[index].state == DownloadState::in_progress)
      (void)co_await downloads.changed().wait({});
  }
  void begin(std::string_view guid, std::string_view name = "a.zip") {
    page.emit("Browser.downloadWillBegin",
              {{"guid", guid}, {"frameId", "F1"}, {"url", "http://x/a"}, {"suggestedFilename", name}}, "");
  }
  void progress(std::string_view guid, std::string_view state, json::object more = {}) {
    json::object params{{"guid", guid}, {"state", state}, {"receivedBytes", 50.0}, {"totalBytes", 100.0}};
    for (auto& member : more) params[member.key()] = member.value();
    page.emit("Browser.downloadProgress", std::move(params), "");
  }
};

TEST_F(DownloadTrackerTest, ADownloadIsKnownFromItsBeginning) {
  begin("g1");
  ASSERT_EQ(downloads.all().size(), 1U);
  const Download& download = downloads.all().front();
  EXPECT_EQ(download.guid, "g1");
  EXPECT_EQ(download.frame_id, "F1");
  EXPECT_EQ(download.url, "http://x/a");
  EXPECT_EQ(download.name, "a.zip");
  EXPECT_EQ(download.state, DownloadState::in_progress);
  EXPECT_EQ(download.number, 1U);
  EXPECT_TRUE(download.path.empty()) << "it is nowhere yet";
}

TEST_F(DownloadTrackerTest, ProgressAndEndAreThoseOfItsGuid) {
  begin("g1");
  begin("g2", "b.zip");
  progress("g2", "inProgress");
  EXPECT_EQ(downloads.all()[0].received_bytes, 0);
  EXPECT_EQ(downloads.all()[1].received_bytes, 50);
  EXPECT_EQ(downloads.all()[1].total_bytes, 100);
  EXPECT_EQ(downloads.all()[1].state, DownloadState::in_progress);
  write("g2");
  progress("g2", "completed", {{"filePath", "/home/downloads/g2"}});
  wait_until_ended(1);
  EXPECT_EQ(downloads.all()[1].state, DownloadState::completed);
  EXPECT_EQ(downloads.all()[1].path, "/home/downloads/b.zip");
  EXPECT_EQ(*files.read("/home/downloads/b.zip"), "the bytes");
  progress("g1", "canceled");
  EXPECT_EQ(downloads.all()[0].state, DownloadState::cancelled);
  EXPECT_TRUE(downloads.all()[0].path.empty());
}

TEST_F(DownloadTrackerTest, ABrowserThatDoesNotSayWhereWroteItUnderItsGuid) {
  begin("g1");
  write("g1");
  progress("g1", "completed");
  wait_until_ended(0);
  EXPECT_EQ(downloads.all()[0].path, "/home/downloads/a.zip");
}

TEST_F(DownloadTrackerTest, TwoOfOneNameAreTwoFiles) {
  for (std::string_view guid : {"g1", "g2"}) {
    begin(guid);
    write(guid, guid);
    progress(guid, "completed");
    wait_until_ended(downloads.all().size() - 1);
  }
  EXPECT_EQ(downloads.all()[1].path, "/home/downloads/a (1).zip");
  EXPECT_EQ(*files.read("/home/downloads/a.zip"), "g1");
  EXPECT_EQ(*files.read("/home/downloads/a (1).zip"), "g2");
}

TEST_F(DownloadTrackerTest, ANameOfAPageStaysInTheDirectory) {
  begin("g1", "../../.ssh/.config");
  EXPECT_EQ(downloads.all()[0].name, "config");
  write("g1");
  progress("g1", "completed");
  wait_until_ended(0);
  EXPECT_EQ(downloads.all()[0].path, "/home/downloads/config");
}

TEST_F(DownloadTrackerTest, AFileThatCannotBeMovedIsFoundWhereItIs) {
  begin("g1");
  progress("g1", "completed", {{"filePath", "/elsewhere/g1"}});
  wait_until_ended(0);
  EXPECT_EQ(downloads.all()[0].state, DownloadState::completed);
  EXPECT_EQ(downloads.all()[0].path, "/elsewhere/g1");
}

TEST_F(DownloadTrackerTest, EveryEndIsToldOnce) {
  begin("g1", "report.pdf");
  write("g1");
  progress("g1", "completed", {{"receivedBytes", 12'345.0}});
  progress("g1", "completed", {{"receivedBytes", 12'345.0}});
  wait_until_ended(0);
  begin("g2");
  progress("g2", "canceled");
  progress("g2", "canceled");
  EXPECT_EQ(endings,
            (std::vector<std::string>{"download completed: report.pdf (12 KB) → /home/downloads/report.pdf",
                                      "download cancelled: a.zip"}));
}

TEST_F(DownloadTrackerTest, OfACancelledOneNothingIsLeft) {
  begin("g1");
  write("g1");
  write("g1.crdownload");
  progress("g1", "canceled");
  page.end();
  EXPECT_TRUE(files.list("/home/downloads")->empty());
}

TEST_F(DownloadTrackerTest, TheTabIsTheOneOfItsFrame) {
  downloads.find_tabs_with([](const std::string& frame) { return frame == "F1" ? "t1" : ""; });
  begin("g1");
  EXPECT_EQ(downloads.all()[0].tab_id, "t1");
}

TEST_F(DownloadTrackerTest, ProgressOfWhatNobodyAnnouncedIsIgnored) {
  begin("g1");
  progress("g9", "completed");
  EXPECT_EQ(downloads.all().size(), 1U);
  EXPECT_EQ(downloads.all()[0].state, DownloadState::in_progress);
}

TEST_F(DownloadTrackerTest, OldOnesMakeRoomAndNumbersGoOn) {
  for (int i = 0; i < 250; ++i) begin(std::to_string(i));
  EXPECT_EQ(downloads.all().size(), 200U);
  EXPECT_EQ(downloads.all().front().guid, "50");
  EXPECT_EQ(downloads.all().back().number, 250U);
  EXPECT_EQ(downloads.last_number(), 250U);
}

TEST_F(DownloadTrackerTest, ChangesWakeThoseWhoWait) {
  begin("g1");
  auto woken = page.start(downloads.changed().wait({}));
  EXPECT_FALSE(woken->has_value());
  progress("g1", "inProgress");
  ASSERT_TRUE(woken->has_value());
  EXPECT_TRUE(**woken);
}

TEST_F(DownloadTrackerTest, WhatWasOnItsWayGoesWithTheBrowser) {
  begin("g1");
  begin("g2");
  write("g2");
  progress("g2", "completed");
  wait_until_ended(1);
  auto woken = page.start(downloads.changed().wait({}));
  downloads.forget_session();
  page.settle();
  EXPECT_EQ(downloads.all()[0].state, DownloadState::cancelled);
  EXPECT_EQ(downloads.all()[1].state, DownloadState::completed) << "the file is there";
  EXPECT_TRUE(woken->has_value()) << "nobody waits for what cannot come";
  begin("g3");
  EXPECT_EQ(downloads.all().size(), 2U);
}

TEST_F(DownloadTrackerTest, TheNextBrowserIsHeardInsteadOfTheLast) {
  downloads.listen(*page.session("next"), "/other");
  begin("g1");
  EXPECT_TRUE(downloads.all().empty());
  page.emit("Browser.downloadWillBegin", {{"guid", "g1"}, {"suggestedFilename", "n"}}, "next");
  ASSERT_TRUE(files.make_directories("/other"));
  ASSERT_TRUE(files.write_new("/other/g1", ""));
  page.emit("Browser.downloadProgress", {{"guid", "g1"}, {"state", "completed"}}, "next");
  ASSERT_EQ(downloads.all().size(), 1U);
  wait_until_ended(0);
  EXPECT_EQ(downloads.all()[0].path, "/other/n");
}

}  // namespace
}  // namespace oc::browser
