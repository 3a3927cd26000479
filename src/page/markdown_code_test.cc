#include "page/markdown_code.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

std::string text(std::string_view html) {
  HtmlTree tree = HtmlTree::parse(html);
  return preformatted_text(*tree.first(Tag::pre), DroppedNodes(tree.nodes().size()));
}

std::string language(std::string_view html) {
  HtmlTree tree = HtmlTree::parse(html);
  return code_language(*tree.first(Tag::pre));
}

TEST(PreformattedText, IsKeptAsItStands) {
  EXPECT_EQ(text("<pre>\n  a\tb  \n\n c\n</pre>"), "  a\tb  \n\n c");
  EXPECT_EQ(text("<pre>a<br>b&lt;&nbsp;c</pre>"), "a\nb< c");
  EXPECT_EQ(text("<pre><span>a</span><b> b</b>\nc</pre>"), "a b\nc");
}

TEST(PreformattedText, LinesMayBeBlocks) {
  EXPECT_EQ(text("<pre><div>a</div><div>b</div></pre>"), "a\nb");
  EXPECT_EQ(text("<pre><div>a\n</div><div>b\n</div></pre>"), "a\nb");
}

TEST(PreformattedText, NumbersAndButtonsAreNotCode) {
  EXPECT_EQ(text("<pre><i class=lineno>1</i>a<button>Copy</button></pre>"), "a");
}

TEST(CodeLanguage, IsSaidInManyWays) {
  EXPECT_EQ(language("<pre><code class='x language-C++'>"), "c++");
  EXPECT_EQ(language("<pre class=lang-py>"), "py");
  EXPECT_EQ(language("<pre data-lang=go>"), "go");
  EXPECT_EQ(language("<div class='highlight highlight-source-rust'><pre>"), "rust");
  EXPECT_EQ(language("<div class='highlight-python notranslate'><div class=highlight><pre>"), "python");
  EXPECT_EQ(language("<pre class='brush: js; toolbar: false'>"), "js");
  EXPECT_EQ(language("<pre><code class='hljs bash'>"), "bash");
  EXPECT_EQ(language("<pre><code class='sourceCode haskell'>"), "haskell");
}

TEST(CodeLanguage, OrNotAtAll) {
  EXPECT_EQ(language("<pre>"), "");
  EXPECT_EQ(language("<pre class=language-none>"), "");
  EXPECT_EQ(language("<pre class='language-a`b'>"), "");
  EXPECT_EQ(language("<div class=highlight><pre class=highlight>"), "");
}

}  // namespace
}  // namespace oc::page
