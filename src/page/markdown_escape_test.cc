#include "page/markdown_escape.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

std::string escaped(std::string_view word, bool more_follows = false, EscapeContext context = {}) {
  std::string out;
  append_escaped(out, word, more_follows, context);
  return out;
}

TEST(MarkdownEscape, OnlyWhatWouldBeMisread) {
  EXPECT_EQ(escaped("plain-text,"), "plain-text,");
  EXPECT_EQ(escaped("*"), "*");
  EXPECT_EQ(escaped("a*b*"), "a\\*b\\*");
  EXPECT_EQ(escaped("snake_case"), "snake_case");
  EXPECT_EQ(escaped("_x_"), "\\_x\\_");
  EXPECT_EQ(escaped("`"), "\\`");
  EXPECT_EQ(escaped("<b>"), "\\<b>");
  EXPECT_EQ(escaped("<3"), "<3");
  EXPECT_EQ(escaped("&amp;"), "\\&amp;");
  EXPECT_EQ(escaped("&"), "&");
  EXPECT_EQ(escaped("~~x~"), "\\~\\~x~");
  EXPECT_EQ(escaped("C:\\dir"), "C:\\dir");
  EXPECT_EQ(escaped("\\*"), "\\\\\\*");
  EXPECT_EQ(escaped("[1]"), "[1]");
  EXPECT_EQ(escaped("[a](b)"), "[a\\](b)");
}

TEST(MarkdownEscape, AnUnknownNeighbourCountsAsDangerous) {
  EXPECT_EQ(escaped("*", true), "\\*");
  EXPECT_EQ(escaped("<", true), "\\<");
  EXPECT_EQ(escaped("a_", true), "a\\_");
}

TEST(MarkdownEscape, ByContext) {
  EXPECT_EQ(escaped("a|b"), "a|b");
  EXPECT_EQ(escaped("a|b", false, {.in_table = true}), "a\\|b");
  EXPECT_EQ(escaped("~", false, {.in_deleted = true}), "\\~");
}

TEST(MarkdownEscape, StartsOfLines) {
  EXPECT_EQ(escape_line_start("# x"), "\\# x");
  EXPECT_EQ(escape_line_start("#x"), "#x");
  EXPECT_EQ(escape_line_start("- x"), "\\- x");
  EXPECT_EQ(escape_line_start("-5"), "-5");
  EXPECT_EQ(escape_line_start("+"), "\\+");
  EXPECT_EQ(escape_line_start("12. x"), "12\\. x");
  EXPECT_EQ(escape_line_start("12.5"), "12.5");
  EXPECT_EQ(escape_line_start("> x"), "\\> x");
  EXPECT_EQ(escape_line_start("---"), "\\---");
  EXPECT_EQ(escape_line_start("=="), "\\==");
  EXPECT_EQ(escape_line_start("[a]: b"), "\\[a]: b");
  EXPECT_EQ(escape_line_start("[a](b): c"), "[a](b): c");
  EXPECT_EQ(escape_line_start(""), "");
}

TEST(MarkdownEscape, DestinationsKeepPairedParentheses) {
  EXPECT_EQ(link_destination("https://x.org/a_(b)"), "https://x.org/a_(b)");
  EXPECT_EQ(link_destination("https://x.org/a)b"), "https://x.org/a%29b");
  EXPECT_EQ(link_destination("a b<c>"), "a%20b%3Cc%3E");
  EXPECT_EQ(link_destination("a|b", {.in_table = true}), "a%7Cb");
}

TEST(MarkdownEscape, TitlesAndBrackets) {
  EXPECT_EQ(link_title(""), "");
  EXPECT_EQ(link_title("a \"b\""), " \"a \\\"b\\\"\"");
  EXPECT_EQ(bracket_text("  a [b]\n c*d "), "a \\[b\\] c\\*d");
}

TEST(MarkdownEscape, CodeHasEnoughBackticks) {
  EXPECT_EQ(code_span("x"), "`x`");
  EXPECT_EQ(code_span("a`b"), "``a`b``");
  EXPECT_EQ(code_span("`"), "`` ` ``");
  EXPECT_EQ(code_span(""), "");
  EXPECT_EQ(code_span("a|b", {.in_table = true}), "`a\\|b`");
  EXPECT_EQ(code_fence("x"), "```");
  EXPECT_EQ(code_fence("a ```` b"), "`````");
}

TEST(MarkdownEscape, BackslashesCancelOut) {
  EXPECT_TRUE(is_escaped("\\[", 1));
  EXPECT_FALSE(is_escaped("\\\\[", 2));
  EXPECT_FALSE(is_escaped("[", 0));
}

}  // namespace
}  // namespace oc::page
