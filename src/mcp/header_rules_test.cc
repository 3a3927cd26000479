#include "mcp/header_rules.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace oc::mcp {
namespace {

TEST(HeaderRules, VersionAndMethodMustBeThereAndEqual) {
  EXPECT_TRUE(check_version_header({}, "2026-07-28"));
  EXPECT_TRUE(check_version_header({{"MCP-Protocol-Version", "2025-11-25"}}, "2026-07-28"));
  EXPECT_FALSE(check_version_header({{"mcp-protocol-version", " 2026-07-28 "}}, "2026-07-28"));
  EXPECT_TRUE(check_version_header(
      {{"MCP-Protocol-Version", "2026-07-28"}, {"MCP-Protocol-Version", "2026-07-28"}}, "2026-07-28"));
  EXPECT_TRUE(check_method_header({}, "ping"));
  EXPECT_TRUE(check_method_header({{"Mcp-Method", "PING"}}, "ping"));
  EXPECT_FALSE(check_method_header({{"MCP-METHOD", "ping"}}, "ping"));
}

TEST(HeaderRules, NameIsTrimmedAndMayBeEncoded) {
  json::object params{{"name", "Hello"}};
  auto bad = [&](std::string_view value) {
    return check_name_header({{"Mcp-Name", std::string{value}}}, "name", params).has_value();
  };
  EXPECT_FALSE(bad("  Hello\t"));
  EXPECT_FALSE(bad("=?base64?SGVsbG8=?="));
  EXPECT_TRUE(bad("=?base64?SGVsbG8?="));
  EXPECT_TRUE(bad("=?base64?SGVs!!!bG8=?="));
  EXPECT_TRUE(bad("hello"));
  EXPECT_TRUE(check_name_header({}, "name", params));
  EXPECT_FALSE(check_name_header({}, "name", {}));
  EXPECT_FALSE(check_name_header({}, "", params));
}

TEST(HeaderRules, ASentinelWithOneEndIsLiteral) {
  EXPECT_EQ(header_text("=?base64?abc"), "=?base64?abc");
  EXPECT_EQ(header_text("abc?="), "abc?=");
  EXPECT_FALSE(header_text("a\x01z"));
}

TEST(HeaderRules, ParamsAreComparedByType) {
  json::object schema = json::parse(R"({"properties":{"region":{"type":"string","x-mcp-header":"Region"},
      "n":{"type":"integer","x-mcp-header":"N"},"deep":{"type":"object","properties":{"b":{"type":"boolean","x-mcp-header":"B"}}}}})")
                            ->as_object();
  auto bad = [&](net::Headers headers, std::string_view arguments) {
    return check_param_headers(headers, schema, json::parse(arguments)->as_object()).has_value();
  };
  EXPECT_FALSE(bad({}, R"({})"));
  EXPECT_FALSE(bad({}, R"({"region":null})"));
  EXPECT_TRUE(bad({}, R"({"region":"eu"})"));
  EXPECT_FALSE(bad({{"mcp-param-region", "eu"}}, R"({"region":"eu"})"));
  EXPECT_TRUE(bad({{"Mcp-Param-Region", "us"}}, R"({"region":"eu"})"));
  EXPECT_FALSE(bad({{"Mcp-Param-N", "042"}}, R"({"n":42})"));
  EXPECT_TRUE(bad({{"Mcp-Param-N", "42x"}}, R"({"n":42})"));
  EXPECT_FALSE(bad({{"Mcp-Param-B", "true"}}, R"({"deep":{"b":true}})"));
  EXPECT_TRUE(bad({}, R"({"deep":{"b":true}})"));
  EXPECT_FALSE(bad({{"Mcp-Param-Unknown", "x"}}, R"({})"));
}

}  // namespace
}  // namespace oc::mcp
