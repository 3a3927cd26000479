#include "mcp/client.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "mcp/protocol.h"

namespace oc::mcp {
namespace {

auto claim_of(std::string_view meta) {
  return read_claim(json::parse(R"({"_meta":{)" + std::string{meta} + "}}")->as_object());
}
constexpr std::string_view kVersion = R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")";
constexpr std::string_view kCaps = R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}})";

std::string both(std::string_view more = "") {
  return std::string{kVersion} + "," + std::string{kCaps} + std::string{more};
}

TEST(Claim, NoVersionNoClaim) {
  EXPECT_FALSE(read_claim({})->has_value());
  EXPECT_FALSE(claim_of(R"("progressToken":1)")->has_value());
  EXPECT_FALSE(claim_of(kCaps)->has_value());
}

TEST(Claim, AValidOneSaysWhoAsks) {
  auto claim = *claim_of(both(R"(,"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"})"
                              R"(,"io.modelcontextprotocol/logLevel":"warning")"));
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->version, "2026-07-28");
  EXPECT_EQ(claim->client.name, "c");
  EXPECT_EQ(claim->client.log_level, tool::MessageLevel::warning);
  EXPECT_TRUE(claim->client.capabilities.contains("elicitation"));
}

TEST(Claim, AMalformedOneNamesTheKey) {
  for (std::string meta :
       {std::string{kVersion},
        std::string{R"("io.modelcontextprotocol/protocolVersion":5,)"} + std::string{kCaps},
        both(R"(,"io.modelcontextprotocol/clientInfo":{"name":"c"})"),
        both(R"(,"io.modelcontextprotocol/logLevel":"loud")")}) {
    auto claim = claim_of(meta);
    ASSERT_FALSE(claim) << meta;
    EXPECT_EQ(claim.error().code, rpc::kInvalidParams);
    EXPECT_NE(claim.error().message.find("io.modelcontextprotocol/"), std::string::npos);
  }
}

TEST(Claim, TheErrorForAnUnknownVersionListsTheKnown) {
  rpc::ErrorObject error = unsupported_version("v9");
  EXPECT_EQ(error.code, kUnsupportedVersion);
  EXPECT_EQ(error.data->at("supported").as_array().at(0).as_string(), "2026-07-28");
  EXPECT_EQ(error.data->at("requested").as_string(), "v9");
}

}  // namespace
}  // namespace oc::mcp
