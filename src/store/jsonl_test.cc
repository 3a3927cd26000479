#include "store/jsonl.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/text.h"
#include "json/write.h"
#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::store {
namespace {

using Lines = std::vector<std::string>;

class JsonlTest : public ::testing::Test {
 protected:
  std::string text() { return *memory.read(path).value(); }
  void put(std::string_view bytes) { (void)memory.append(path, bytes); }
  // Newest first.
  Lines backwards(std::size_t block_bytes) {
    ReverseLines reader{memory, path, block_bytes};
    Lines lines;
    for (auto line = reader.next(); line && *line; line = reader.next()) lines.push_back(**line);
    skipped = reader.skipped();
    return lines;
  }

  MemoryFileSystem memory;
  FaultyFileSystem files{memory};
  std::string path = "/a.jsonl";
  std::size_t skipped = 0;
};

TEST_F(JsonlTest, AppendsALineOrABatchInOneWrite) {
  EXPECT_TRUE(append_line(files, path, json::object{{"a", "x\ny"}}));
  Appended batch = append_lines(files, path, "1\n2\n3\n");
  EXPECT_FALSE(batch.error);
  EXPECT_EQ(batch.bytes, 6U);
  EXPECT_EQ(text(), "{\"a\":\"x\\ny\"}\n1\n2\n3\n");
  EXPECT_EQ(files.count("append"), 2U);
  EXPECT_FALSE(append_lines(files, path, "").error);
  EXPECT_EQ(files.count("append"), 2U);
}

TEST_F(JsonlTest, ATornTailIsTerminatedByTheNextWriterInTheSameWrite) {
  put("{\"a\":1}\n{\"b\":");
  EXPECT_EQ(read_json_lines(files, path)->values.size(), 1U);
  EXPECT_TRUE(append_line(files, path, json::object{{"c", 3}}));
  EXPECT_EQ(text(), "{\"a\":1}\n{\"b\":\n{\"c\":3}\n");
  EXPECT_EQ(files.count("append"), 1U);
  auto lines = read_json_lines(files, path);
  EXPECT_EQ(lines->values.size(), 2U);
  EXPECT_EQ(lines->skipped, 1U);
}

TEST_F(JsonlTest, AShortWriteGoesOnWithTheLineThatTore) {
  files.shorten_next_append(7);
  Appended done = append_lines(files, path, "1111\n2222\n3333\n");
  EXPECT_FALSE(done.error);
  EXPECT_EQ(done.bytes, 15U);
  EXPECT_EQ(text(), "1111\n22\n2222\n3333\n");
}

TEST_F(JsonlTest, AShortWriteThatOnlyLacksTheLineEndRepeatsNothing) {
  files.shorten_next_append(9);
  EXPECT_FALSE(append_lines(files, path, "1111\n2222\n3333\n").error);
  EXPECT_EQ(text(), "1111\n2222\n3333\n");
}

TEST_F(JsonlTest, AFailureTellsWhichLinesAreSafe) {
  files.shorten_next_append(7);
  files.fail_at(2);
  Appended done = append_lines(files, path, "1111\n2222\n3333\n");
  ASSERT_TRUE(done.error);
  EXPECT_EQ(done.error->code, ErrorCode::storage_failed);
  EXPECT_EQ(done.bytes, 5U);
}

TEST_F(JsonlTest, AWriteThatTakesNoWholeLineIsAFailureNotALoop) {
  files.shorten_next_append(2);
  Appended done = append_lines(files, path, "1111\n");
  ASSERT_TRUE(done.error);
  EXPECT_EQ(done.bytes, 0U);
  EXPECT_EQ(files.count("append"), 1U);
}

TEST_F(JsonlTest, WritersAtTheSameTimeKeepTheirLinesWhole) {
  TempDir dir;
  PosixFileSystem real;
  constexpr int kWriters = 4;
  constexpr int kLines = 200;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = 0; i < kLines; ++i) {
        json::object line{{"writer", writer},
                          {"text", std::string(static_cast<std::size_t>(i * 37 % 9000), 'x')}};
        EXPECT_TRUE(append_line(real, dir / "shared.jsonl", line));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  auto lines = read_json_lines(real, dir / "shared.jsonl");
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->values.size(), std::size_t{kWriters * kLines});
  EXPECT_EQ(lines->skipped, 0U);
}

