#include "page/markdown_inline.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

using Style = InlineWriter::Style;

TEST(InlineWriter, CollapsesWhiteSpaceLikeABrowser) {
  InlineWriter line;
  line.text("  a \n\t b");
  line.text("c ");
  line.text(" d\u00A0e  ");
  EXPECT_EQ(line.take(), "a bc d e");
}

TEST(InlineWriter, DropsWhatNobodySees) {
  InlineWriter line;
  line.text("soft\u00ADhyphen zero\u200Bwidth \u200B x");
  EXPECT_EQ(line.take(), "softhyphen zerowidth x");
}

TEST(InlineWriter, MarkersHugTheirText) {
  InlineWriter line;
  line.text("a");
  line.open_style(Style::strong);
  line.text(" b ");
  line.close();
  line.text("c");
  line.open_style(Style::emphasis);
  line.text("  ");
  line.close();
  EXPECT_EQ(line.take(), "a **b** c");
}

TEST(InlineWriter, SameStylesMergeAndOthersGiveWay) {
  InlineWriter line;
  for (const char* text : {"a", "b"}) {
    line.open_style(Style::strong);
    line.text(text);
    line.close();
  }
  line.open_style(Style::emphasis);
  line.text("c");
  line.close();
  EXPECT_EQ(line.take(), "**ab**c");
}

TEST(InlineWriter, StylesContinueInTheNextParagraphAndLinksDoNot) {
  InlineWriter line;
  line.open_style(Style::strong);
  line.open_link("https://x.org/", "");
  line.text("a");
  EXPECT_EQ(line.take(), "**[a](https://x.org/)**");
  line.text("b");
  line.close();
  line.close();
  EXPECT_EQ(line.take(), "**b**");
  EXPECT_EQ(line.links(), 1U);
}

TEST(InlineWriter, BracketsInLinksAreEscapedUnlessPaired) {
  InlineWriter line;
  line.open_link("u", "t");
  line.text("a [b]");
  line.close();
  line.open_link("v", "");
  line.text("c] [d");
  line.close();
  EXPECT_EQ(line.take(), "[a [b]](u \"t\") [c\\] \\[d](v)");
}

TEST(InlineWriter, ALinkIsNoImage) {
  InlineWriter line;
  line.text("wow!");
  line.open_link("u", "");
  line.text("x");
  line.close();
  EXPECT_EQ(line.take(), "wow\\![x](u)");
}

TEST(InlineWriter, LinksForTextWaitForIt) {
  InlineWriter line;
  line.open_link("u", "", true);
  line.markup("![i](p)");
  line.text(" x");
  line.close();
  EXPECT_EQ(line.take(), "![i](p) [x](u)");
}

TEST(InlineWriter, BreaksByMode) {
  for (auto [mode, expected] : {std::pair{InlineWriter::Mode::paragraph, "a\\\nb"},
                                {InlineWriter::Mode::heading, "a b"},
                                {InlineWriter::Mode::table_cell, "a<br>b"}}) {
    InlineWriter line{mode};
    line.line_break();
    line.text("a ");
    line.line_break();
    line.text(" b");
    line.line_break();
    EXPECT_EQ(line.take(), expected);
  }
}

TEST(InlineWriter, KnowsWhatStandsInFront) {
  InlineWriter line;
  EXPECT_EQ(line.last_character(), " ");
  line.text("aé");
  EXPECT_EQ(line.last_character(), "é");
  line.space();
  EXPECT_EQ(line.last_character(), " ");
}

}  // namespace
}  // namespace oc::page
