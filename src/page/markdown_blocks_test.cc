#include "page/markdown_blocks.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

std::string finish(BlockWriter& blocks) {
  bool was_cut = false;
  std::string out = blocks.finish(was_cut);
  EXPECT_FALSE(was_cut);
  return out;
}

TEST(BlockWriter, OneBlankLineBetweenBlocks) {
  BlockWriter blocks{1000};
  blocks.heading(2, "Title #");
  blocks.paragraph("a\\\n- b");
  blocks.paragraph("");
  blocks.rule();
  blocks.code("c", "x\n\ny");
  EXPECT_EQ(finish(blocks), "## Title \\#\n\na\\\n\\- b\n\n---\n\n```c\nx\n\ny\n```\n");
}

TEST(BlockWriter, TightAndLooseLists) {
  BlockWriter blocks{1000};
  for (bool is_tight : {true, false}) {
    blocks.paragraph("p");
    blocks.open_list(false, is_tight);
    for (const char* text : {"a", "b"}) {
      blocks.open_item(1);
      blocks.paragraph(text);
      blocks.close_item();
    }
    blocks.close_list();
  }
  EXPECT_EQ(finish(blocks), "p\n\n- a\n- b\n\np\n\n- a\n\n- b\n");
}

TEST(BlockWriter, NestedListsIndentByTheirMarker) {
  BlockWriter blocks{1000};
  blocks.open_list(true, true);
  blocks.open_item(10);
  blocks.paragraph("a");
  blocks.open_list(false, true);
  blocks.open_item(1);
  blocks.paragraph("b");
  blocks.close_item();
  blocks.close_list();
  blocks.paragraph("c");
  blocks.close_item();
  blocks.close_list();
  EXPECT_EQ(finish(blocks), "10. a\n    - b\n\n    c\n");
}

TEST(BlockWriter, EmptyItemsAndQuotesLeaveNoTrace) {
  BlockWriter blocks{1000};
  blocks.open_list(false, true);
  blocks.open_item(1);
  blocks.open_quote();
  blocks.close_quote();
  blocks.close_item();
  blocks.open_item(1);
  blocks.paragraph("a");
  blocks.close_item();
  blocks.close_list();
  EXPECT_EQ(finish(blocks), "- a\n");
}

TEST(BlockWriter, QuotesMarkTheirBlankLinesOnly) {
  BlockWriter blocks{1000};
  blocks.paragraph("a");
  blocks.open_quote();
  blocks.paragraph("b");
  blocks.paragraph("c");
  blocks.close_quote();
  blocks.paragraph("d");
  EXPECT_EQ(finish(blocks), "a\n\n> b\n>\n> c\n\nd\n");
}

TEST(BlockWriter, ListsSideBySideStayApart) {
  BlockWriter blocks{1000};
  for (int i = 0; i < 3; ++i) {
    blocks.open_list(false, true);
    blocks.open_item(1);
    blocks.paragraph("a");
    blocks.close_item();
    blocks.close_list();
  }
  EXPECT_EQ(finish(blocks), "- a\n\n* a\n\n- a\n");
}

TEST(BlockWriter, ARuleInAnItemIsNoRuleAroundIt) {
  BlockWriter blocks{1000};
  blocks.open_list(false, true);
  blocks.open_item(1);
  blocks.rule();
  blocks.close_item();
  blocks.close_list();
  EXPECT_EQ(finish(blocks), "- ***\n");
}

TEST(BlockWriter, WhatDoesNotFitIsCutAtABlock) {
  BlockWriter blocks{12};
  blocks.paragraph("12345678");
  blocks.paragraph("90123");
  blocks.paragraph("never");
  bool was_cut = false;
  EXPECT_EQ(blocks.finish(was_cut), "12345678\n");
  EXPECT_TRUE(was_cut);
}

TEST(BlockWriter, ALongCodeBlockIsCutAtALineAndClosed) {
  BlockWriter blocks{20};
  blocks.code("", "12345\n12345\n12345\n12345");
  bool was_cut = false;
  EXPECT_EQ(blocks.finish(was_cut), "```\n12345\n12345\n```\n");
  EXPECT_TRUE(was_cut);
}

}  // namespace
}  // namespace oc::page
