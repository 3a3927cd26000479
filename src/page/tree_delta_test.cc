#include "page/tree_delta.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

constexpr std::string_view kBefore =
    "[ref_1] main\n"
    "  [ref_2] button: \"Save\"\n"
    "  text: \"1 item\"\n"
    "  [ref_3] link: \"Help\"";

TEST(TreeDelta, NothingChangedIsNothing) {
  EXPECT_EQ(tree_delta(kBefore, kBefore), "");
}

TEST(TreeDelta, NewGoneAndChangedNodesAreTold) {
  std::string after =
      "[ref_1] main\n"
      "  [ref_2] button: \"Save\" (disabled)\n"
      "  text: \"2 items\"\n"
      "  [ref_4] alert: \"Saved\"";
  EXPECT_EQ(tree_delta(kBefore, after),
            "~ [ref_2] button: \"Save\" (disabled)\n"
            "+ text: \"2 items\"\n"
            "+ [ref_4] alert: \"Saved\"\n"
            "- text: \"1 item\"\n"
            "- [ref_3] link: \"Help\"\n");
}

TEST(TreeDelta, MovingDeeperIsNoChange) {
  EXPECT_EQ(tree_delta("[ref_1] main\n[ref_2] link: \"a\"", "[ref_1] main\n  [ref_2] link: \"a\""), "");
}

TEST(TreeDelta, APartThatWentIsOneLineWithItsSize) {
  EXPECT_EQ(
      tree_delta("[ref_1] main\n[ref_2] dialog: \"Delete?\"\n  text: \"Sure?\"\n  [ref_3] button: \"Yes\"",
                 "[ref_1] main"),
      "- [ref_2] dialog: \"Delete?\" (2 more lines)\n");
}

TEST(TreeDelta, APartThatCameIsShownWithWhatIsInIt) {
  EXPECT_EQ(
      tree_delta("[ref_1] main", "[ref_1] main\n  [ref_2] dialog: \"Delete?\"\n    [ref_3] button: \"Yes\""),
      "+ [ref_2] dialog: \"Delete?\"\n"
      "+   [ref_3] button: \"Yes\"\n");
}

TEST(TreeDelta, WhatIsRenderedAnewAndReadsTheSameIsNoChange) {
  EXPECT_EQ(tree_delta("[ref_1] list\n  [ref_2] link: \"a\"\n  [ref_3] link: \"b\"",
                       "[ref_1] list\n  [ref_7] link: \"a\"\n  [ref_8] link: \"b\""),
            "");
  EXPECT_EQ(tree_delta("[ref_1] list\n  [ref_2] link: \"a\"\n  [ref_3] link: \"b\"",
                       "[ref_1] list\n  [ref_7] link: \"a\"\n  [ref_8] link: \"c\"\n  [ref_9] link: \"b\""),
            "+ [ref_8] link: \"c\"\n");
}

TEST(TreeDelta, OrderIsAChange) {
  EXPECT_EQ(tree_delta("[ref_1] list\n  listitem: \"a\"\n  listitem: \"b\"\n  listitem: \"c\"",
                       "[ref_1] list\n  listitem: \"c\"\n  listitem: \"a\"\n  listitem: \"b\""),
            "> listitem: \"c\" (moved)\n");
}

TEST(TreeDelta, ACardThatPassedAHeadingHasMovedAndNotTheHeading) {
  EXPECT_EQ(tree_delta("[ref_1] heading: \"To do\"\n[ref_2] group: \"a\"\n[ref_3] heading: \"Done\"",
                       "[ref_1] heading: \"To do\"\n[ref_3] heading: \"Done\"\n[ref_2] group: \"a\""),
            "> [ref_2] group: \"a\" (moved)\n");
  EXPECT_EQ(tree_delta("[ref_1] heading: \"To do\"\n[ref_3] heading: \"Done\"\n[ref_2] group: \"a\"",
                       "[ref_1] heading: \"To do\"\n[ref_2] group: \"a\"\n[ref_3] heading: \"Done\""),
            "> [ref_2] group: \"a\" (moved)\n");
}

TEST(TreeDelta, AnItemThatWentToAnotherListHasMoved) {
  EXPECT_EQ(tree_delta("[ref_1] list: \"To do\"\n  [ref_2] button: \"x\"\n[ref_3] list: \"Done\"",
                       "[ref_1] list: \"To do\"\n[ref_3] list: \"Done\"\n  [ref_2] button: \"x\""),
            "> [ref_2] button: \"x\" (moved to list \"Done\")\n");
}

TEST(TreeDelta, EqualTextsAreCounted) {
  EXPECT_EQ(tree_delta("text: \"x\"\ntext: \"x\"", "text: \"x\""), "- text: \"x\"\n");
  EXPECT_EQ(tree_delta("text: \"x\"", "text: \"x\"\ntext: \"x\""), "+ text: \"x\"\n");
}

