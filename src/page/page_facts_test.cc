#include "page/page_facts.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

Url url(std::string_view text) {
  return parse_url(text).value();
}

TEST(PageFacts, ReadsTheHead) {
  HtmlTree tree = HtmlTree::parse(R"(<html lang="de-AT"><head><title> A  page
    </title><meta name="Description" content="About it"><meta name=robots content="NoIndex, follow">
    <link rel="alternate canonical" href="/a?b=1"></head><body><h1>Other</h1></body>)");
  PageFacts facts = page_facts(tree, url("https://x.org/z"));
  EXPECT_EQ(facts.title, "A page");
  EXPECT_EQ(facts.description, "About it");
  EXPECT_EQ(facts.canonical, "https://x.org/a?b=1");
  EXPECT_EQ(facts.lang, "de-AT");
  EXPECT_TRUE(facts.noindex);
  EXPECT_FALSE(facts.nofollow);
}

TEST(PageFacts, FallsBackToSharedTitleThenHeading) {
  Url base = url("https://x.org/");
  EXPECT_EQ(page_facts(HtmlTree::parse("<meta property=og:title content=Shared><h1>H</h1>"), base).title,
            "Shared");
  EXPECT_EQ(page_facts(HtmlTree::parse("<h1>H <i>1</i></h1>"), base).title, "H 1");
  EXPECT_TRUE(page_facts(HtmlTree::parse("<meta name=robots content=none>"), base).nofollow);
  EXPECT_EQ(page_facts(HtmlTree::parse("<link rel=canonical href='javascript:1'>"), base).canonical, "");
}

TEST(Links, AreAbsoluteUniqueAndOfTheWeb) {
  HtmlTree tree = HtmlTree::parse(R"html(
    <a href="/a#top"></a><a href="a?x=1" rel="nofollow">one</a><a href="/a">A</a>
    <a href="#here">jump</a><a href="mailto:a@x.org">m</a><a href="javascript:go()">j</a><a>none</a>
    <a href="https://y.org/" aria-label="Y"><img></a><map><area href="/m" alt="map"></map>)html");
  std::vector<Link> expected{{"https://x.org/a", "A", ""},
                             {"https://x.org/d/a?x=1", "one", "nofollow"},
                             {"https://y.org/", "Y", ""},
                             {"https://x.org/m", "map", ""}};
  EXPECT_EQ(links(tree, url("https://x.org/d/")), expected);
}

TEST(DocumentBase, IsTheFirstBaseElement) {
  Url page = url("https://x.org/d/e");
  EXPECT_EQ(document_base(HtmlTree::parse("<base target=_top><base href='/b/'><base href=/c/>"), page).text(),
            "https://x.org/b/");
  EXPECT_EQ(document_base(HtmlTree::parse("<p>"), page).text(), "https://x.org/d/e");
}

}  // namespace
}  // namespace oc::page
