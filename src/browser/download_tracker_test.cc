#include "browser/download_tracker.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

struct DownloadTrackerTest : testing::Test {
  testing_support::FakePage page;
  DownloadTracker downloads{page.loop.executor()};

  void SetUp() override { downloads.listen(*page.connection->browser(), "/home/downloads"); }
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
  progress("g2", "completed", {{"filePath", "/home/downloads/b (1).zip"}});
  EXPECT_EQ(downloads.all()[1].state, DownloadState::completed);
  EXPECT_EQ(downloads.all()[1].path, "/home/downloads/b (1).zip");
  progress("g1", "canceled");
  EXPECT_EQ(downloads.all()[0].state, DownloadState::cancelled);
  EXPECT_TRUE(downloads.all()[0].path.empty());
}

TEST_F(DownloadTrackerTest, WithoutAPathItHasTheSuggestedName) {
  begin("g1");
  progress("g1", "completed");
  EXPECT_EQ(downloads.all()[0].path, "/home/downloads/a.zip");
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
  progress("g1", "completed");
  ASSERT_TRUE(woken->has_value());
  EXPECT_TRUE(**woken);
}

TEST_F(DownloadTrackerTest, WhatWasOnItsWayGoesWithTheBrowser) {
  begin("g1");
  begin("g2");
  progress("g2", "completed");
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
  page.emit("Browser.downloadProgress", {{"guid", "g1"}, {"state", "completed"}}, "next");
  ASSERT_EQ(downloads.all().size(), 1U);
  EXPECT_EQ(downloads.all()[0].path, "/other/n");
}

}  // namespace
}  // namespace oc::browser
