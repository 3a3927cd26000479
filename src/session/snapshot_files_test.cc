#include "session/snapshot_files.h"

#include <gtest/gtest.h>

#include "store/dated_id.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"

namespace oc::session {
namespace {

Snapshot snapshot_at(std::int64_t ms) {
  return {.snapshot_id = store::dated_id(ms),
          .created_at = ms,
          .workspace = "default",
          .memo = {.objective = "o", .current_step = "c", .next_actions = {}}};
}

struct SnapshotFilesTest : testing::Test {
  store::MemoryFileSystem disk;
  SnapshotFiles files{disk, "/home/snapshots", 3};
};

TEST_F(SnapshotFilesTest, WhatWasSavedIsFoundByIdAndTheLatestWithoutOne) {
  Snapshot first = snapshot_at(1000);
  Snapshot second = snapshot_at(2000);
  ASSERT_TRUE(files.save(second));
  ASSERT_TRUE(files.save(first));
  EXPECT_EQ(files.load(first.snapshot_id)->created_at, 1000);
  EXPECT_EQ(files.newest()->snapshot_id, second.snapshot_id);
}

TEST_F(SnapshotFilesTest, OnlyTheNewestAreKept) {
  for (int i = 1; i <= 5; ++i) ASSERT_TRUE(files.save(snapshot_at(i * 1000)));
  auto names = disk.list("/home/snapshots").value();
  ASSERT_EQ(names.size(), 3U);
  EXPECT_TRUE(names[0].starts_with("0000000003000-")) << names[0];
}

TEST_F(SnapshotFilesTest, UnknownOnesAreToldWithTheNewest) {
  EXPECT_EQ(files.newest().error().code, ErrorCode::resource_not_found);
  Snapshot only = snapshot_at(1000);
  ASSERT_TRUE(files.save(only));
  for (const std::string& id : {std::string{"../../token"}, store::dated_id(7)}) {
    auto missing = files.load(id);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::resource_not_found);
    EXPECT_NE(missing.error().message.find(only.snapshot_id), std::string::npos) << missing.error().message;
  }
}

TEST_F(SnapshotFilesTest, OneThatCannotBeUnderstoodIsPassedOverUnlessAskedFor) {
  Snapshot good = snapshot_at(1000);
  ASSERT_TRUE(files.save(good));
  std::string bad = store::dated_id(2000);
  ASSERT_TRUE(disk.write_new(files.path_of(bad), "{\"version\":1"));
  EXPECT_EQ(files.load(bad).error().code, ErrorCode::storage_corrupt);
  EXPECT_EQ(files.newest()->snapshot_id, good.snapshot_id);
}

TEST_F(SnapshotFilesTest, AFullDiskIsAnErrorAndLeavesNothing) {
  store::FaultyFileSystem faulty{disk};
  SnapshotFiles on_faulty{faulty, "/home/snapshots"};
  faulty.fail_at(2);
  EXPECT_EQ(on_faulty.save(snapshot_at(1000)).error().code, ErrorCode::storage_failed);
  EXPECT_TRUE(disk.list("/home/snapshots")->empty());
}

}  // namespace
}  // namespace oc::session
