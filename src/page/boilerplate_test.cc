#include "page/boilerplate.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::page {
namespace {

constexpr std::string_view kStory =
    "<p>A paragraph that is long enough to be the story which the reader of this page came here for, and a "
    "few "
    "more words to outweigh everything around it.</p>";

// The text that is left, pieces separated by '|'.
std::string kept_text(const HtmlTree& tree, const DroppedNodes& dropped) {
  std::string out;
  for_each_kept(tree.root(), dropped, [&](const HtmlNode& node) {
    std::string_view text = trim(node.text);
    if (!text.empty() && !text.starts_with("A paragraph")) out += cat(out.empty() ? "" : "|", text);
  });
  return out;
}

std::string visible(std::string_view html) {
  HtmlTree tree = HtmlTree::parse(html);
  return kept_text(tree, invisible_nodes(tree));
}

std::string content(std::string_view html) {
  HtmlTree tree = HtmlTree::parse(cat(html, kStory));
  DroppedNodes dropped = invisible_nodes(tree);
  drop_boilerplate(tree, dropped);
  return kept_text(tree, dropped);
}

TEST(InvisibleNodes, AreWhatNobodySees) {
  EXPECT_EQ(visible("<title>t</title><script>s</script><p>a<noscript>n</noscript><b hidden>h</b><p>b"),
            "a|b");
  EXPECT_EQ(visible("<canvas>c</canvas><template>t</template><p>a"), "a");
}

TEST(InvisibleNodes, DecorationGoesOnlyWhereWordsRemain) {
  EXPECT_EQ(visible("<p>price <span aria-hidden=true>$1</span></p>"), "price");
  EXPECT_EQ(visible("<p><span aria-hidden=true>$1</span></p>"), "$1");
  EXPECT_EQ(visible("<div aria-hidden=true>page behind a dialog</div><p>x"), "page behind a dialog|x");
}

TEST(InvisibleNodes, PictureForThoseWithoutScriptsReplacesOneThatIsMissing) {
  HtmlTree tree = HtmlTree::parse(
      "<img class=lazy><noscript><img src=a.png></noscript>"
      "<img data-src=b.png><noscript><img src=b.png></noscript>");
  DroppedNodes dropped = invisible_nodes(tree);
  std::vector<bool> noscripts;
  for (const HtmlNode& node : tree.nodes()) {
    if (node.tag == Tag::noscript) noscripts.push_back(dropped[node.index]);
  }
  EXPECT_EQ(noscripts, (std::vector<bool>{false, true}));
}

TEST(Boilerplate, LandmarksGo) {
  EXPECT_EQ(content("<nav>n</nav><header>h</header><footer>f</footer><aside>a</aside>"), "");
  EXPECT_EQ(
      content("<div role=navigation>n</div><form role=search><b>s</b></form><a href=#m>Skip to content</a>"),
      "");
}

TEST(Boilerplate, HeadersOfArticlesAndBylinesStay) {
  EXPECT_EQ(content("<article><header>h</header><footer>by Ada</footer></article>"), "h|by Ada");
  EXPECT_EQ(content("<header><h1>t</h1><p>lead</p></header>"), "t|lead");
  EXPECT_EQ(content("<blockquote>q<footer>Tom</footer></blockquote>"), "q|Tom");
}

TEST(Boilerplate, NamesCondemnOnlyWithEvidence) {
  EXPECT_EQ(content("<div class=cookie-banner>We use cookies<button>OK</button></div>"), "");
  EXPECT_EQ(content("<div class=cookie-recipe>Butter and sugar</div>"), "Butter and sugar");
  EXPECT_EQ(content("<div class=related><a href=/a>a</a><a href=/b>b</a></div>"), "");
  EXPECT_EQ(content("<div class=related>Related work has shown</div>"), "Related work has shown");
  EXPECT_EQ(content("<ul class=menu><li><a href=/a>a</a></li></ul>"), "");
  EXPECT_EQ(content("<ul class=menu><li>Soup, 4.50</li></ul>"), "Soup, 4.50");
}

TEST(Boilerplate, RemarksOfTheAuthorStay) {
  EXPECT_EQ(content("<main><aside>By the way</aside></main>"), "By the way");
  EXPECT_EQ(content("<main><aside class=note>See <a href=/x>this</a></aside></main>"), "See|this");
  EXPECT_EQ(content("<main><aside><a href=/x>More news</a></aside></main>"), "");
}

TEST(Boilerplate, WhatHoldsMostOfThePageStays) {
  HtmlTree tree = HtmlTree::parse(cat("<div class=sidebar>", kStory, "</div><p>x"));
  DroppedNodes dropped = invisible_nodes(tree);
  drop_boilerplate(tree, dropped);
  EXPECT_GT(measure_text(tree, dropped)[0].text, 100U);
}

TEST(TextMeasure, SumsSubtrees) {
  HtmlTree tree = HtmlTree::parse("<div>ab <a href=/x>cde</a><button>f</button><script>no</script></div>");
  TextMeasure sum = measure_text(tree, invisible_nodes(tree))[tree.body().index];
  EXPECT_EQ(sum.text, 6U);
  EXPECT_EQ(sum.links, 3U);
  EXPECT_EQ(sum.controls, 1U);
  EXPECT_DOUBLE_EQ(sum.link_density(), 0.5);
}

}  // namespace
}  // namespace oc::page
