#include "json/parse.h"

#include <gtest/gtest.h>

namespace oc::json {
namespace {

TEST(Parse, ValuesAndTheWhiteSpaceAroundThem) {
  EXPECT_EQ(parse(" {\"a\":[1,2.5,null]} \r")->at("a").as_array().size(), 3U);
}

TEST(Parse, ErrorsSayWhere) {
  auto bad = parse("{\"a\":x}");
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().message.find("at byte"), std::string::npos);
  EXPECT_FALSE(parse(""));
  EXPECT_FALSE(parse("{\"a\":1"));
  EXPECT_FALSE(parse("{} {}"));
}

TEST(Parse, DepthIsBounded) {
  std::string deep(2000, '[');
  deep.append(2000, ']');
  EXPECT_FALSE(parse(deep));
  EXPECT_TRUE(parse(deep, {.max_depth = 3000}));
}

TEST(Parse, LoneSurrogatesAreMendedAndPairsKept) {
  EXPECT_EQ(parse("\"a\\ud800b\"")->as_string(), "a\uFFFDb");
  EXPECT_EQ(parse("\"\\udc00\\ud83d\\ude00\"")->as_string(), "\uFFFD😀");
  EXPECT_EQ(parse("\"\\\\ud800 \\ud800\"")->as_string(), "\\ud800 \uFFFD");
  EXPECT_FALSE(parse("\"\\ud800\"", {.mend_surrogates = false}));
}

TEST(Parse, BadUtf8IsRefused) {
  EXPECT_FALSE(parse("\"\xFF\""));
}

TEST(Parse, IntegersKeepAll64Bits) {
  EXPECT_EQ(parse("9223372036854775807")->as_int64(), 9223372036854775807LL);
  EXPECT_EQ(parse("18446744073709551615")->as_uint64(), 18446744073709551615ULL);
}

}  // namespace
}  // namespace oc::json
