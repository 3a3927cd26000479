#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace oc {
namespace {

TEST(Random, IdentifiersDoNotRepeat) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(seen.insert(random_hex(8)).second);
}

TEST(Random, TokensAreVisibleAsciiOf256Bits) {
  std::string token = random_token();
  EXPECT_EQ(token.size(), 43U);
  EXPECT_TRUE(std::ranges::all_of(token, [](char c) { return c > 0x20 && c < 0x7F; }));
}

}  // namespace
}  // namespace oc
