#include "receipts/receipt_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::receipts {
namespace {

using Names = std::vector<std::string>;

struct ReceiptFilesTest : testing::Test {
  store::MemoryFileSystem memory;
  store::FaultyFileSystem disk{memory};
  ReceiptFiles files{disk, "/home/receipts"};
  std::string id = id_of("key");
  std::string folder = id.substr(0, 2);
  Receipt intent{.tool = "t", .fingerprint = "f", .owner = {.pid = 1, .start_ticks = 2}, .started_at_ms = 3};

  void SetUp() override { ASSERT_TRUE(memory.make_directories("/home")); }
  Receipt done() const {
    Receipt receipt = intent;
    receipt.state = ReceiptState::done;
    receipt.outcome = {{"text", "ok"}};
    return receipt;
  }
};

TEST_F(ReceiptFilesTest, AKeyIsClaimedOnceAndFoundThen) {
  EXPECT_EQ(*files.claim(id, intent), std::nullopt);
  auto found = files.claim(id, intent);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->state, ReceiptState::running);
  ASSERT_TRUE(files.finish(id, done()));
  found = files.claim(id, intent);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->outcome.at("text").as_string(), "ok");
}

TEST_F(ReceiptFilesTest, AReleasedKeyCanBeClaimedAgain) {
  EXPECT_EQ(*files.claim(id, intent), std::nullopt);
  ASSERT_TRUE(files.release(id));
  EXPECT_EQ(*files.claim(id, intent), std::nullopt);
}

TEST_F(ReceiptFilesTest, TheIntentIsDurableWithTheFoldersItIsIn) {
  ASSERT_TRUE(files.claim(id, intent));
  Names steps = disk.operations();
  ASSERT_EQ(steps.size(), 8U);
  EXPECT_EQ(steps[0], cat("make_directories /home/receipts/", folder));
  EXPECT_EQ(steps[1], "sync_directory /home/receipts");
  EXPECT_EQ(steps[2], "sync_directory /home");
  EXPECT_TRUE(steps[4].starts_with("sync_file "));
  EXPECT_EQ(steps[5], cat("link ", files.path_of(id)));
  EXPECT_EQ(steps[7], cat("sync_directory /home/receipts/", folder));
}

TEST_F(ReceiptFilesTest, AClaimThatFailsLeavesTheKeyFree) {
  for (std::size_t step = 1; step <= 8; ++step) {
    if (step == 7) continue;  // the temporary name that stays is swept
    disk.fail_at(step);
    EXPECT_FALSE(files.claim(id_of(std::to_string(step)), intent)) << step;
    disk.heal();
    EXPECT_EQ(*files.claim(id_of(std::to_string(step)), intent), std::nullopt) << step;
  }
}

TEST_F(ReceiptFilesTest, ACrashBetweenIntentAndReceiptLeavesTheIntent) {
  for (std::size_t step = 1; step <= 3; ++step) {
    std::string key = id_of(std::to_string(step));
    ASSERT_EQ(*files.claim(key, intent), std::nullopt);
    disk.fail_at(step, EIO, store::FaultExtent::from_then_on);
    EXPECT_FALSE(files.finish(key, done()));
    disk.heal();
    auto found = files.claim(key, intent);
    ASSERT_TRUE(found && *found) << step;
    EXPECT_EQ((*found)->state, ReceiptState::running) << step;
  }
}

TEST_F(ReceiptFilesTest, WhatCannotBeReadIsNeverRun) {
  ASSERT_TRUE(files.claim(id, intent));
  ASSERT_TRUE(memory.remove_file(files.path_of(id)));
  ASSERT_TRUE(memory.write_new(files.path_of(id), "{\"state\""));
  auto found = files.claim(id, intent);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::outcome_unknown);
}

TEST_F(ReceiptFilesTest, TheSweepTakesOldReceiptsAndLeavesOtherFiles) {
  memory.set_time(1000);
  ASSERT_TRUE(files.claim(id, intent));
  std::string beside = cat("/home/receipts/", folder, "/notes.json");
  ASSERT_TRUE(memory.write_new(beside, ""));
  ASSERT_TRUE(memory.make_directories("/home/receipts/other"));
  EXPECT_EQ(*files.folders(), Names{folder});
  EXPECT_EQ(*files.sweep(folder, 1000), std::vector<std::int64_t>{1000});
  EXPECT_EQ(files.sweep(folder, 1001)->size(), 0U);
  EXPECT_FALSE(*memory.exists(files.path_of(id)));
  EXPECT_TRUE(*memory.exists(beside));
}

TEST(ReceiptFilesOnDisk, ArePrivate) {
  store::TempDir home;
  store::PosixFileSystem disk;
  ReceiptFiles files{disk, home / "receipts"};
  Receipt intent{.tool = "t", .fingerprint = "f"};
  std::string id = id_of("key");
  ASSERT_EQ(*files.claim(id, intent), std::nullopt);
  ASSERT_TRUE(files.finish(id, intent));
  struct stat status{};
  ASSERT_EQ(::stat(files.path_of(id).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  ASSERT_EQ(::stat((home / "receipts").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700U);
}

}  // namespace
}  // namespace oc::receipts
