#include "base/text.h"

#include <gtest/gtest.h>

namespace oc {
namespace {

TEST(Text, CatJoinsTextCharactersAndIntegers) {
  EXPECT_EQ(cat("a", 'b', 12, std::string{"c"}, -3L), "ab12c-3");
}

TEST(Text, CutNeverEndsInsideACharacter) {
  EXPECT_EQ(cut("añb", 2), "a");
  EXPECT_EQ(cut("añb", 3), "añ");
  EXPECT_EQ(cut("😀", 3), "");
  EXPECT_EQ(shorten("abcdefgh", 6), "abc…");
  EXPECT_EQ(shorten("abc", 3), "abc");
}

TEST(Text, OneLineRemovesControlCharacters) {
  EXPECT_EQ(one_line("a\r\nb\tc\x01"), "a  b c ");
}

TEST(Text, Utf8IsJudgedByRfc3629) {
  EXPECT_TRUE(is_valid_utf8("plain ascii, long enough for a block"));
  EXPECT_TRUE(is_valid_utf8("ä€😀"));
  EXPECT_FALSE(is_valid_utf8("\xC0\x80"));          // overlong
  EXPECT_FALSE(is_valid_utf8("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(is_valid_utf8("\xF5\x80\x80\x80"));  // beyond U+10FFFF
  EXPECT_FALSE(is_valid_utf8("abc\xE2\x82"));       // cut
}

TEST(Text, MendReplacesEachBrokenCharacterOnce) {
  EXPECT_EQ(mend_utf8("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(mend_utf8("\xE2\x82"), "\uFFFD");
  EXPECT_EQ(mend_utf8("ok ä"), "ok ä");
  EXPECT_TRUE(is_valid_utf8(mend_utf8("\xED\xA0\x80 \xC3(")));
}

TEST(Text, SnakeCaseTakesEverySpelling) {
  EXPECT_EQ(snake_case("maxPages"), "max_pages");
  EXPECT_EQ(snake_case("max_pages"), "max_pages");
  EXPECT_EQ(snake_case("tabId"), "tab_id");
  EXPECT_EQ(snake_case("log-level"), "log_level");
  EXPECT_EQ(snake_case("URL"), "url");
}

TEST(Text, NearestFindsTypingErrorsOnly) {
  std::vector<std::string_view> known{"selector", "depth", "max_pages"};
  EXPECT_EQ(nearest("selecter", known), "selector");
  EXPECT_EQ(nearest("maxPage", known), "max_pages");
  EXPECT_EQ(nearest("banana", known), "");
}

TEST(Text, SplitKeepsEmptyPieces) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

}  // namespace
}  // namespace oc
