#include "page/markdown_links.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

TEST(LinkTargets, LinksLeadOutOfThePage) {
  HtmlTree tree = HtmlTree::parse("");
  LinkTargets targets{tree, "https://x.org/d/p?q=1#f"};
  EXPECT_EQ(targets.link("a"), "https://x.org/d/a");
  EXPECT_EQ(targets.link("mailto:a@x.org"), "mailto:a@x.org");
  for (const char* useless :
       {"", "#f", "?q=1#g", "javascript:go()", "data:text/plain,x", "about:blank", "blob:x"})
    EXPECT_EQ(targets.link(useless), std::nullopt) << useless;
  EXPECT_EQ(targets.link("/" + std::string(2000, 'x')), std::nullopt);
}

TEST(LinkTargets, WithoutAPageOnlyAbsoluteOnesResolve) {
  HtmlTree tree = HtmlTree::parse("");
  LinkTargets targets{tree, ""};
  EXPECT_EQ(targets.link("a"), std::nullopt);
  EXPECT_EQ(targets.link("https://y.org"), "https://y.org/");
  HtmlTree based = HtmlTree::parse("<base href='https://b.org/c/'>");
  EXPECT_EQ(LinkTargets(based, "").link("a"), "https://b.org/c/a");
}

std::string image(std::string_view html) {
  HtmlTree tree = HtmlTree::parse(html);
  return LinkTargets{tree, "https://x.org/"}.image(*tree.first(Tag::img)).value_or("none");
}

TEST(LinkTargets, PicturesThatLoadLate) {
  EXPECT_EQ(image("<img src=a.png>"), "https://x.org/a.png");
  EXPECT_EQ(image("<img src='data:image/gif;base64,AA' data-src=b.png>"), "https://x.org/b.png");
  EXPECT_EQ(image("<img src=wait.gif data-src=b.png>"), "https://x.org/b.png");
  EXPECT_EQ(image("<img srcset='s.png 1x, l.png 2x'>"), "https://x.org/l.png");
  EXPECT_EQ(image("<picture><source srcset=p.webp><img></picture>"), "https://x.org/p.webp");
  EXPECT_EQ(image("<img src='data:image/gif;base64,AA'>"), "none");
}

TEST(LinkTargets, MediaNameTheirSources) {
  HtmlTree tree = HtmlTree::parse("<video><source src=v.webm></video>");
  EXPECT_EQ(LinkTargets(tree, "https://x.org/").media(*tree.first(Tag::video)), "https://x.org/v.webm");
}

TEST(Srcset, TheLargestWins) {
  EXPECT_EQ(largest_of_srcset("a 400w, b 1200w, c 800w"), "b");
  EXPECT_EQ(largest_of_srcset("a, b 2x"), "b");
  EXPECT_EQ(largest_of_srcset("https://x.org/i,w_100/a 1x"), "https://x.org/i,w_100/a");
  EXPECT_EQ(largest_of_srcset("a"), "a");
  EXPECT_EQ(largest_of_srcset(" , "), "");
}

}  // namespace
}  // namespace oc::page
