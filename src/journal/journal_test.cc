#include "journal/journal.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <future>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "base/text.h"
#include "base/time_format.h"
#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::journal {
namespace {

using store::FaultExtent;
using testing_support::Loop;
using Names = std::vector<std::string>;

constexpr std::int64_t kDayMs = 24 * 60 * 60 * 1000;

class JournalTest : public ::testing::Test {
 protected:
  ~JournalTest() override {
    disk.heal();
    loop.run(journal.close({}));
  }

  void call(std::string id, std::string tool = "a", std::optional<std::int64_t> ts = {}) {
    journal.append(JournalEvent::tool_call({.ts_ms = ts.value_or(clock.now_ms()),
                                            .call_id = std::move(id),
                                            .tool = std::move(tool),
                                            .error = {}},
                                           {}));
  }
  Result<void> flush() { return loop.run(journal.flush({})); }
  Names recent_ids(RecentQuery query = {.count = 1000}) {
    auto events = loop.run(journal.recent(std::move(query), {}));
    Names found;
    for (const json::value& event : *events)
      found.emplace_back(*json::find_string(event.as_object(), "call_id"));
    return found;
  }
  std::size_t times_logged(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = loop.logged.find(text, at)) != std::string::npos; ++at) ++count;
    return count;
  }

  Loop loop;
  store::MemoryFileSystem memory;
  FakeClock clock{*day_start_ms("2026-05-19") + 1000};
  store::FaultyFileSystem disk{memory};
  WorkerPool pool;
  Journal journal{disk, pool, clock, loop.log, loop.executor(), "/home/journal", {.max_queued_bytes = 4096}};
};

TEST_F(JournalTest, NothingIsOnDiskBeforeTheFirstEvent) {
  EXPECT_TRUE(recent_ids().empty());
  EXPECT_TRUE(flush());
  EXPECT_TRUE(disk.operations().empty());
  call("1");
  EXPECT_TRUE(flush());
  EXPECT_EQ(*memory.list("/home/journal"), Names{"journal-2026-05-19.jsonl"});
}

TEST_F(JournalTest, FilesAndDirectoryArePrivate) {
  store::TempDir dir;
  store::PosixFileSystem real;
  Journal private_journal{real, pool, clock, loop.log, loop.executor(), dir / "home/journal"};
  private_journal.append(JournalEvent::tool_call({.ts_ms = clock.now_ms(), .tool = "a"}, {}));
  EXPECT_TRUE(loop.run(private_journal.close({})));
  auto mode = [](const std::string& path) {
    struct stat status{};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
  };
  EXPECT_EQ(mode(dir / "home"), 0700U);
  EXPECT_EQ(mode(dir / "home/journal"), 0700U);
  EXPECT_EQ(mode(dir / "home/journal/journal-2026-05-19.jsonl"), 0600U);
}

TEST_F(JournalTest, AnswersIncludeWhatWasJustAppended) {
  call("1");
  call("2", "b");
  EXPECT_EQ(recent_ids(), (Names{"2", "1"}));
  EXPECT_EQ(recent_ids({.count = 1}), Names{"2"});
  EXPECT_EQ(recent_ids({.count = 5, .tool = "a"}), Names{"1"});
  auto summary = loop.run(journal.summary({}, {}));
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->total.calls, 2);
  EXPECT_EQ(summary->until, clock.now_ms());
  EXPECT_EQ(summary->since, clock.now_ms() - kDayMs);
}

TEST_F(JournalTest, ASummaryCoversTheLastDayUnlessTold) {
  call("old", "a", clock.now_ms() - kDayMs - 1);
  call("new", "b", clock.now_ms() - kDayMs);
  EXPECT_EQ(loop.run(journal.summary({}, {}))->total.calls, 1);
  EXPECT_EQ(loop.run(journal.summary({.since_ms = 0}, {}))->total.calls, 2);
  EXPECT_EQ(loop.run(journal.summary({.since_ms = 0, .tool = "a"}, {}))->total.calls, 1);
}

TEST_F(JournalTest, CountsOutOfRangeAreRefused) {
  for (int count : {0, -1, 1001}) {
    auto events = loop.run(journal.recent({.count = count}, {}));
    ASSERT_FALSE(events);
    EXPECT_EQ(events.error().code, ErrorCode::invalid_arguments);
  }
}

Task<void> wait_until(const bool& state, Signal& changed) {
  while (!state) (void)co_await changed.wait({});
}

