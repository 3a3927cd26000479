#include "page/markdown_table.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::page {
namespace {

struct Table {
  explicit Table(std::string_view html)
      : tree{HtmlTree::parse(html)},
        node{*tree.first(Tag::table)},
        rows{table_rows(node, DroppedNodes(tree.nodes().size()))} {}

  bool is_layout() const { return is_layout_table(node, rows); }
  std::string text() const {
    return join(table_lines(rows, [](const HtmlNode& cell, bool) { return plain_text(cell); }), "\n");
  }

  HtmlTree tree;
  const HtmlNode& node;
  std::vector<TableRow> rows;
};

TEST(MarkdownTable, HeaderByTagSectionOrLook) {
  std::string expected = "| a | b |\n| --- | --- |\n| 1 | 2 |";
  EXPECT_EQ(Table("<table><tr><th>a<th>b<tr><td>1<td>2</table>").text(), expected);
  EXPECT_EQ(Table("<table><thead><tr><td>a<td>b<tbody><tr><td>1<td>2</table>").text(), expected);
  EXPECT_EQ(Table("<table><tr><td><b>a</b><td><b>b</b><tr><td>1<td>2</table>").text(), expected);
}

TEST(MarkdownTable, WithoutHeaderTheHeaderIsEmpty) {
  EXPECT_EQ(Table("<table><tr><th>a<td>1<tr><th>b<td>2</table>").text(),
            "| | |\n| --- | --- |\n| a | 1 |\n| b | 2 |");
}

TEST(MarkdownTable, HeaderRowsAreJoined) {
  EXPECT_EQ(
      Table("<table><tr><th rowspan=2>k<th colspan=2>g<tr><th>x<th>y<tr><td>1<td>2<td>3</table>").text(),
      "| k | g x | g y |\n| --- | --- | --- |\n| 1 | 2 | 3 |");
  EXPECT_EQ(Table("<table><tr><th colspan=2>title<tr><th>a<td>1</table>").text(),
            "| title | |\n| --- | --- |\n| a | 1 |");
}

TEST(MarkdownTable, SpansAreSpread) {
  EXPECT_EQ(
      Table("<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>").text(),
      "| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | |\n| 1 | 3 | 4 |");
}

TEST(MarkdownTable, AlignmentIsKeptAndEmptyRowsAreNot) {
  EXPECT_EQ(
      Table("<table><tr><th align=right>a<th style='text-align: center'>b<tr><td><td><tr><td>1<td>2</table>")
          .text(),
      "| a | b |\n| ---: | :---: |\n| 1 | 2 |");
  EXPECT_EQ(Table("<table><tr><td> <td></table>").text(), "");
}

TEST(MarkdownTable, FooterComesLast) {
  EXPECT_EQ(Table("<table><tfoot><tr><td>s<td>3<tbody><tr><td>a<td>1</table>").text(),
            "| | |\n| --- | --- |\n| a | 1 |\n| s | 3 |");
}

TEST(MarkdownTable, LayoutIsNoTable) {
  EXPECT_TRUE(Table("<table role=presentation><tr><th>a<th>b<tr><td>1<td>2</table>").is_layout());
  EXPECT_TRUE(Table("<table><tr><td>a<td><table><tr><td>x</table></table>").is_layout());
  EXPECT_TRUE(Table("<table><tr><th>only</table>").is_layout());
  EXPECT_TRUE(Table("<table><tr><td>nav<td><h1>page</h1></table>").is_layout());
  EXPECT_TRUE(Table("<table><tr><td>a<tr><td>b</table>").is_layout());
  EXPECT_FALSE(Table("<table><tr><td>a<td>b<tr><td>c<td>d</table>").is_layout());
  EXPECT_FALSE(Table("<table><tr><th>a<th>b<tr><td><ul><li>x</ul><td>d</table>").is_layout());
}

TEST(MarkdownTable, HugeSpansAreBounded) {
  EXPECT_LT(
      Table("<table><tr><th>a<th>b<tr><td colspan=65534 rowspan=65534>x<tr><td>y</table>").text().size(),
      2000U);
}

}  // namespace
}  // namespace oc::page
