#include "page/html_lexer.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::page {
namespace {

// One letter for the kind, then the source: "s<p>" "tword" "e</p>".
std::vector<std::string> pieces_of(std::string_view html) {
  std::vector<std::string> out;
  HtmlLexer lexer{html};
  HtmlPiece piece;
  while (lexer.next(piece)) out.push_back(cat("tserc"[static_cast<int>(piece.kind)], piece.source));
  return out;
}
using Pieces = std::vector<std::string>;

TEST(HtmlLexer, SplitsTextAndTags) {
  EXPECT_EQ(pieces_of("a<P class=x>b</P>"), (Pieces{"ta", "s<P class=x>", "tb", "e</P>"}));
  EXPECT_EQ(pieces_of("1 < 2 <3"), (Pieces{"t1 ", "t< 2 ", "t<3"}));
  EXPECT_EQ(pieces_of(""), Pieces{});
}

TEST(HtmlLexer, QuotesHideTheBracket) {
  EXPECT_EQ(pieces_of("<a title='x>y' b=\">\">t"), (Pieces{"s<a title='x>y' b=\">\">", "tt"}));
  EXPECT_EQ(pieces_of("<a =x>t"), (Pieces{"s<a =x>", "tt"}));
}

TEST(HtmlLexer, CountsAttributesAndLowersNames) {
  HtmlLexer lexer{"<IMG src=a  alt = 'b c' hidden />"};
  HtmlPiece piece;
  ASSERT_TRUE(lexer.next(piece));
  EXPECT_EQ(piece.name, "img");
  EXPECT_EQ(piece.attributes, 3U);
}

TEST(HtmlLexer, ContentOfScriptsIsOnePiece) {
  EXPECT_EQ(pieces_of("<script>if (a</b>c) '</scrip>'</SCRIPT >x"),
            (Pieces{"s<script>", "rif (a</b>c) '</scrip>'", "e</SCRIPT >", "tx"}));
  EXPECT_EQ(pieces_of("<style></style>x"), (Pieces{"s<style>", "e</style>", "tx"}));
  EXPECT_EQ(pieces_of("<script>never closed"), (Pieces{"s<script>", "rnever closed"}));
}

TEST(HtmlLexer, CommentsEndWhereBrowsersEndThem) {
  EXPECT_EQ(pieces_of("<!--a>b-->c"), (Pieces{"c<!--a>b-->", "tc"}));
  EXPECT_EQ(pieces_of("<!-->c"), (Pieces{"c<!-->", "tc"}));
  EXPECT_EQ(pieces_of("<!--a--!>c"), (Pieces{"c<!--a--!>", "tc"}));
  EXPECT_EQ(pieces_of("<!doctype html>c"), (Pieces{"c<!doctype html>", "tc"}));
  EXPECT_EQ(pieces_of("<!-- never closed"), (Pieces{"c<!-- never closed"}));
}

TEST(HtmlLexer, ATagTheInputEndsInIsDropped) {
  EXPECT_EQ(pieces_of("a<b title='x"), (Pieces{"ta", "c<b title='x"}));
}

}  // namespace
}  // namespace oc::page
