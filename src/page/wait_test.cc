#include "page/wait.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

// Waiting in a page is tested in pages: scripts/wait_condition_test.html and tests/browser.
TEST(Wait, WithoutWildcardsAPatternIsContained) {
  EXPECT_TRUE(matches_wildcard("https://x.org/done?id=3", "/done"));
  EXPECT_FALSE(matches_wildcard("https://x.org/", "/done"));
  EXPECT_TRUE(matches_wildcard("anything", ""));
}

TEST(Wait, WithWildcardsItFitsTheWhole) {
  EXPECT_TRUE(matches_wildcard("https://x.org/done?id=3", "*/done*"));
  EXPECT_FALSE(matches_wildcard("https://x.org/done?id=3", "*/done"));
  EXPECT_TRUE(matches_wildcard("abc", "a?c"));
  EXPECT_FALSE(matches_wildcard("ac", "a?c"));
  EXPECT_TRUE(matches_wildcard("", "*"));
  EXPECT_TRUE(matches_wildcard("aaab", "*a*b"));
}

TEST(Wait, ManyStarsEndSoon) {
  std::string text(5000, 'a');
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "*a";
  EXPECT_FALSE(matches_wildcard(text, pattern + "*b"));
}

}  // namespace
}  // namespace oc::page
