#include "page/html_scan.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

std::string times(int count, std::string_view text) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

TEST(HtmlScan, CountsDepthTagsAndAttributes) {
  HtmlScan scan = scan_html("<div a b c><p>x<br><img></p></div><div></div>", 500);
  EXPECT_EQ(scan.depth, 2U);
  EXPECT_EQ(scan.tags, 6U);
  EXPECT_EQ(scan.most_attributes, 3U);
}

TEST(HtmlScan, EndTagsThatMayBeLeftOutDoNotDeepen) {
  EXPECT_LE(scan_html("<ul>" + times(900, "<li>x"), 500).depth, 2U);
  EXPECT_LE(scan_html(times(900, "<p>x"), 500).depth, 1U);
  EXPECT_LE(scan_html("<table>" + times(900, "<tr><td>x<td>y"), 500).depth, 3U);
  EXPECT_LE(scan_html("<dl>" + times(900, "<dt>x<dd>y"), 500).depth, 2U);
  EXPECT_LE(scan_html("<select>" + times(900, "<option>x"), 500).depth, 2U);
}

TEST(HtmlScan, StopsCountingPastTheLimit) {
  EXPECT_EQ(scan_html(times(2000, "<div>"), 500).depth, 501U);
}

TEST(FlattenHtml, KeepsTextAndReadingTagsOfADeepPage) {
  std::string html = times(3000, "<div>") + "<h1>Title</h1><p>One <a href='/x'>link</a><p>Two" +
                     times(3000, "</div>") + "<p>After";
  std::string flat = flatten_html(html);
  EXPECT_NE(flat.find("<h1>Title</h1><p>One <a href='/x'>link</a></p><p>Two</p>"), std::string::npos) << flat;
  EXPECT_TRUE(flat.ends_with("<p>After")) << flat;
  EXPECT_LT(flat.size(), 1000U);
}

TEST(FlattenHtml, DropsScriptsAndKeepsWordsApart) {
  EXPECT_EQ(flatten_html("<svg><script>x()</script></svg><b>a</b>"), "<b>a</b>");
  std::string deep = times(300, "<div>") + "a<div>b</div>c";
  EXPECT_TRUE(flatten_html(deep).ends_with("a<br>b<br>c")) << flatten_html(deep);
}

TEST(FlattenHtml, TablesBecomeRows) {
  EXPECT_EQ(flatten_html("<table><tr><td>a<td>b</table>"), "<div><div><div>a</div><div>b</div></div></div>");
}

TEST(FlattenHtml, IsProperlyNested) {
  EXPECT_EQ(flatten_html("<p><b>x<div>y</p>z"), "<p><b>x</b></p><div>yz");
  EXPECT_EQ(flatten_html("<a href=1>x<a href=2>y</a>"), "<a href=1>x</a><a href=2>y</a>");
}

TEST(CutAtTag, NeverEndsInsideATag) {
  EXPECT_EQ(cut_at_tag("<p>ab</p>", 100), "<p>ab</p>");
  EXPECT_EQ(cut_at_tag("<p>ab</p>", 7), "<p>ab");
  EXPECT_EQ(cut_at_tag("<p>ä", 4), "<p>");
}

}  // namespace
}  // namespace oc::page
