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
            "~   [ref_2] button: \"Save\" (disabled)\n"
            "+   text: \"2 items\"\n"
            "+   [ref_4] alert: \"Saved\"\n"
            "- text: \"1 item\"\n"
            "- [ref_3] link: \"Help\"\n");
}

TEST(TreeDelta, MovingDeeperIsNoChange) {
  EXPECT_EQ(tree_delta("[ref_1] main\n[ref_2] link: \"a\"", "[ref_1] main\n  [ref_2] link: \"a\""), "");
}

TEST(TreeDelta, EqualTextsAreCounted) {
  EXPECT_EQ(tree_delta("text: \"x\"\ntext: \"x\"", "text: \"x\""), "- text: \"x\"\n");
  EXPECT_EQ(tree_delta("text: \"x\"", "text: \"x\"\ntext: \"x\""), "+ text: \"x\"\n");
}

TEST(TreeDelta, RefsOfTheDomReadingAreKnownToo) {
  EXPECT_EQ(tree_delta("[12]<a href=\"/x\"/>go ★", "[12]<a href=\"/y\"/>go ★"),
            "~ [12]<a href=\"/y\"/>go ★\n");
}

}  // namespace
}  // namespace oc::page
