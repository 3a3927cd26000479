#include "outputs/text_search.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "outputs/testing/stored.h"

namespace oc::outputs {
namespace {

using Lines = std::vector<std::string>;

struct TextSearchTest : testing::Test, StoredFixture {
  // "offset:text" of each match, with context in brackets.
  std::vector<std::string> search(const std::string& text, std::string expression, std::size_t context = 0,
                                  std::size_t block = 1024 * 1024) {
    std::vector<std::string> out;
    StoredOutput stored = store(text);
    auto searched = search_text(
        files, stored, {.expression = std::move(expression), .context = context, .block_bytes = block},
        [&](const TextMatch& match) {
          std::string line = cat(match.offset, ":");
          for (std::string_view before : match.before) line += cat("[", before, "]");
          line += match.text;
          for (std::string_view after : match.after) line += cat("[", after, "]");
          out.push_back(line);
        });
    EXPECT_TRUE(searched) << searched.error().message;
    return out;
  }
};

TEST_F(TextSearchTest, LinesThatMatchAreToldOnceWithTheirOffset) {
  EXPECT_EQ(search("one\ntwo two\nthree\ntwo", "two"), (Lines{"4:two two", "18:two"}));
  EXPECT_EQ(search("one\ntwo\n", "^t"), Lines{"4:two"});
  EXPECT_EQ(search("one\ntwo\n", "e$"), Lines{"0:one"});
  EXPECT_EQ(search("One\n", "(?i)one"), Lines{"0:One"});
  EXPECT_EQ(search("abc", "x"), Lines{});
  EXPECT_EQ(search("", "x"), Lines{});
}

TEST_F(TextSearchTest, ContextIsLinesAroundIt) {
  EXPECT_EQ(search("a\nb\nc\nd\ne\n", "c", 1), Lines{"4:[b]c[d]"});
  EXPECT_EQ(search("a\nb\nc\n", "a", 2), Lines{"0:a[b][c]"});
  EXPECT_EQ(search("a\nb\nc", "c", 2), Lines{"4:[a][b]c"});
}

TEST_F(TextSearchTest, BlocksDoNotMatter) {
  std::string text;
  Lines expected;
  for (int i = 0; i < 2000; ++i) {
    std::string line = cat("line ", i, i % 37 == 0 ? " needle" : "");
    if (i % 37 == 0) expected.push_back(cat(text.size(), ":", line));
    text += line + "\n";
  }
  for (std::size_t block : {1000, 1001, 4096, 1 << 20})
    EXPECT_EQ(search(text, "needle", 0, block), expected) << block;
}

TEST_F(TextSearchTest, ContextDoesNotMindBlocksEither) {
  std::string text;
  for (int i = 1000; i < 1400; ++i) text += cat(i, "\n");
  Lines whole = search(text, "1[0-9]50$", 2);
  ASSERT_EQ(whole.size(), 4U);
  EXPECT_EQ(whole[1], "750:[1148][1149]1150[1151][1152]");
  EXPECT_EQ(search(text, "1[0-9]50$", 2, 100), whole);
}

TEST_F(TextSearchTest, OfALongLineEachMatchWithWhatIsAround) {
  std::string text = "[";
  for (int i = 0; i < 3000; ++i) text += cat("{\"name\":\"item ", i, "\"},");
  auto found = search(text, "\"item 1234\"");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_LT(found[0].size(), 300U);
  EXPECT_NE(found[0].find("item 1233"), std::string::npos);
  auto many = search(text, "item \\d+", 0, 8192);
  EXPECT_EQ(many.size(), 3000U);
}

// Looking for the ends of the line at every match would read each window half a million times.
TEST_F(TextSearchTest, ManyMatchesInOneLineAreReadOnce) {
  constexpr std::size_t kMatches = 1'000'000;
  std::string text;
  for (std::size_t i = 0; i < kMatches; ++i) text += "a,";
  StoredOutput stored = store(text);
  std::size_t count = 0;
  std::size_t out_of_place = 0;
  auto searched = search_text(files, stored, {.expression = "a"}, [&](const TextMatch& match) {
    bool is_there = match.offset == 2 * count && match.at < match.text.size() && match.text[match.at] == 'a';
    if (!is_there) ++out_of_place;
    ++count;
  });
  ASSERT_TRUE(searched);
  EXPECT_EQ(count, kMatches);
  EXPECT_EQ(out_of_place, 0U);
}

TEST_F(TextSearchTest, AnExcerptEndsWithItsLine) {
  std::string pad(600, '.');
  std::string text = cat("one x x", pad, "x end\nx begin", pad, "x\nshort x\n", pad, "x last");
  Lines expected{cat("4:one x x", pad.substr(0, 98)),       cat("6:one x x", pad.substr(0, 100)),
                 cat("607:", pad.substr(0, 100), "x end"),  cat("613:x begin", pad.substr(0, 94)),
                 cat("1220:", pad.substr(0, 100), "x"),     "1222:short x",
                 cat("1830:", pad.substr(0, 100), "x last")};
  for (std::size_t block : {700, 1000, 1 << 20}) EXPECT_EQ(search(text, "x", 0, block), expected) << block;
}

TEST_F(TextSearchTest, AMatchOfTwoLinesIsFollowedByOthers) {
  std::string pad(600, '.');
  std::string text = cat(pad, "x\ny", pad, "x\ny z");
  EXPECT_EQ(search(text, "x\ny|z"), (Lines{cat("600:", pad.substr(0, 100), "x\ny", pad.substr(0, 100)),
                                           cat("1203:", pad.substr(0, 100), "x\ny z"), "1205:y z"}));
}

TEST_F(TextSearchTest, ContextOfShortLinesBesideLongOnesIsTheSameInAnyWindow) {
  std::string text;
  for (int i = 1000; i < 1300; ++i)
    text += cat(i % 7 == 0 ? std::string(600, 'l') : "", i % 5 == 0 ? "needle " : "", i, "\n");
  for (std::size_t context : {1, 3}) {
    Lines whole = search(text, "needle", context);
    EXPECT_EQ(whole.size(), 60U);
    for (std::size_t block : {1000, 3001, 8192})
      EXPECT_EQ(search(text, "needle", context, block), whole) << block;
  }
}

TEST_F(TextSearchTest, ExcerptsAreWholeCharacters) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "ä€😀";
  text += "needle";
  for (int i = 0; i < 1000; ++i) text += "ä€😀";
  auto found = search(text, "needle");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(is_valid_utf8(found[0]));
}

TEST_F(TextSearchTest, AnEmptyMatchEndsToo) {
  EXPECT_EQ(search("a\nb", "x*").size(), 2U);
  EXPECT_EQ(search(std::string(2000, 'a'), "x*").size(), 2000U);
}

TEST_F(TextSearchTest, WhatIsNoExpressionIsRefused) {
  StoredOutput stored = store("x");
  auto refused = search_text(files, stored, {.expression = "(x"}, [](const TextMatch&) {});
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_arguments);
}

}  // namespace
}  // namespace oc::outputs
