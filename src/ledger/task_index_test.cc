#include "ledger/task_index.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::ledger {
namespace {

TaskRecord task(std::string id, std::int64_t created_at, TaskStatus status = TaskStatus::completed,
                std::string kind = "crawl") {
  return {.task_id = std::move(id), .kind = std::move(kind), .status = status, .created_at = created_at};
}

std::string ids(const std::vector<TaskRecord>& records) {
  std::string out;
  for (const TaskRecord& record : records) out += record.task_id;
  return out;
}

TEST(TaskIndex, ListsTheNewestFirstAndWhatFits) {
  TaskIndex index;
  index.put(task("a", 1));
  index.put(task("b", 3, TaskStatus::running));
  index.put(task("c", 2, TaskStatus::completed, "recording"));
  EXPECT_EQ(ids(index.list({})), "bca");
  EXPECT_EQ(ids(index.list({.limit = 2})), "bc");
  EXPECT_EQ(ids(index.list({.statuses = {TaskStatus::completed}})), "ca");
  EXPECT_EQ(ids(index.list({.statuses = {TaskStatus::running, TaskStatus::failed}})), "b");
  EXPECT_EQ(ids(index.list({.kinds = {"recording"}})), "c");
  EXPECT_EQ(ids(index.list({.since_ms = 2})), "bc") << "inclusive";
  ASSERT_EQ(index.not_ended().size(), 1U);
  EXPECT_EQ(index.not_ended()[0].first, "b");
}

TEST(TaskIndex, AnOlderRevisionDoesNotReplaceANewerOne) {
  TaskIndex index;
  TaskRecord second = task("a", 1, TaskStatus::failed);
  second.revision = 2;
  EXPECT_TRUE(index.put(second));
  EXPECT_FALSE(index.put(task("a", 1, TaskStatus::running)));
  EXPECT_EQ(index.find("a")->record.status, TaskStatus::failed);
}

TEST(TaskIndex, ATaskThatCameInDuringAListingIsNotForgotten) {
  TaskIndex index;
  index.put(task("a", 1));
  index.put(task("b", 1));
  std::uint64_t mark = index.mark();
  index.put(task("c", 1));
  EXPECT_EQ(index.keep_only({"a", "d"}, mark), std::vector<TaskId>{"b"});
  EXPECT_TRUE(index.find("c"));
  EXPECT_EQ(index.unknown_of({"a", "d"}), std::vector<TaskId>{"d"});
  EXPECT_EQ(index.keep_only({"a", "c"}, index.mark()), std::vector<TaskId>{});
}

}  // namespace
}  // namespace oc::ledger
