#include "recording/recording_files.h"

#include <gtest/gtest.h>

#include "store/dated_id.h"
#include "store/testing/memory_file_system.h"

namespace oc::recording {
namespace {

struct RecordingFilesTest : testing::Test {
  store::MemoryFileSystem disk;
  RecordingFiles files{disk, "/home/recordings"};

  Metadata make(std::int64_t ms) {
    Metadata metadata{.recording_id = store::dated_id(ms), .workspace = "default", .started_at = ms};
    EXPECT_TRUE(files.create(metadata));
    return metadata;
  }
};

TEST_F(RecordingFilesTest, WhatIsWrittenIsReadBackATornLineAside) {
  Metadata metadata = make(1000);
  std::string id = metadata.recording_id;
  ASSERT_TRUE(files.append(id, "{\"seq\":1}\n"));
  ASSERT_TRUE(disk.append(files.folder_of(id) + "/actions.jsonl", "{\"se"));
  ASSERT_TRUE(files.append(id, "{\"seq\":2}\n"));
  auto actions = files.actions(id);
  ASSERT_EQ(actions->size(), 2U);
  metadata.tool_calls = 2;
  ASSERT_TRUE(files.write_metadata(metadata));
  EXPECT_EQ(files.load(id)->tool_calls, 2);
  json::object data = export_json(files, metadata, *actions);
  EXPECT_EQ(data.at("actions").as_array().size(), 2U);
  EXPECT_EQ(data.at("recording").at("status").as_string(), "interrupted");
}

TEST_F(RecordingFilesTest, TheReportHasThePictures) {
  Metadata metadata = make(1000);
  std::string id = metadata.recording_id;
  ASSERT_TRUE(files.append(id,
                           "{\"seq\":1,\"kind\":\"tool_call\",\"tool\":\"interact\"}\n"
                           "{\"seq\":2,\"kind\":\"screenshot\",\"of\":1,\"file\":\"screenshot-1.webp\"}\n"));
  ASSERT_TRUE(files.write_picture(id, "screenshot-1.webp", "picture"));
  auto size = files.write_report(metadata);
  ASSERT_TRUE(size);
  std::string html = disk.read(files.report_of(id))->value();
  EXPECT_EQ(html.size(), *size);
  EXPECT_NE(html.find("base64,cGljdHVyZQ=="), std::string::npos);
}

TEST_F(RecordingFilesTest, TheNewestAreListedFirstAndStrangersPassedOver) {
  Metadata first = make(1000);
  Metadata second = make(2000);
  ASSERT_TRUE(disk.make_directories("/home/recordings/notes"));
  auto listed = files.list(10);
  ASSERT_EQ(listed->size(), 2U);
  EXPECT_EQ((*listed)[0].recording_id, second.recording_id);
  EXPECT_EQ(files.list(1)->size(), 1U);
}

TEST_F(RecordingFilesTest, AnIdThatIsNoneIsNotFound) {
  for (const std::string& id : {std::string{"../journal"}, store::dated_id(5)})
    EXPECT_EQ(files.load(id).error().code, ErrorCode::resource_not_found) << id;
}

}  // namespace
}  // namespace oc::recording