TEST_F(JsonlTest, ReadingSkipsAndCountsWhatIsNotJson) {
  put("{\"a\":1}\n\nnot json\n[2]\n\xFF\xFE\n{\"torn\":");
  auto lines = read_json_lines(files, path);
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->values.size(), 2U);
  EXPECT_EQ(json::write(lines->values[1]), "[2]");
  EXPECT_EQ(lines->skipped, 3U);
  EXPECT_TRUE(read_json_lines(files, "/missing")->values.empty());
}

TEST_F(JsonlTest, LinesFromTheEndAreTheSameForEveryBlockSize) {
  put("first\n\nsecond line\n3\nthe fourth, longer than a block\n5\ntorn");
  Lines expected{"5", "the fourth, longer than a block", "3", "second line", "first"};
  for (std::size_t block = 1; block < 70; ++block) {
    EXPECT_EQ(backwards(block), expected) << block;
    EXPECT_EQ(skipped, 1U) << block;
  }
}

TEST_F(JsonlTest, FilesWithoutAWholeLineHaveNone) {
  EXPECT_EQ(backwards(4), Lines{});
  put("no line end in here");
  EXPECT_EQ(backwards(4), Lines{});
  EXPECT_EQ(skipped, 1U);
  path = "/only_ends";
  put("\n\n\n");
  EXPECT_EQ(backwards(2), Lines{});
}

TEST_F(JsonlTest, AnEndlessLineIsPassedOver) {
  put("before\n");
  put(std::string(3 * ReverseLines::kMaxLineBytes, 'x'));
  put("\nafter\n");
  EXPECT_EQ(backwards(ReverseLines::kBlockBytes), (Lines{"after", "before"}));
  EXPECT_EQ(skipped, 1U);
}

TEST_F(JsonlTest, TheLastLinesAreReadWithoutTheRest) {
  for (int i = 0; i < 100'000; ++i) put(cat("line ", i, "\n"));
  EXPECT_EQ(*read_last_lines(memory, path, 3), (Lines{"line 99997", "line 99998", "line 99999"}));
  EXPECT_EQ(read_last_lines(memory, "/missing", 3)->size(), 0U);
  ReverseLines reader{memory, path};
  (void)reader.next();
  EXPECT_EQ(reader.bytes_read(), ReverseLines::kBlockBytes);
}

TEST_F(JsonlTest, AFileThatShrinksMeanwhileEndsTheReading) {
  put("one\ntwo\nthree\n");
  ReverseLines reader{memory, path, 6};
  EXPECT_EQ(**reader.next(), "three");
  (void)memory.remove_file(path);
  EXPECT_EQ(**reader.next(), "two") << "in memory already";
  EXPECT_EQ(*reader.next(), std::nullopt);
}

TEST_F(JsonlTest, TheTailKeepsTheNewestWholeLines) {
  put("one\ntwo\nthree\ntorn");
  auto tail = [&](std::size_t max_bytes) { return read_tail(memory, path, max_bytes)->value(); };
  EXPECT_EQ(tail(100).text, "one\ntwo\nthree\n");
  EXPECT_FALSE(tail(100).truncated);
  EXPECT_FALSE(tail(18).truncated);
  EXPECT_EQ(tail(14).text, "two\nthree\n");
  EXPECT_TRUE(tail(14).truncated);
  EXPECT_EQ(tail(13).text, "three\n");
  EXPECT_EQ(tail(9).text, "");
  EXPECT_EQ(tail(0).text, "");
  EXPECT_EQ(*read_tail(memory, "/missing", 5), std::nullopt);
}

TEST(LineSpans, WholeLinesWhereverTheBlocksEnd) {
  MemoryFileSystem files;
  ASSERT_TRUE(files.write_new("/f", "{\"a\":1}\n\n[2]\ntorn"));
  for (std::size_t block : {1, 2, 3, 7, 100}) {
    auto spans = line_spans(files, "/f", block);
    ASSERT_TRUE(spans);
    ASSERT_EQ(spans->size(), 2U) << block;
    EXPECT_EQ((*spans)[0].bytes, 7U);
    EXPECT_EQ(files.read_range("/f", (*spans)[1].offset, (*spans)[1].bytes).value(), "[2]");
  }
  EXPECT_TRUE(line_spans(files, "/none")->empty());
}

}  // namespace
}  // namespace oc::store
