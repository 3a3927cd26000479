#include "ledger/task_files.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"

namespace oc::ledger {
namespace {

struct TaskFilesTest : testing::Test {
  TaskRecord record{.task_id = new_task_id(), .kind = "crawl", .created_at = 1, .updated_at = 1};
  store::MemoryFileSystem disk;
  store::FaultyFileSystem watched{disk};
  TaskFiles files{watched, "/tasks"};
};

TEST_F(TaskFilesTest, AResultIsDurableBeforeAnyoneCanSeeIt) {
  ASSERT_TRUE(files.create(record));
  std::size_t before = watched.operations().size();
  ASSERT_TRUE(files.put_result(record.task_id, "{}"));
  std::vector<std::string> steps;
  for (const std::string& step : watched.operations()) steps.push_back(step.substr(0, step.find(' ')));
  steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(before));
  EXPECT_EQ(steps, (std::vector<std::string>{"write_new", "sync_file", "rename", "sync_directory"}));
}

TEST_F(TaskFilesTest, AnUnchangedRecordIsNotReadAgain) {
  auto created = files.create(record);
  ASSERT_TRUE(created);
  EXPECT_FALSE(files.read_if_changed(record.task_id, created->file)->has_value());
  auto updated = files.update(record.task_id, [](TaskRecord&) -> Result<Edited> { return Edited{}; });
  ASSERT_TRUE(updated);
  EXPECT_TRUE(files.read_if_changed(record.task_id, created->file)->has_value());
  EXPECT_FALSE(files.read_if_changed(record.task_id, updated->file)->has_value());
}

struct TaskCountsTest : TaskFilesTest {
  TaskCountsTest() { record.objective = "count"; }
  static Result<Edited> count_one(TaskRecord& task) {
    Counters counters = task.counters.value_or(Counters{});
    ++counters.tool_calls;
    task.counters = counters;
    return Edited{.only_counts = true};
  }
  TaskRecord stored() { return files.read(record.task_id).value()->record; }
};

TEST_F(TaskCountsTest, CountsDoNotWaitForTheDisk) {
  auto created = files.create(record);
  ASSERT_TRUE(created);
  std::size_t synced = watched.count("sync_file");
  for (std::int64_t i = 1; i <= 3; ++i) {
    auto counted = files.update(record.task_id, count_one);
    ASSERT_TRUE(counted);
    EXPECT_EQ(counted->record.revision, record.revision + i);
    EXPECT_TRUE(files.read_if_changed(record.task_id, created->file)->has_value()) << "others see it";
    EXPECT_FALSE(files.read_if_changed(record.task_id, counted->file)->has_value());
    created = counted;
  }
  EXPECT_EQ(watched.count("sync_file"), synced);
  EXPECT_EQ(stored().counters->tool_calls, 3);
  EXPECT_EQ(stored().revision, record.revision + 3);
}

TEST_F(TaskCountsTest, AChangeOfTheRecordHasTheCountsAndCountsGoOnFromIt) {
  ASSERT_TRUE(files.create(record));
  ASSERT_TRUE(files.update(record.task_id, count_one));
  ASSERT_TRUE(files.update(record.task_id, [](TaskRecord& task) -> Result<Edited> {
    task.note = "half way";
    return Edited{};
  }));
  EXPECT_EQ(stored().counters->tool_calls, 1);
  ASSERT_TRUE(files.update(record.task_id, count_one));
  EXPECT_EQ(stored().counters->tool_calls, 2);
  EXPECT_EQ(stored().note, "half way");
}

TEST_F(TaskCountsTest, ALossOfPowerCostsCountsAndNeverTheTask) {
  ASSERT_TRUE(files.create(record));
  ASSERT_TRUE(files.update(record.task_id, count_one));
  std::string path = cat("/tasks/", record.task_id, "/counts.json");
  ASSERT_TRUE(disk.remove_file(path));
  ASSERT_TRUE(disk.write_new(path, ""));
  EXPECT_EQ(stored().objective, "count");
  ASSERT_TRUE(files.update(record.task_id, count_one));
  EXPECT_EQ(stored().counters->tool_calls, 1);
}

TEST_F(TaskFilesTest, ForeignNamesInTheRootAreNoTasks) {
  ASSERT_TRUE(files.create(record));
  ASSERT_TRUE(disk.make_directories("/tasks/notes"));
  ASSERT_TRUE(disk.write_new("/tasks/0123456789abcdeg", ""));
  EXPECT_EQ(*files.ids(), std::vector<TaskId>{record.task_id});
}

TEST_F(TaskFilesTest, TheEndIsToldEvenIfItsLineWasLost) {
  ASSERT_TRUE(files.create(record));
  auto end = [](TaskRecord& task) -> Result<Edited> {
    task.status = TaskStatus::completed;
    task.ended_at = 7;
    return Edited{};
  };
  ASSERT_TRUE(files.update(record.task_id, end));
  auto events = files.events(record.task_id, 0, 9);
  ASSERT_EQ(events->size(), 1U);
  EXPECT_EQ(events->front().kind, EventKind::completed);
  EXPECT_EQ(events->front().ts, 7);
}

TEST_F(TaskFilesTest, WithTheEndTemporaryFilesGo) {
  ASSERT_TRUE(files.create(record));
  std::string left = cat("/tasks/", record.task_id, "/.meta.json.0123456789abcdef.tmp");
  ASSERT_TRUE(disk.write_new(left, "half"));
  auto end = [](TaskRecord& task) -> Result<Edited> {
    task.status = TaskStatus::failed;
    return Edited{};
  };
  ASSERT_TRUE(files.update(record.task_id, end));
  EXPECT_FALSE(*disk.exists(left));
}

TEST_F(TaskFilesTest, ARecordOfAnotherTaskIsCorrupt) {
  ASSERT_TRUE(files.create(record));
  TaskId other = new_task_id();
  ASSERT_TRUE(disk.make_directories(cat("/tasks/", other)));
  ASSERT_TRUE(disk.write_new(cat("/tasks/", other, "/meta.json"),
                             **disk.read(cat("/tasks/", record.task_id, "/meta.json"))));
  EXPECT_EQ(files.read(other).error().code, ErrorCode::storage_corrupt);
}

}  // namespace
}  // namespace oc::ledger
