#include "journal/journal_files.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "base/time_format.h"
#include "journal/journal_event.h"
#include "store/jsonl.h"
#include "store/testing/memory_file_system.h"

namespace oc::journal {
namespace {

using Names = std::vector<std::string>;

class JournalFilesTest : public ::testing::Test {
 protected:
  JournalFilesTest() { (void)disk.make_directories("/j"); }

  void put(std::string_view day, std::int64_t offset_ms, std::string tool) {
    std::int64_t ts = *day_start_ms(day) + offset_ms;
    auto event =
        JournalEvent::tool_call({.ts_ms = ts, .call_id = cat(offset_ms), .tool = std::move(tool)}, {});
    (void)store::append_line(disk, files.path_of(day), event.body());
  }
  void put_text(std::string_view day, std::string_view text) { (void)disk.append(files.path_of(day), text); }

  static Names ids(const json::array& events) {
    Names found;
    for (const json::value& event : events)
      found.emplace_back(*json::find_string(event.as_object(), "call_id"));
    return found;
  }
  static bool never() { return false; }

  store::MemoryFileSystem disk;
  JournalFiles files{disk, "/j"};
};

TEST_F(JournalFilesTest, OnlyExactNamesOfRealDaysAreOurs) {
  EXPECT_EQ(file_name_of("2026-05-19"), "journal-2026-05-19.jsonl");
  EXPECT_EQ(day_in("journal-2026-05-19.jsonl"), "2026-05-19");
  for (std::string_view name : {"journal-2026-02-30.jsonl", "journal-2026-05-19.jsonl.bak",
                                "xjournal-2026-05-19.jsonl", "journal-.jsonl", "journal-2026-5-19.jsonl",
                                "journal-../../etc/x.jsonl", "journal-jsonl", "journal.jsonl", ""}) {
    EXPECT_EQ(day_in(name), std::nullopt) << name;
  }
}

TEST_F(JournalFilesTest, DaysAreListedOldestFirst) {
  put("2026-05-19", 0, "a");
  put("2026-04-30", 0, "a");
  (void)disk.write_new("/j/notes.txt", "");
  EXPECT_EQ(*files.days(), (Names{"2026-04-30", "2026-05-19"}));
  EXPECT_TRUE((JournalFiles{disk, "/none"}.days()->empty()));
}

TEST_F(JournalFilesTest, OldFilesAreRemovedAndNothingElse) {
  for (std::string_view day : {"2026-05-10", "2026-05-11", "2026-05-12", "2026-05-19"}) put(day, 0, "a");
  for (std::string_view name : {"journal-2020-01-01.jsonl.bak", "journal-2020-13-01.jsonl", "other.jsonl"}) {
    (void)disk.write_new(store::path_in("/j", name), "");
  }
  EXPECT_EQ(*files.remove_old(*day_start_ms("2026-05-19") + 5, 7), 2U);
  EXPECT_EQ(*disk.list("/j"), (Names{"journal-2020-01-01.jsonl.bak", "journal-2020-13-01.jsonl",
                                     "journal-2026-05-12.jsonl", "journal-2026-05-19.jsonl", "other.jsonl"}));
}

TEST_F(JournalFilesTest, RecentIsNewestFirstAcrossDays) {
  put("2026-05-18", 1, "a");
  put("2026-05-18", 2, "b");
  put("2026-05-19", 3, "a");
  put("2026-05-19", 4, "b");
  EXPECT_EQ(ids(*files.recent({.count = 3}, never)), (Names{"4", "3", "2"}));
  EXPECT_EQ(ids(*files.recent({.count = 9}, never)), (Names{"4", "3", "2", "1"}));
  EXPECT_EQ(ids(*files.recent({.count = 9, .tool = "a"}, never)), (Names{"3", "1"}));
  std::int64_t since = *day_start_ms("2026-05-18") + 2;
  EXPECT_EQ(ids(*files.recent({.count = 9, .since_ms = since}, never)), (Names{"4", "3", "2"}));
}

TEST_F(JournalFilesTest, RecentIsSortedByTimeWhereServersInterleave) {
  for (int offset : {10, 30, 20, 40}) put("2026-05-19", offset, "a");
  EXPECT_EQ(ids(*files.recent({.count = 9}, never)), (Names{"40", "30", "20", "10"}));
}

TEST_F(JournalFilesTest, GarbageIsSkippedAndCounted) {
  put("2026-05-19", 1, "a");
  put_text("2026-05-19",
           "not json\n[1]\n{\"no\":\"event\"}\n{\"event\":\"tool_call\",\"ts\":1779148800000}\n\n");
  put("2026-05-19", 2, "a");
  put_text("2026-05-19", "{\"event\":\"tool_c");
  EXPECT_EQ(files.recent({.count = 9, .tool = "a"}, never)->size(), 2U);
  auto summary = files.summary({.since_ms = 0}, never);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->total.calls, 2);
  EXPECT_EQ(summary->skipped_lines, 5);
  EXPECT_FALSE(summary->truncated);
}

TEST_F(JournalFilesTest, ASummaryReadsOnlyTheDaysItNeeds) {
  put_text("2026-05-17", "garbage\n");
  put("2026-05-18", 1, "a");
  put("2026-05-18", 5, "a");
  put("2026-05-19", 0, "b");
  auto summary = files.summary({.since_ms = *day_start_ms("2026-05-18") + 2}, never);
  EXPECT_EQ(summary->total.calls, 2);
  EXPECT_EQ(summary->skipped_lines, 0);
}

TEST_F(JournalFilesTest, ReadingIsBoundedAndKeepsTheNewest) {
  for (int i = 0; i < 2000; ++i) put("2026-05-18", i, "old");
  for (int i = 0; i < 2000; ++i) put("2026-05-19", i, "new");
  JournalFiles bounded{disk, "/j", store::ReverseLines::kBlockBytes};
  auto summary = bounded.summary({.since_ms = 0}, never);
  ASSERT_TRUE(summary);
  EXPECT_TRUE(summary->truncated);
  EXPECT_GT(summary->total.calls, 100);
  ASSERT_EQ(summary->tools.size(), 1U);
  EXPECT_EQ(summary->tools[0].tool, "new");
  EXPECT_TRUE(bounded.recent({.count = 5, .tool = "old"}, never)->empty());
}

TEST_F(JournalFilesTest, AReaderThatGivesUpStops) {
  for (int i = 0; i < 2000; ++i) put("2026-05-19", i, "a");
  int asked = 0;
  auto summary = files.summary({.since_ms = 0}, [&] { return ++asked > 2; });
  ASSERT_TRUE(summary);
  EXPECT_LT(summary->total.calls, 1000);
}

}  // namespace
}  // namespace oc::journal
