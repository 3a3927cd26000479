#include "page/read_tree.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

// Reading pages is tested with pages: scripts/read_ax_test.html, read_dom_test.html and tests/browser.
TEST(ReadTree, TheFirstLineTellsOfThePage) {
  EXPECT_EQ(stats_line({{"url", "http://x.org/"},
                        {"title", "A\nB"},
                        {"scrollX", 0},
                        {"scrollY", 12.7},
                        {"viewportWidth", 1280},
                        {"viewportHeight", 720},
                        {"docWidth", 1280},
                        {"docHeight", 3000}}),
            "[page_stats] url: http://x.org/ | title: A B | scroll: 0,12 | viewport: 1280x720 | docSize: "
            "1280x3000");
}

TEST(ReadTree, ACutIsBetweenLinesAndSaysSo) {
  std::string text = "[ref_1] a\n[ref_2] b\n[ref_3] c\n[ref_4] d";
  EXPECT_EQ(cut_lines(text, 1000), text);
  std::string cut = cut_lines(text, 22);
  EXPECT_TRUE(cut.starts_with("[ref_1] a\n[ref_2] b\n[cut] 2 more lines (20 bytes)")) << cut;
  EXPECT_EQ(cut.find("ref_3"), std::string::npos);
}

TEST(ReadTree, ALineLongerThanAllowedIsCutInsideNeverInACharacter) {
  std::string cut = cut_lines(std::string(10, 'x') + "ää", 11);
  EXPECT_TRUE(cut.starts_with(std::string(10, 'x') + "\n[cut]")) << cut;
}

}  // namespace
}  // namespace oc::page
