#include "page/markdown_emphasis.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

// Of the first <b>, with the text in front of it.
Emphasis emphasis(std::string_view html) {
  HtmlTree tree = HtmlTree::parse(html);
  const HtmlNode* bold = tree.first(Tag::b);
  const HtmlNode& before = *(bold - 1);
  std::string_view last = before.text.empty() ? " " : before.text.substr(before.text.size() - 1);
  return emphasis_of(*bold, last, DroppedNodes(tree.nodes().size()));
}

TEST(Emphasis, WordsAndPartsOfWords) {
  EXPECT_EQ(emphasis("<p><b>word</b> x"), Emphasis::possible);
  EXPECT_EQ(emphasis("<p>in<b>side</b>word"), Emphasis::possible);
  EXPECT_EQ(emphasis("<p>(<b>“quoted”</b>)"), Emphasis::possible);
}

TEST(Emphasis, SignsInsideAWordWouldShowTheMarkers) {
  EXPECT_EQ(emphasis("<p>word<b>“x</b>"), Emphasis::impossible);
  EXPECT_EQ(emphasis("<p><b>x!</b>word"), Emphasis::impossible);
  EXPECT_EQ(emphasis("<p><b>「x」</b>です"), Emphasis::impossible);
  EXPECT_EQ(emphasis("<p><b>x<code>y</code></b>word"), Emphasis::impossible);
  EXPECT_EQ(emphasis("<p><b>😀</b>word"), Emphasis::impossible);
}

TEST(Emphasis, BlocksAndBreaksAreEdges) {
  EXPECT_EQ(emphasis("<p><b>x!</b><br>word"), Emphasis::possible);
  EXPECT_EQ(emphasis("<div><b>x!</b><p>word</p></div>"), Emphasis::possible);
  EXPECT_EQ(emphasis("<p><b>x!</b></p>word"), Emphasis::possible);
}

TEST(Emphasis, LabelsGetTheSpaceTheyLack) {
  EXPECT_EQ(emphasis("<p><b>Name:</b>Ada"), Emphasis::with_space_behind);
}

TEST(Emphasis, KindsOfCharacters) {
  EXPECT_EQ(kind_of_first(""), CharacterKind::space);
  EXPECT_EQ(kind_of_first("\u00A0"), CharacterKind::space);
  EXPECT_EQ(kind_of_first("é"), CharacterKind::letter);
  EXPECT_EQ(kind_of_last("漢字。"), CharacterKind::punctuation);
  EXPECT_EQ(kind_of_last("5 €"), CharacterKind::symbol);
  EXPECT_EQ(kind_of_first("؟"), CharacterKind::punctuation);
}

}  // namespace
}  // namespace oc::page
