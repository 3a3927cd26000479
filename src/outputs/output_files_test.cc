#include "outputs/output_files.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "outputs/testing/stored.h"
#include "store/testing/faulty_file_system.h"

namespace oc::outputs {
namespace {

constexpr std::int64_t kPlenty = 1'000'000'000;

struct OutputFilesTest : testing::Test, StoredFixture {
  std::vector<std::string> names(const std::string& directory = "/output/2026-05-19") {
    return disk.list(directory).value();
  }
};

TEST_F(OutputFilesTest, WhatIsWrittenIsFoundWithItsRecord) {
  StoredOutput stored = store(R"([1,22])", "application/json");
  EXPECT_EQ(stored.record.item_count, 2);
  EXPECT_EQ(files.read(stored, 1, 3).value(), "1,2");
  EXPECT_EQ(files.spans(stored, 1, 5).value(), (std::vector<Span>{{3, 5}}));
  EXPECT_EQ(names(), (std::vector<std::string>{cat(stored.record.output_handle, ".items"),
                                               cat(stored.record.output_handle, ".json"),
                                               cat(stored.record.output_handle, ".meta.json")}));
}

TEST_F(OutputFilesTest, UnknownMalformedExpiredAndDamagedOnesAreAllNotFound) {
  StoredOutput stored = store("text");
  const std::string& handle = stored.record.output_handle;
  auto code = [&](std::string_view asked, std::int64_t now) { return files.find(asked, now).error().code; };
  EXPECT_EQ(code("oh_ABCDEFGHIJKL", kNow), ErrorCode::output_handle_not_found);
  EXPECT_EQ(code("../../token", kNow), ErrorCode::output_handle_not_found);
  EXPECT_EQ(code(handle, kNow + 1000), ErrorCode::output_handle_not_found);
  ASSERT_TRUE(files.find(handle, kNow + 999));
  ASSERT_TRUE(disk.remove_file(stored.payload_path));
  EXPECT_EQ(code(handle, kNow), ErrorCode::output_handle_not_found);
  EXPECT_EQ(files.read(stored, 0, 4).error().code, ErrorCode::output_handle_not_found);
}

TEST_F(OutputFilesTest, TheSweepTakesWhatHasExpiredAndEmptyDays) {
  store("a");
  store(R"([1])", "application/json");
  EXPECT_EQ(files.sweep(kNow + 999, 0, kPlenty)->removed, 0U);
  EXPECT_EQ(files.list(kNow)->size(), 2U);
  SweepResult swept = files.sweep(kNow + 1000, 0, kPlenty).value();
  EXPECT_EQ(swept.removed, 2U);
  EXPECT_EQ(swept.kept_bytes, 0);
  EXPECT_TRUE(names("/output").empty());
}

TEST_F(OutputFilesTest, WhatACrashLeftGoesAfterAWhileOnly) {
  StoredOutput stored = store("whole");
  ASSERT_TRUE(disk.remove_file(cat("/output/2026-05-19/", stored.record.output_handle, ".meta.json")));
  std::int64_t written = disk.info(stored.payload_path).value()->modified_ms;
  EXPECT_EQ(files.sweep(written + 59'999, 60'000, kPlenty)->removed, 0U);
  EXPECT_EQ(files.sweep(written + 60'000, 60'000, kPlenty)->removed, 1U);
  EXPECT_TRUE(names("/output").empty());
}

TEST_F(OutputFilesTest, TooMuchIsTakenFromTheOldestOn) {
  for (int i = 0; i < 4; ++i) {
    OutputRecord record{.output_handle = new_handle(),
                        .mime_type = "text/plain",
                        .size_bytes = 10,
                        .source_tool = cat(i),
                        .created_at = kNow + i,
                        .expires_at = kNow + 10'000};
    ASSERT_TRUE(files.write(record, "0123456789", {}));
  }
  SweepResult swept = files.sweep(kNow, 0, 25).value();
  EXPECT_EQ(swept.removed, 2U);
  EXPECT_EQ(swept.kept_bytes, 20);
  auto left = files.list(kNow).value();
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].source_tool, "3");
  EXPECT_EQ(left[1].source_tool, "2");
}

TEST_F(OutputFilesTest, ForeignFilesAndFoldersAreLeftAlone) {
  ASSERT_TRUE(disk.make_directories("/output/notes"));
  ASSERT_TRUE(disk.write_new("/output/notes/x.txt", "mine"));
  EXPECT_EQ(files.sweep(kNow + kPlenty, 0, 0)->removed, 0U);
  EXPECT_TRUE(disk.exists("/output/notes/x.txt").value());
}

// The disk fails at each step in turn: nothing is found then, and nothing is left.
TEST_F(OutputFilesTest, AFailureOfAnyStepLeavesNothing) {
  for (std::size_t step = 1;; ++step) {
    store::FaultyFileSystem faulty{disk};
    OutputFiles failing{faulty, "/output"};
    faulty.fail_at(step, ENOSPC, store::FaultExtent::once);
    OutputRecord record{.output_handle = new_handle(),
                        .mime_type = "application/json",
                        .size_bytes = 3,
                        .item_count = 1,
                        .created_at = kNow,
                        .expires_at = kNow + 1000};
    auto written = failing.write(record, "[1]", {{1, 2}});
    if (written) break;
    EXPECT_EQ(written.error().code, ErrorCode::storage_failed);
    EXPECT_FALSE(files.find(record.output_handle, kNow)) << step;
    for (const std::string& name : disk.list("/output/2026-05-19").value())
      EXPECT_FALSE(name.starts_with(record.output_handle)) << step << ": " << name;
    ASSERT_LT(step, 50U);
  }
}

}  // namespace
}  // namespace oc::outputs
