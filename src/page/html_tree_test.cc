#include "page/html_tree.h"

#include <gtest/gtest.h>

#include <chrono>

#include "base/text.h"

namespace oc::page {
namespace {

std::string times(std::size_t count, std::string_view text) {
  std::string out;
  out.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

std::size_t depth_of(const HtmlTree& tree) {
  std::size_t deepest = 0;
  std::vector<std::size_t> depths;
  for (const HtmlNode& node : tree.nodes()) {
    depths.push_back(node.parent == nullptr ? 0 : depths[node.parent->index] + 1);
    deepest = std::max(deepest, depths.back());
  }
  return deepest;
}

TEST(HtmlTree, NodesStandInDocumentOrder) {
  HtmlTree tree = HtmlTree::parse("<ul><li>a<b>b</b></li><li>c</li></ul>");
  const HtmlNode* list = tree.first(Tag::ul);
  ASSERT_NE(list, nullptr);
  std::vector<std::string> items;
  for (const HtmlNode& item : children(*list)) items.push_back(plain_text(item));
  EXPECT_EQ(items, (std::vector<std::string>{"ab", "c"}));
  EXPECT_EQ(list->below().size(), 6U);
  EXPECT_EQ(list->parent, &tree.body());
  EXPECT_EQ(tree.first(Tag::b)->closest(TagSet{Tag::ul}), list);
  EXPECT_EQ(tree.first(Tag::table), nullptr);
}

TEST(HtmlTree, ReferencesAreDecodedAndBrokenCharactersReplaced) {
  HtmlTree tree = HtmlTree::parse("\xEF\xBB\xBF<p title='a&amp;b'>&lt;&eacute;&#x1F600;&#xD800;\xFF</p>");
  const HtmlNode* paragraph = tree.first(Tag::p);
  EXPECT_EQ(plain_text(*paragraph), "<é😀\uFFFD\uFFFD");
  EXPECT_EQ(paragraph->value("title"), "a&b");
  EXPECT_EQ(plain_text(tree.body()), "<é😀\uFFFD\uFFFD");
}

TEST(HtmlTree, AttributesOfOtherNamespacesDoNotAnswer) {
  HtmlTree tree =
      HtmlTree::parse("<svg><a xlink:href='/x' id=s><title>t</title></a></svg><a HREF=' /y '>z</a>");
  const HtmlNode* link = tree.first(Tag::a);
  ASSERT_NE(link, nullptr);
  EXPECT_EQ(link->value("href"), "/y");
  EXPECT_FALSE(link->has("id"));
  EXPECT_EQ(tree.first(Tag::title), nullptr);
  for (const HtmlNode& node : tree.first(Tag::svg)->below()) EXPECT_FALSE(node.has("href"));
}

TEST(HtmlTree, ScriptsStylesAndTemplatesHaveNoContent) {
  HtmlTree tree = HtmlTree::parse(
      "<style>s</style><script>j</script><template>t</template>"
      "<x-card><template shadowrootmode=open><p>shadow</p></template></x-card>");
  EXPECT_EQ(plain_text(tree.root()), "shadow");
}

TEST(HtmlTree, BlocksAreKeptApartInPlainText) {
  HtmlTree tree = HtmlTree::parse("<div>a<p>b</p>c<br>d  <i>e</i>f</div>");
  EXPECT_EQ(plain_text(tree.body()), "a b c d ef");
}

TEST(HtmlTree, EmptyInputIsAnEmptyPage) {
  HtmlTree tree = HtmlTree::parse("");
  EXPECT_EQ(tree.body().tag, Tag::body);
  EXPECT_EQ(plain_text(tree.root()), "");
  EXPECT_FALSE(tree.was_cut());
  EXPECT_EQ(HtmlTree::parse("<frameset><frame src=a></frameset>").body().tag, Tag::html);
}

TEST(HtmlTree, LongInputIsCutAtATag) {
  HtmlTree tree = HtmlTree::parse(times(kMaxHtmlBytes / 64, times(64, "x")) + "<b>y</b>");
  EXPECT_TRUE(tree.was_cut());
  EXPECT_EQ(plain_text(tree.root()).size(), kMaxHtmlBytes);
}

TEST(HtmlTree, DeepNestingIsFlattenedInLinearTime) {
  HtmlTree tree = HtmlTree::parse(times(40'000, "<div>") + "<p>text <a href=/x>link</a>");
  EXPECT_TRUE(tree.was_flattened());
  EXPECT_LE(depth_of(tree), kMaxTreeDepth);
  EXPECT_EQ(plain_text(tree.root()), "text link");
  EXPECT_NE(tree.first(Tag::a), nullptr);
  EXPECT_FALSE(HtmlTree::parse(times(400, "<div>")).was_flattened());
}

std::string numbered(int count, std::string_view before, std::string_view after) {
  std::string out;
  for (int i = 0; i < count; ++i) out += cat(before, i, after);
  return out;
}

// Each would take gumbo minutes or gigabytes, or grows so.
TEST(HtmlTree, HostileInputIsBounded) {
  const std::string hostile[] = {
      times(8'000, "<b><p>x"),
      numbered(2'500, "<font color=", "><p>x"),
      cat("<p ", numbered(100'000, "a", "=1 "), ">x"),
      times(100, cat("<select><table></select>", times(400, "<div>"), "</table>")),
      times(8'000, "<svg><title><div>"),
      times(20'000, "<p>"),
      times(10'000, "<a><div>"),
      times(8'000, "<table><td>"),
      times(8'000, "<math><mi><table><a>"),
      times(20'000, "</p></br>"),
  };
  for (const std::string& html : hostile) {
    auto start = std::chrono::steady_clock::now();
    HtmlTree tree = HtmlTree::parse(html);
    auto took = std::chrono::steady_clock::now() - start;
    EXPECT_LE(depth_of(tree), kMaxTreeDepth + 1);
    EXPECT_LT(took, std::chrono::seconds{10}) << html.substr(0, 40);
  }
}

}  // namespace
}  // namespace oc::page
