#include "page/main_content.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::page {
namespace {

constexpr std::string_view kLong =
    "Some sentences of a story, with commas and all, that go on for a while so that they weigh more than "
    "what a "
    "menu or a teaser would, and then go on a little more.";

struct Found {
  ContentSource source;
  std::string id;       // of the root
  std::string heading;  // in front of it
};

Found find(std::string_view html) {
  HtmlTree tree = HtmlTree::parse(html);
  MainContent content = find_main_content(tree);
  return {content.source, std::string{content.root->value("id")},
          content.heading == nullptr ? "" : plain_text(*content.heading)};
}

TEST(MainContent, PrefersTheMainElement) {
  Found found = find(cat("<article>", kLong, "</article><main id=m>", kLong, "</main>"));
  EXPECT_EQ(found.source, ContentSource::main_element);
  EXPECT_EQ(found.id, "m");
  EXPECT_EQ(find(cat("<div role=main id=r>", kLong, "</div>")).id, "r");
}

TEST(MainContent, OfSeveralMainsTheFullOne) {
  EXPECT_EQ(find(cat("<main id=a></main><main id=b>", kLong, "</main>")).id, "b");
  EXPECT_EQ(find(cat("<main id=a>Loading</main><div id=b><p>", kLong, kLong, kLong, "</div>")).id, "b");
}

TEST(MainContent, OneArticleAmongTeasers) {
  Found found =
      find(cat("<article id=a><p>", kLong, kLong, "</article><article id=t>", "Teaser", "</article>"));
  EXPECT_EQ(found.source, ContentSource::article);
  EXPECT_EQ(found.id, "a");
}

TEST(MainContent, SeveralArticlesTogether) {
  Found found = find(cat("<div id=list><article>", kLong, "</article><article>", kLong, "</article></div>"));
  EXPECT_EQ(found.source, ContentSource::article);
  EXPECT_EQ(found.id, "list");
}

TEST(MainContent, ASmallArticleIsNotThePage) {
  Found found =
      find(cat("<article id=t>Teaser</article><div id=d><p>", kLong, "</p><p>", kLong, "</p></div>"));
  EXPECT_EQ(found.id, "d");
  EXPECT_EQ(found.source, ContentSource::most_text);
}

TEST(MainContent, TheBoxWithMostOfTheText) {
  std::string html = cat("<div id=w><div><a href=/1>One</a> <a href=/2>Two</a></div><div id=t><p>", kLong,
                         "</p><p>", kLong, "</p></div><div id=x>Fine print</div></div>");
  EXPECT_EQ(find(html).id, "t");
}

TEST(MainContent, ListsAreNotTakenApart) {
  std::string items;
  for (int i = 0; i < 5; ++i)
    items += cat("<li><a href=/p", i, ">Product ", i, "</a> for ", i, " euros</li>");
  EXPECT_EQ(find(cat("<div id=d><ul id=u>", items, "</ul></div>")).id, "d");
}

TEST(MainContent, TheHeadingComesAlong) {
  EXPECT_EQ(find(cat("<title>Tides - Site</title><h1>Tides</h1><article>", kLong, "</article>")).heading,
            "Tides");
  EXPECT_EQ(find(cat("<title>Tides - Site</title><h1>Site</h1><article>", kLong, "</article>")).heading, "");
  EXPECT_EQ(find(cat("<h1><a href=/>Tides</a></h1><article>", kLong, "</article>")).heading, "");
  EXPECT_EQ(find(cat("<h1>Out</h1><article><h1>In</h1>", kLong, "</article>")).heading, "");
}

TEST(MainContent, ABoxBesideItsTitleIsTakenWithIt) {
  Found found =
      find(cat("<div id=w><h2>Title</h2><div id=t><p>", kLong, "</p><p>", kLong, "</p></div></div>"));
  EXPECT_EQ(found.id, "w");
}

TEST(MainContent, APageWithTextIsNeverEmpty) {
  for (std::string_view html :
       {"<nav><a href=/x>Only a menu</a></nav>", "<body style='display:none'>Hidden for now",
        "<noscript>Enable scripts</noscript>", "<footer>Small print</footer>"}) {
    HtmlTree tree = HtmlTree::parse(html);
    MainContent content = find_main_content(tree);
    EXPECT_GT(measure_text(tree, content.dropped)[content.root->index].text, 0U) << html;
  }
}

TEST(WholePage, KeepsNavigation) {
  HtmlTree tree = HtmlTree::parse("<nav>Menu</nav><p>Text</p><script>x</script>");
  MainContent content = whole_page(tree);
  EXPECT_EQ(measure_text(tree, content.dropped)[content.root->index].text, 8U);
}

}  // namespace
}  // namespace oc::page
