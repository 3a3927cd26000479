#include "mcp/stdio_conversation.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"
#include "mcp/testing/fake_server.h"

namespace oc::mcp {
namespace {

struct Lines final : rpc::LineSink {
  void write_line(std::string_view line) override { lines.emplace_back(line); }
  std::vector<std::string> lines;
};

struct StdioConversationTest : testing::Test {
  FakeServer fake;
  Nursery nursery{fake.fake.loop.executor(), fake.fake.loop.log};
  Lines out;
  StdioConversation talk{fake.server, out, nursery, {}};

  // Everything that the line made the server say.
  std::vector<std::string> say(std::string_view line) {
    out.lines.clear();
    talk.on_line(line);
    (void)fake.fake.loop.run(nursery.join({}));
    return out.lines;
  }
  int error_code(std::string_view line) {
    auto said = say(line);
    if (said.size() != 1) return 0;
    json::object message = json::parse(said[0])->as_object();
    const json::object* error = json::find_object(message, "error");
    return error ? static_cast<int>(json::find_integer(*error, "code").value_or(0)) : 0;
  }
  std::string request(std::string_view method, std::string_view params = "{}") {
    return R"({"jsonrpc":"2.0","id":1,"method":")" + std::string{method} + R"(","params":)" +
           std::string{params} + "}";
  }
  std::string claimed(std::string_view method, std::string_view version = "2026-07-28") {
    return request(method, R"({"_meta":{"io.modelcontextprotocol/protocolVersion":")" + std::string{version} +
                               R"(","io.modelcontextprotocol/clientCapabilities":{}}})");
  }
  void shake_hands(std::string_view version = "2025-11-25") {
    ASSERT_EQ(say(request("initialize",
                          R"({"protocolVersion":")" + std::string{version} + R"(","capabilities":{}})"))
                  .size(),
              1U);
  }
};

TEST_F(StdioConversationTest, BeforeAnythingOnlyPingHandshakeAndClaimsAreServed) {
  EXPECT_EQ(say(request("ping")).at(0), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(error_code(request("tools/list")), rpc::kInvalidParams);
  EXPECT_EQ(error_code(request("nonsense")), rpc::kMethodNotFound);
}

TEST_F(StdioConversationTest, AProbeMayBeFollowedByAHandshake) {
  EXPECT_EQ(error_code(claimed("server/discover")), 0);
  shake_hands();
  EXPECT_EQ(error_code(request("tools/list")), 0);
}

TEST_F(StdioConversationTest, AfterAHandshakeClaimsAreStillServed) {
  shake_hands();
  EXPECT_EQ(error_code(claimed("tools/list")), 0);
  EXPECT_EQ(error_code(request("initialize", R"({"protocolVersion":"2025-11-25"})")), rpc::kInvalidRequest);
}

TEST_F(StdioConversationTest, AfterAClaimTheOldEraIsOver) {
  EXPECT_EQ(error_code(claimed("tools/list")), 0);
  EXPECT_EQ(error_code(request("initialize", R"({"protocolVersion":"2025-11-25"})")), kUnsupportedVersion);
  EXPECT_EQ(error_code(request("ping")), rpc::kMethodNotFound);
  EXPECT_EQ(error_code(request("tools/list")), rpc::kInvalidParams);
}

TEST_F(StdioConversationTest, ClaimsOfOtherVersionsAreToldTheKnown) {
  EXPECT_EQ(error_code(claimed("tools/list", "2099-01-01")), kUnsupportedVersion);
  EXPECT_EQ(error_code(claimed("tools/list", "2025-11-25")), kUnsupportedVersion);
  EXPECT_EQ(error_code(claimed("initialize")), rpc::kMethodNotFound);
}

TEST_F(StdioConversationTest, NotificationsAndStrayAnswersGetNoReply) {
  shake_hands();
  for (std::string_view line :
       {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
        R"({"jsonrpc":"2.0","method":"nonsense"})", R"({"jsonrpc":"2.0","id":"srv-9","result":{}})",
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}})", "", "   "}) {
    EXPECT_TRUE(say(line).empty()) << line;
  }
}

TEST_F(StdioConversationTest, BadLinesGetOneErrorAndTheTalkGoesOn) {
  EXPECT_EQ(error_code("nonsense"), rpc::kParseError);
  EXPECT_EQ(error_code("[]"), rpc::kInvalidRequest);
  EXPECT_EQ(error_code("5"), rpc::kInvalidRequest);
  EXPECT_EQ(error_code(R"({"jsonrpc":"2.0","id":null,"method":"ping"})"), rpc::kInvalidRequest);
  EXPECT_EQ(error_code("\xFF\xFE"), rpc::kParseError);
  talk.on_overlong_line(10);
  EXPECT_EQ(say("\xEF\xBB\xBF" + request("ping") + "\r").size(), 1U);
}

TEST_F(StdioConversationTest, ACancelledCallIsNotAnswered) {
  shake_hands();
  out.lines.clear();
  talk.on_line(request("tools/call", R"({"name":"wait_forever"})"));
  EXPECT_EQ(talk.running(), 1U);
  EXPECT_TRUE(
      say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})").empty());
  EXPECT_EQ(talk.running(), 0U);
}

TEST_F(StdioConversationTest, PingIsAnsweredWhileACallRuns) {
  shake_hands();
  out.lines.clear();
  talk.on_line(R"({"jsonrpc":"2.0","id":"slow","method":"tools/call","params":{"name":"wait_forever"}})");
  talk.on_line(request("ping"));
  fake.fake.loop.post([&] { talk.stop(StopReason::shutdown); });
  (void)fake.fake.loop.run(nursery.join({}));
  ASSERT_EQ(out.lines.size(), 2U);
  EXPECT_EQ(out.lines[0], R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_NE(out.lines[1].find("shutting_down"), std::string::npos);
}

TEST_F(StdioConversationTest, BatchesAreForTheOneRevisionThatHasThem) {
  std::string batch = "[" + request("ping") +
                      R"(,{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","method":"x"},5])";
  EXPECT_EQ(error_code(batch), rpc::kInvalidRequest);
  shake_hands("2025-03-26");
  auto said = say(batch);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(json::parse(said[0])->as_array().size(), 3U);
  EXPECT_EQ(error_code("[]"), rpc::kInvalidRequest);
  EXPECT_EQ(error_code("[" + claimed("tools/list") + "]"), rpc::kInvalidRequest);
  EXPECT_TRUE(say(R"([{"jsonrpc":"2.0","method":"x"}])").empty());
}

TEST_F(StdioConversationTest, UnsolicitedNewsGoToTheOldEraOnly) {
  fake.hub.tools_changed();
  EXPECT_TRUE(out.lines.empty());
  shake_hands();
  out.lines.clear();
  fake.hub.tools_changed();
  EXPECT_EQ(out.lines,
            (std::vector<std::string>{R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"}));
}

}  // namespace
}  // namespace oc::mcp