TEST_F(JournalTest, OneWriterTakesAllThatIsQueued) {
  std::promise<void> release;
  std::shared_future<void> released = release.get_future();
  Signal changed{loop.executor()};
  bool is_held = false;
  std::atomic<bool> first = true;
  disk.before_each([&](const std::string& step) {
    if (!step.starts_with("append") || !first.exchange(false)) return;
    loop.post([&] {
      is_held = true;
      changed.notify_all();
    });
    released.wait();
  });
  call("0");
  call("1");
  loop.run(wait_until(is_held, changed));
  for (int i = 2; i < 10; ++i) call(cat(i));
  EXPECT_EQ(journal.health().pending, 10);
  EXPECT_EQ(disk.count("append"), 1U);
  release.set_value();
  EXPECT_TRUE(flush());
  EXPECT_EQ(disk.count("append"), 2U);
  EXPECT_EQ(journal.health().pending, 0);
  EXPECT_EQ(recent_ids().size(), 10U);
}

TEST_F(JournalTest, EventsGoToTheFileOfTheirOwnDay) {
  call("before", "a", *day_start_ms("2026-05-19") - 1);
  call("after", "a", *day_start_ms("2026-05-19"));
  EXPECT_TRUE(flush());
  EXPECT_EQ(*loop.run(journal.days({})), (Names{"2026-05-18", "2026-05-19"}));
  EXPECT_EQ(recent_ids(), (Names{"after", "before"}));
}

TEST_F(JournalTest, AFailedWriteKeepsTheLinesAndIsLoggedOnce) {
  disk.fail_at(1, ENOSPC, FaultExtent::from_then_on);
  call("1");
  auto failed = flush();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::storage_failed);
  call("2");
  EXPECT_FALSE(flush());
  Health sick = journal.health();
  EXPECT_EQ(sick.pending, 2);
  ASSERT_TRUE(sick.last_error);
  EXPECT_NE(sick.last_error->find("No space left"), std::string::npos);
  EXPECT_EQ(times_logged("No space left"), 1U);
  EXPECT_TRUE(recent_ids().empty());

  disk.heal();
  EXPECT_TRUE(flush());
  EXPECT_EQ(journal.health().pending, 0);
  EXPECT_EQ(journal.health().last_error, std::nullopt);
  EXPECT_EQ(times_logged("written again"), 1U);
  EXPECT_EQ(recent_ids(), (Names{"2", "1"}));
}

TEST_F(JournalTest, TheNextAppendTriesAgain) {
  disk.fail_at(1);
  call("1");
  EXPECT_FALSE(flush());
  call("2");
  EXPECT_TRUE(loop.run(journal.close({})));
  EXPECT_EQ(recent_ids(), (Names{"2", "1"}));
}

TEST_F(JournalTest, LinesThatReachedTheDiskBeforeAFailureAreNotRepeated) {
  call("0");
  EXPECT_TRUE(flush());
  std::size_t line = memory.read("/home/journal/journal-2026-05-19.jsonl")->value().size();
  call("1");
  call("2");
  call("3");
  disk.shorten_next_append(line + line / 2);           // "1" and half of "2"
  disk.fail_at(3, ENOSPC, FaultExtent::from_then_on);  // make_directories, append, append
  EXPECT_FALSE(flush());
  EXPECT_EQ(journal.health().pending, 2);
  disk.heal();
  EXPECT_TRUE(flush());
  EXPECT_EQ(recent_ids(), (Names{"3", "2", "1", "0"}));
  EXPECT_EQ(loop.run(journal.summary({}, {}))->skipped_lines, 1);
}

TEST_F(JournalTest, TheQueueIsBoundedAndTheOldestLinesGoFirst) {
  disk.fail_at(1, EROFS, FaultExtent::from_then_on);
  for (int i = 0; i < 100; ++i) {
    call(cat(i));
    (void)flush();
  }
  Health sick = journal.health();
  EXPECT_GT(sick.dropped, 50);
  EXPECT_EQ(sick.pending + sick.dropped, 100);
  EXPECT_EQ(times_logged("Read-only"), 1U);
  disk.heal();
  EXPECT_TRUE(flush());
  Names found = recent_ids();
  EXPECT_EQ(std::ssize(found), sick.pending);
  EXPECT_EQ(found.front(), "99");
  EXPECT_EQ(journal.health().dropped, sick.dropped);
}

