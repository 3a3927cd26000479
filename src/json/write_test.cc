#include "json/write.h"

#include <gtest/gtest.h>

#include <limits>

#include "json/parse.h"

namespace oc::json {
namespace {

TEST(Write, NumbersLookLikeJavaScripts) {
  EXPECT_EQ(number_text(1.5), "1.5");
  EXPECT_EQ(number_text(100000), "100000");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(1e21), "1e+21");
  EXPECT_EQ(number_text(123456789012345680000.0), "123456789012345680000");
  EXPECT_EQ(number_text(0.000001), "0.000001");
  EXPECT_EQ(number_text(1e-7), "1e-7");
  EXPECT_EQ(number_text(1.25e-9), "1.25e-9");
  EXPECT_EQ(number_text(-95.5), "-95.5");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "null");
}

TEST(Write, TextIsEscapedAndAlwaysUtf8) {
  EXPECT_EQ(write(value("a\"\\\n\x01é")), "\"a\\\"\\\\\\n\\u0001é\"");
  EXPECT_EQ(write(value("x\xFFy")), "\"x\uFFFDy\"");
}

TEST(Write, MembersKeepTheirOrder) {
  std::string text = R"({"z":1,"a":[true,null,{}],"m":"x"})";
  EXPECT_EQ(write(*parse(text)), text);
}

TEST(Write, PrettyIndentsByTwo) {
  EXPECT_EQ(write_pretty(*parse(R"({"a":[1],"b":{}})")), "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}");
}

}  // namespace
}  // namespace oc::json
