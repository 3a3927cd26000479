#include "ledger/task_record.h"

#include <gtest/gtest.h>

#include "json/write.h"

namespace oc::ledger {
namespace {

TEST(TaskRecord, IdsAreSixteenHexDigitsAndNothingElseIsOne) {
  EXPECT_TRUE(is_task_id(new_task_id()));
  EXPECT_NE(new_task_id(), new_task_id());
  for (std::string_view bad : {"", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF",
                               "../../etc/pass", "0123456789abcde/", "0123456789abcde\n"})
    EXPECT_FALSE(is_task_id(bad)) << bad;
}

TEST(TaskRecord, OnlyTheArrowsOfTheStateMachineExist) {
  using enum TaskStatus;
  std::string arrows;
  for (TaskStatus from : {pending, running, completed, failed, cancelled}) {
    for (TaskStatus to : {pending, running, completed, failed, cancelled})
      if (may_become(from, to)) arrows += cat(word_of(from), ">", word_of(to), " ");
  }
  EXPECT_EQ(arrows,
            "PENDING>RUNNING PENDING>FAILED PENDING>CANCELLED RUNNING>COMPLETED RUNNING>FAILED "
            "RUNNING>CANCELLED ");
}

TEST(TaskRecord, SurvivesItsFileWithMembersOfOtherVersions) {
  TaskRecord record{.task_id = new_task_id(),
                    .kind = "crawl",
                    .status = TaskStatus::running,
                    .created_at = 5,
                    .updated_at = 6,
                    .owner = {1, 2, "boot", "host"},
                    .args_summary = "{}",
                    .progress = TaskProgress{1, 3, "a"}};
  record.others["colour_of_the_day"] = "look around";
  auto read = parse_record(json::write(to_json(record)));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(json::write(to_json(*read)), json::write(to_json(record)));
  EXPECT_EQ(read->others.at("colour_of_the_day").as_string(), "look around");
  EXPECT_EQ(read->owner, record.owner);
}

TEST(TaskRecord, WhatIsNoRecordIsCorrupt) {
  for (std::string_view bad : {"", "{", "[]", "{\"task_id\":\"0123456789abcdef\"}"})
    EXPECT_EQ(parse_record(bad).error().code, ErrorCode::storage_corrupt) << bad;
}

TEST(TaskRecord, TheDigestOfArgumentsIsNobodyElsesBusiness) {
  TaskRecord record{.args_digest = "d"};
  EXPECT_TRUE(to_json(record).contains("args_digest"));
  EXPECT_FALSE(public_json(record).contains("args_digest"));
}

TEST(TaskEvent, SurvivesItsLineAndOtherLinesAreNone) {
  TaskEvent event{7, EventKind::progress, json::object{{"done", 1}}};
  auto read = parse_event(to_json(event));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->ts, 7);
  EXPECT_EQ(read->kind, EventKind::progress);
  EXPECT_EQ(read->data.at("done").as_int64(), 1);
  EXPECT_FALSE(parse_event(json::object{{"ts", 7}, {"kind", "dance"}}));
  EXPECT_FALSE(parse_event(json::value(3)));
}

}  // namespace
}  // namespace oc::ledger