TEST_F(JournalTest, OldFilesGoWithTheFirstEventAndWithEveryNewDay) {
  auto old_file = [&](std::string_view day) {
    (void)memory.make_directories("/home/journal");
    (void)memory.write_new(store::path_in("/home/journal", file_name_of(day)), "");
  };
  old_file("2026-05-11");
  old_file("2026-05-12");
  call("1");
  EXPECT_TRUE(flush());
  EXPECT_EQ(*loop.run(journal.days({})), (Names{"2026-05-12", "2026-05-19"}));
  old_file("2026-05-01");
  call("2");
  EXPECT_TRUE(flush());
  EXPECT_EQ(loop.run(journal.days({}))->size(), 3U) << "the same day: no look at the directory";
  clock.advance(std::chrono::milliseconds{kDayMs});
  call("3");
  EXPECT_TRUE(flush());
  EXPECT_EQ(*loop.run(journal.days({})), (Names{"2026-05-19", "2026-05-20"}));
}

TEST_F(JournalTest, AFileThatCannotBeRemovedFailsNothing) {
  (void)memory.make_directories("/home/journal/journal-2020-01-01.jsonl");
  call("1");
  EXPECT_TRUE(flush());
  EXPECT_EQ(times_logged("old files stay"), 1U);
  EXPECT_EQ(journal.health().last_error, std::nullopt);
}

TEST_F(JournalTest, TheCallbackComesAfterTheLinesAreOnDisk) {
  Names told;
  journal.on_append([&](std::string_view day) {
    EXPECT_TRUE(*memory.exists(store::path_in("/home/journal", file_name_of(day))));
    told.emplace_back(day);
  });
  call("1");
  call("2", "a", clock.now_ms() + kDayMs);
  EXPECT_TRUE(told.empty());
  EXPECT_TRUE(flush());
  EXPECT_EQ(told, (Names{"2026-05-19", "2026-05-20"}));
  disk.fail_at(1);
  call("3");
  EXPECT_FALSE(flush());
  EXPECT_EQ(told.size(), 2U);
  journal.on_append({});
}

TEST_F(JournalTest, EarlierRunsAndOtherServersAreSeen) {
  Journal other{memory, pool, clock, loop.log, loop.executor(), "/home/journal"};
  other.append(JournalEvent::tool_call({.ts_ms = clock.now_ms(), .call_id = "theirs", .tool = "a"}, {}));
  EXPECT_TRUE(loop.run(other.close({})));
  clock.advance(std::chrono::milliseconds{1});
  call("ours");
  EXPECT_EQ(recent_ids(), (Names{"ours", "theirs"}));
}

TEST_F(JournalTest, ADayIsReadWithinItsBytes) {
  call("1");
  call("2");
  auto whole = loop.run(journal.read_day("2026-05-19", 100'000, {}));
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->truncated);
  EXPECT_EQ(std::ranges::count(whole->text, '\n'), 2);
  auto part = loop.run(journal.read_day("2026-05-19", whole->text.size() - 1, {}));
  EXPECT_TRUE(part->truncated);
  EXPECT_EQ(std::ranges::count(part->text, '\n'), 1);
  EXPECT_NE(part->text.find("\"call_id\":\"2\""), std::string::npos);
}

TEST_F(JournalTest, OnlyDaysCanBeRead) {
  call("1");
  for (std::string_view day : {"../../etc/passwd", "2026-05-19/../x", "", "2026-02-30", "today"}) {
    auto refused = loop.run(journal.read_day(std::string{day}, 100, {}));
    ASSERT_FALSE(refused) << day;
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_arguments) << day;
  }
  auto missing = loop.run(journal.read_day("2026-05-18", 100, {}));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::resource_not_found);
}

TEST_F(JournalTest, AStoppedCallerGetsItsStop) {
  call("1");
  StopSource source;
  source.request(StopReason::cancelled);
  EXPECT_EQ(loop.run(journal.flush(source.stop())).error().code, ErrorCode::cancelled);
  EXPECT_EQ(loop.run(journal.recent({}, source.stop())).error().code, ErrorCode::cancelled);
  EXPECT_EQ(loop.run(journal.summary({}, source.stop())).error().code, ErrorCode::cancelled);
  EXPECT_TRUE(flush());
}

TEST_F(JournalTest, TheDirectoryMayVanishMeanwhile) {
  call("1");
  EXPECT_TRUE(flush());
  (void)memory.remove_file("/home/journal/journal-2026-05-19.jsonl");
  (void)memory.remove_directory("/home/journal");
  call("2");
  EXPECT_TRUE(flush());
  EXPECT_EQ(recent_ids(), Names{"2"});
}

}  // namespace
}  // namespace oc::journal