TEST(TreeDelta, RefsOfTheDomReadingAreKnownToo) {
  EXPECT_EQ(tree_delta("[12]<a href=\"/x\"/>go ★", "[12]<a href=\"/y\"/>go ★"),
            "~ [12]<a href=\"/y\"/>go ★\n");
}

TEST(TreeDelta, WhatNoLongerHoldsIsSaid) {
  EXPECT_EQ(tree_delta("[ref_1] button: \"Next\" (disabled)\n", "[ref_1] button: \"Next\"\n"),
            "~ [ref_1] button: \"Next\" (enabled)\n");
  EXPECT_EQ(tree_delta("[ref_1] checkbox: \"a (checked)\" (checked, required)\n",
                       "[ref_1] checkbox: \"a (checked)\" (required)\n"),
            "~ [ref_1] checkbox: \"a (checked)\" (required, not checked)\n");
  EXPECT_EQ(tree_delta("[ref_1] checkbox: \"All\" (checked)\n", "[ref_1] checkbox: \"All\" (mixed)\n"),
            "~ [ref_1] checkbox: \"All\" (mixed)\n");
  EXPECT_EQ(tree_delta("[ref_1] button: \"Next\"\n", "[ref_1] button: \"Next\" (disabled)\n"),
            "~ [ref_1] button: \"Next\" (disabled)\n");
}

TEST(TreeDelta, AnItemThatCameFirstMovesNoOther) {
  std::string before = "list\n";
  std::string after = "list\n  listitem\n    text: \"Fresh\"\n    [ref_90] button: \"Del\"\n";
  for (int i = 1; i <= 6; ++i) {
    before += cat("  listitem\n    text: \"Item ", i, "\"\n    [ref_", i, "] button: \"Del\"\n");
    after += cat("  listitem\n    text: \"Item ", i, "\"\n    [ref_", i + 20, "] button: \"Del\"\n");
  }
  EXPECT_EQ(tree_delta(before, after), "+ listitem\n+   text: \"Fresh\"\n+   [ref_90] button: \"Del\"\n");
}

TEST(TreeDelta, AnItemRenderedAnewWithAnotherStateDiffers) {
  EXPECT_EQ(tree_delta("[ref_1] heading: \"A\"\n  [ref_2] button: \"A\" (expanded)",
                       "[ref_5] heading: \"A\"\n  [ref_6] button: \"A\" (collapsed)"),
            "~ [ref_6] button: \"A\" (collapsed)\n");
}

// Rows without lines of their own: their cells stand beside each other.
std::string rows(std::initializer_list<int> numbers, int refs_from = 0) {
  std::string out;
  for (int n : numbers)
    out += cat("text: \"Inv ", n, "\"\ntext: \"Open\"\n[ref_", refs_from + n, "] button: \"Edit\"\n");
  return out;
}

TEST(TreeDelta, ARowThatWentMovesNoOther) {
  EXPECT_EQ(tree_delta(rows({1, 2, 3, 4, 5}), rows({1, 2, 4, 5}, 20)),
            "- text: \"Inv 3\"\n- text: \"Open\"\n- [ref_3] button: \"Edit\"\n");
  EXPECT_EQ(tree_delta(rows({1, 2, 3}), rows({2, 3})),
            "- text: \"Inv 1\"\n- text: \"Open\"\n- [ref_1] button: \"Edit\"\n");
}

TEST(TreeDelta, ARowThatCameFirstMovesNoOther) {
  EXPECT_EQ(tree_delta(rows({1, 2}), rows({7, 1, 2}, 20)),
            "+ text: \"Inv 7\"\n+ text: \"Open\"\n+ [ref_27] button: \"Edit\"\n");
}

TEST(TreeDelta, AnItemInAnotherListHasMovedThere) {
  std::string before =
      "[ref_1] region: \"Todo\"\n  list\n    listitem\n      text: \"Docs\"\n      [ref_3] button: "
      "\"Move\"\n    listitem: \"Bug\"\n"
      "[ref_2] region: \"Doing\"\n  list\n    listitem: \"Deploy\"\n";
  std::string after =
      "[ref_1] region: \"Todo\"\n  list\n    listitem: \"Bug\"\n"
      "[ref_2] region: \"Doing\"\n  list\n    listitem: \"Deploy\"\n    listitem\n      text: \"Docs\"\n     "
      " [ref_3] button: \"Move\"\n";
  EXPECT_EQ(tree_delta(before, after), "> listitem: \"Docs\" (moved to region \"Doing\")\n");
}

TEST(TreeDelta, ManyOfAKindThatWentAreOneLine) {
  std::string tree = "[ref_90] tree: \"Files\"\n";
  std::string before = tree;
  for (int i = 1; i <= 25; ++i) before += cat("  [ref_", i, "] treeitem: \"File ", i, "\"\n");
  EXPECT_EQ(tree_delta(before, tree),
            "- [ref_1] treeitem: \"File 1\" and 24 more of its kind (24 more lines)\n");
}

}  // namespace
}  // namespace oc::page
