#include "page/markdown.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::page {
namespace {

std::string md(std::string_view html) {
  return to_markdown(html, {.base_url = "https://x.org/d/p", .main_content_only = false}).markdown;
}

TEST(Markdown, ParagraphsHeadingsAndRules) {
  EXPECT_EQ(md("<h1>T</h1>a\n b<p>c</p>d<hr><h6>e</h6>"), "# T\n\na b\n\nc\n\nd\n\n---\n\n###### e\n");
  EXPECT_EQ(md(""), "");
  EXPECT_EQ(md("<p> &nbsp; </p><h2></h2>"), "");
}

TEST(Markdown, BreaksAreHardAndTwoMakeAParagraph) {
  EXPECT_EQ(md("<p>a<br>b<br><br>c<br></p>"), "a\\\nb\n\nc\n");
  EXPECT_EQ(md("<h2>a<br>b</h2>"), "## a b\n");
}

TEST(Markdown, InlineMarks) {
  EXPECT_EQ(md("<p><b>a</b> <em>b</em> <del>c</del> <code>d</code> <kbd>e</kbd> <q>f</q> <mark>g</mark></p>"),
            "**a** *b* ~~c~~ `d` `e` “f” g\n");
  EXPECT_EQ(md("<h2><b>not</b> twice</h2>"), "## not twice\n");
}

TEST(Markdown, Lists) {
  EXPECT_EQ(md("<ul><li>a<ol start=3><li>b<li value=7>c</ol><li><input type=checkbox checked>d</ul>"),
            "- a\n\n  3. b\n  7. c\n- [x] d\n");
  EXPECT_EQ(md("<ol><li>a<ol><li>b</ol></ol>"), "1. a\n   1. b\n");
  EXPECT_EQ(md("<ul><li><p>a</p><p>b</p><li>c</ul>"), "- a\n\n  b\n\n- c\n");
  EXPECT_EQ(md("<ul><li>a<ul><li>b</ul>c</ul>"), "- a\n\n  - b\n\n  c\n");
}

TEST(Markdown, ListsCanNestWithoutEnd) {
  std::string html;
  for (int i = 0; i < 400; ++i) html += "<ul><li>x";
  EXPECT_LT(md(html).size(), 30'000U);
}

TEST(Markdown, QuotesAndCallouts) {
  EXPECT_EQ(md("<blockquote>a<blockquote>b</blockquote></blockquote>c"), "> a\n>\n> > b\n\nc\n");
  EXPECT_EQ(md("<div class=note><p class=note-title>Note</p>x</div>"), "> **Note**\n>\n> x\n");
}

TEST(Markdown, Code) {
  EXPECT_EQ(md("<pre><code class=language-js>a\n\n```</code></pre>"), "````js\na\n\n```\n````\n");
  EXPECT_EQ(md("<p><code>a<br>b</code>"), "```\na\nb\n```\n");
  EXPECT_EQ(md("<code>a</code><code>b</code>"), "`a` `b`\n");
  EXPECT_EQ(md("<code><a href=/t>T</a></code>"), "[`T`](https://x.org/t)\n");
}

TEST(Markdown, Links) {
  EXPECT_EQ(md("<a href=a title=t>x</a>"), "[x](https://x.org/d/a \"t\")\n");
  EXPECT_EQ(md("<a href=#a>x</a> <a href='javascript:1'>y</a> <a href=/d/p#q>z</a>"), "x y z\n");
  EXPECT_EQ(md("<a href=https://y.org>https://y.org</a>"), "<https://y.org/>\n");
  EXPECT_EQ(md("<a href=/a></a><a href=/b aria-label=B><svg></svg></a>"), "[B](https://x.org/b)\n");
  EXPECT_EQ(to_markdown("<a href=a>x</a>", {}).markdown, "x\n");
}

TEST(Markdown, ALinkAroundBlocksGoesToTheirTitle) {
  EXPECT_EQ(md("<a href=/a><div><img src=/i.png alt=i><h3>T</h3><p>x</p></div></a>"),
            "![i](https://x.org/i.png)\n\n### [T](https://x.org/a)\n\nx\n");
  EXPECT_EQ(md("<a href=/a><img src=/i.png alt=i><div>T</div><div>x</div></a>"),
            "![i](https://x.org/i.png)\n\n[T](https://x.org/a)\n\nx\n");
}

TEST(Markdown, Images) {
  EXPECT_EQ(md("<img src=i.png alt='a ]'>"), "![a \\]](https://x.org/d/i.png)\n");
  EXPECT_EQ(md("<img src='data:image/png;base64,AA' alt=a>"), "a\n");
  EXPECT_EQ(md("<p>x<img src=i.png alt=''><img src=p.gif width=1>"), "x\n");
  EXPECT_EQ(md("<a href=/l><img src=/i.png alt=''></a>"), "[![](https://x.org/i.png)](https://x.org/l)\n");
  MarkdownOptions without{.base_url = "https://x.org/", .images = false};
  EXPECT_EQ(to_markdown("<p>x <img src=i.png alt=a> <a href=/l><img src=i.png alt=b></a>", without).markdown,
            "x [b](https://x.org/l)\n");
}

TEST(Markdown, Tables) {
  EXPECT_EQ(md("<table><caption>C</caption><tr><th><b>a</b><th>b<tr><td>x|y<td>1<br>2<ul><li>i</ul></table>"),
            "**C**\n\n| a | b |\n| --- | --- |\n| x\\|y | 1<br>2<br>• i |\n");
  EXPECT_EQ(md("<table><tr><td>a<table><tr><td>b</table></table>"), "a\n\nb\n");
  EXPECT_EQ(md("<table><tr><th>a<th>b<tr><td><pre>x\ny</pre><td></table>"),
            "| a | b |\n| --- | --- |\n| `x`<br>`y` | |\n");
}

TEST(Markdown, DefinitionLists) {
  EXPECT_EQ(md("<dl><dt>a<dd>1<dt>b<dt>c?<dd><p>2</p></dl>"), "- **a**: 1\n- **b**, **c?** 2\n");
  EXPECT_EQ(md("<dl><dt>a<dd>1<dd>2</dl>"), "- **a**: 1\n\n  2\n");
}

TEST(Markdown, DetailsFiguresAndMedia) {
  EXPECT_EQ(md("<details><summary>q</summary>a</details>"), "**q**\n\na\n");
  EXPECT_EQ(md("<figure><img src=/i.png alt=i><figcaption>c</figcaption></figure>"),
            "![i](https://x.org/i.png)\n\n*c*\n");
  EXPECT_EQ(md("a<iframe src=/f title=F></iframe>b"), "a\n\n[F](https://x.org/f)\n\nb\n");
  EXPECT_EQ(md("<frameset><frame src=/f name=left></frameset>"), "[left](https://x.org/f)\n");
}

TEST(Markdown, HeadingsWithoutEndAreEnded) {
  EXPECT_EQ(md("<h1>T<p>a<ul><li>b</ul>"), "# T\n\na\n\n- b\n");
  EXPECT_EQ(md("<h2>T <a class=anchor href=#t>#</a><button>Copy</button></h2>"), "## T\n");
  EXPECT_EQ(md("<h2><button>T</button></h2>"), "## T\n");
}

TEST(Markdown, BoxesSideBySideAreWordsApart) {
  EXPECT_EQ(md("<div><b>12</b><span>gardens</span></div>"), "**12** gardens\n");
  EXPECT_EQ(md("<p><span>un</span><span>bound</span></p>"), "unbound\n");
  EXPECT_EQ(md("<div><span>a</span><span>, b</span></div>"), "a, b\n");
}

TEST(Markdown, FormulasAndFootnotes) {
  EXPECT_EQ(md("<p>x<sup>2</sup><sub>i</sub> y<sup><a href=#f>3</a></sup>"), "x²ᵢ y[3]\n");
  EXPECT_EQ(md("<math alttext='\\frac12'><mn>1</mn></math>"), "$\\frac12$\n");
  EXPECT_EQ(md("<ruby>漢<rt>かん</rt></ruby>"), "漢(かん)\n");
}

TEST(Markdown, FactsComeAlong) {
  MarkdownPage page =
      to_markdown("<title>T</title><p><a href=/a>a</a> <a href=https://y.org/>https://y.org/</a>",
                  {.base_url = "https://x.org/"});
  EXPECT_EQ(page.title, "T");
  EXPECT_EQ(page.links, 2U);
  EXPECT_FALSE(page.was_cut || page.was_html_cut || page.was_flattened);
}

TEST(Markdown, MainContentOnlyWhenAsked) {
  std::string_view html = "<nav><a href=/n>n</a></nav><main><p>A text to read.</p></main>";
  EXPECT_EQ(to_markdown(html, {}).markdown, "A text to read.\n");
  EXPECT_EQ(to_markdown(html, {.main_content_only = false}).markdown, "n\n\nA text to read.\n");
}

TEST(Markdown, OutputIsBounded) {
  std::string html;
  for (int i = 0; i < 1000; ++i) html += cat("<p>Paragraph number ", i, "</p>");
  MarkdownPage page = to_markdown(html, {.max_bytes = 500});
  EXPECT_TRUE(page.was_cut);
  EXPECT_LE(page.markdown.size(), 500U);
  EXPECT_TRUE(page.markdown.ends_with("\n"));
}

TEST(Markdown, DeepPagesSaySo) {
  std::string html;
  for (int i = 0; i < 2000; ++i) html += "<div>";
  MarkdownPage page = to_markdown(html + "<p>text", {});
  EXPECT_TRUE(page.was_flattened);
  EXPECT_EQ(page.markdown, "text\n");
}

}  // namespace
}  // namespace oc::page
