#include "page/act_tokens.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::page {
namespace {

// Each token in brackets: (word) "quoted" `code` , and ; where a step ends.
std::string shown(std::string_view text) {
  auto tokens = tokens_of(text);
  if (!tokens) return "error";
  std::string out;
  for (const Token& token : *tokens) {
    switch (token.kind) {
      case TokenKind::word:
        out += cat("(", token.text, ")");
        break;
      case TokenKind::quoted:
        out += cat("\"", token.text, "\"");
        break;
      case TokenKind::code:
        out += cat("`", token.text, "`");
        break;
      case TokenKind::comma:
        out += ",";
        break;
      case TokenKind::step_end:
        out += ";";
        break;
    }
  }
  return out;
}

TEST(ActTokens, WordsAndMarks) {
  EXPECT_EQ(shown("a b, c. d;e\nf"), "(a)(b),(c);(d);(e);(f)");
  EXPECT_EQ(shown("1,000 1.5 a.b"), "(1,000)(1.5)(a.b)");
  EXPECT_EQ(shown("1. a 2. b"), "(1.)(a)(2.)(b)");
  EXPECT_EQ(shown("1. a 3. b"), "(1.)(a)(3);(b)");
  EXPECT_EQ(shown("1. a 2.\nb"), "(1.)(a)(2);;(b)");
  EXPECT_EQ(shown("Dr. No... x"), "(Dr.)(No...)(x)");
  EXPECT_EQ(shown(""), "");
}

TEST(ActTokens, Quotes) {
  EXPECT_EQ(shown(R"("a b"c)"), R"("a b"(c))");
  EXPECT_EQ(shown("27\" wide"), "(27\")(wide)");
  EXPECT_EQ(shown("don't 'a'"), "(don't)\"a\"");
  EXPECT_EQ(shown("the boys' x"), "(the)(boys')(x)");
  EXPECT_EQ(shown("'tis x"), "('tis)(x)");
  EXPECT_EQ(shown("„a“ «b» “c” ‘d’ `e`"), "\"a\"\"b\"\"c\"\"d\"`e`");
  EXPECT_EQ(shown(R"("\\")"), R"("\")");
  EXPECT_EQ(shown(R"("a\")"), "error");
  EXPECT_EQ(shown(R"("a", "b".)"), R"("a","b";)");
}

TEST(ActTokens, TextStandsAsItStood) {
  auto tokens = tokens_of("a  b,c (\"d\") , e");
  ASSERT_TRUE(tokens);
  EXPECT_EQ(text_of(*tokens), "a b,c (d) , e");
}

}  // namespace
}  // namespace oc::page
