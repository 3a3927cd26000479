#include "page/element_kind.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

// The first element of the body.
class ElementKind : public testing::Test {
 protected:
  const HtmlNode& element(std::string_view html) {
    trees_.push_back(HtmlTree::parse(html));
    return trees_.back().body().below().front();
  }

 private:
  std::vector<HtmlTree> trees_;
};

TEST_F(ElementKind, WordsOfClassAndIdAreSplit) {
  EXPECT_EQ(class_words(element("<p class='postShare-bar  x_2' id=Main>")), " post share bar x 2 main ");
  EXPECT_EQ(class_words(element("<p>")), " ");
}

TEST_F(ElementKind, WordsMatchWholeAndInOrder) {
  EXPECT_TRUE(has_word(" back to top ", {"to top"}));
  EXPECT_TRUE(has_word(" ad ", {"x", "ad"}));
  EXPECT_FALSE(has_word(" shadow header ", {"ad", "head"}));
  EXPECT_FALSE(has_word(" top to ", {"to top"}));
}

TEST_F(ElementKind, ClassesMatchByWholeName) {
  EXPECT_TRUE(has_class(element("<p class='a\n Note b'>"), "note"));
  EXPECT_FALSE(has_class(element("<p class='note-list'>"), "note"));
  EXPECT_FALSE(has_class(element("<p>"), "note"));
}

TEST_F(ElementKind, HiddenIsWhatSaysSo) {
  EXPECT_TRUE(is_hidden(element("<p hidden>")));
  EXPECT_TRUE(is_hidden(element("<p style='color:red; Display : none'>")));
  EXPECT_TRUE(is_hidden(element("<p class='visually-hidden'>")));
  for (const char* style :
       {"opacity:0", "color:red; Opacity : 0.0 ;", "font-size:0px", "font-size: 0 !important",
        "position:absolute;left:-9999px", "text-indent: -10000em"})
    EXPECT_TRUE(is_hidden(element(cat("<p style='", style, "'>")))) << style;
  for (const char* style : {"opacity:0.5", "opacity:01", "font-size:0.9em", "font-size:10px", "left:-10px",
                            "font-size:large", "opacity:inherit", "opacity:", "fill-opacity:0"})
    EXPECT_FALSE(is_hidden(element(cat("<p style='", style, "'>")))) << style;
  EXPECT_TRUE(is_hidden(element("<p class=srOnly>")));
  EXPECT_TRUE(is_hidden(element("<input type=hidden>")));
  EXPECT_TRUE(is_hidden(element("<dialog>x</dialog>")));
  EXPECT_FALSE(is_hidden(element("<dialog open>x</dialog>")));
  EXPECT_FALSE(is_hidden(element("<p hidden=until-found>")));
  EXPECT_FALSE(is_hidden(element("<p>")));
}

TEST_F(ElementKind, HeadingsByTagOrRole) {
  EXPECT_EQ(heading_level(element("<h3>")), 3);
  EXPECT_EQ(heading_level(element("<div role=heading aria-level=4>")), 4);
  EXPECT_EQ(heading_level(element("<div role=heading>")), 2);
  EXPECT_EQ(heading_level(element("<div>")), 0);
}

TEST_F(ElementKind, CalloutsAreNotesSetApart) {
  EXPECT_TRUE(is_callout(element("<div class='admonition tip'>")));
  EXPECT_TRUE(is_callout(element("<aside role=note>")));
  EXPECT_FALSE(is_callout(element("<ul class=note>")));
  EXPECT_FALSE(is_callout(element("<div class=alert-list>")));
}

TEST_F(ElementKind, BlockEdgesAreWhereBlocksBeginAndEnd) {
  HtmlTree tree = HtmlTree::parse("a<b>b</b><p>c</p>d<div>e<i>f</i></div>");
  std::string seen;
  BlockEdges edges;
  for (const HtmlNode& node : tree.body().below()) {
    if (edges.crosses(node)) seen += '|';
    seen += node.text;
  }
  EXPECT_EQ(seen, "ab|c|d|ef");
}

}  // namespace
}  // namespace oc::page
