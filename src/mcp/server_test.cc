#include "mcp/server.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"
#include "mcp/testing/fake_server.h"
#include "rpc/testing/recording_outlet.h"

namespace oc::mcp {
namespace {

struct ServerTest : testing::Test {
  FakeServer fake;
  std::shared_ptr<rpc::RecordingOutlet> outlet = std::make_shared<rpc::RecordingOutlet>();
  Session session;
  Stop stop;

  rpc::Answer ask(Revision revision, std::string method, std::string_view params = "{}") {
    const Method* found = fake.server.find(method, facts(revision).stateless);
    if (!found) return rpc_error(rpc::kMethodNotFound, "");
    RequestContext context{
        .client = {.revision = revision}, .outlet = outlet, .stop = stop, .session = &session};
    return fake.fake.loop.run(
        fake.server.serve(*found, {7, method, json::parse(params)->as_object()}, std::move(context)));
  }
  rpc::Answer legacy(std::string method, std::string_view params = "{}") {
    return ask(kLatestLegacy, std::move(method), params);
  }
  rpc::Answer modern(std::string method, std::string_view params = "{}") {
    return ask(kModern, std::move(method), params);
  }
};

TEST_F(ServerTest, EachEraHasItsMethods) {
  for (std::string_view method :
       {"ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}) {
    EXPECT_TRUE(fake.server.find(method, false)) << method;
    EXPECT_FALSE(fake.server.find(method, true)) << method;
  }
  for (std::string_view method : {"server/discover", "subscriptions/listen"}) {
    EXPECT_FALSE(fake.server.find(method, false)) << method;
    EXPECT_TRUE(fake.server.find(method, true)) << method;
  }
  EXPECT_FALSE(fake.server.find("initialize", true));
}

TEST_F(ServerTest, ModernResultsSayThatTheyAreCompleteAndWhoAnswers) {
  auto result = modern("tools/list")->as_object();
  EXPECT_EQ(result.at("resultType").as_string(), "complete");
  EXPECT_EQ(result.at("_meta").at(kMetaServerInfo).at("name").as_string(), "fake");
  EXPECT_EQ(result.at("cacheScope").as_string(), "private");
  EXPECT_TRUE(result.at("ttlMs").is_int64());
  auto old = legacy("tools/list")->as_object();
  EXPECT_FALSE(old.contains("resultType") || old.contains("_meta") || old.contains("ttlMs"));
}

TEST_F(ServerTest, ToolsAreDescribedAsTheRevisionKnows) {
  auto tool = [&](Revision revision) { return ask(revision, "tools/list")->at("tools").at(0).as_object(); };
  EXPECT_TRUE(tool(kModern).contains("outputSchema"));
  EXPECT_FALSE(tool(Revision::v2025_03_26).contains("outputSchema"));
  EXPECT_TRUE(tool(Revision::v2025_03_26).contains("annotations"));
  EXPECT_FALSE(tool(Revision::v2024_11_05).contains("annotations"));
}

TEST_F(ServerTest, DiscoverTellsRevisionsAndCapabilitiesWithoutLogging) {
  auto result = modern("server/discover")->as_object();
  EXPECT_EQ(json::write(result.at("supportedVersions")), R"(["2026-07-28"])");
  EXPECT_FALSE(result.at("capabilities").as_object().contains("logging"));
  EXPECT_EQ(result.at("instructions").as_string(), "Be kind.");
}

TEST_F(ServerTest, HandshakeStripsWhatTheRevisionDoesNotKnow) {
  auto shake = [&](std::string_view version) {
    return fake.server.shake_hands(
        json::parse(R"({"protocolVersion":")" + std::string{version} + R"(","capabilities":{}})")
            ->as_object());
  };
  EXPECT_FALSE(shake("2024-11-05")->result.at("capabilities").as_object().contains("completions"));
  EXPECT_FALSE(shake("2024-11-05")->result.at("serverInfo").as_object().contains("title"));
  EXPECT_TRUE(shake("2025-11-25")->result.at("serverInfo").as_object().contains("title"));
  EXPECT_EQ(shake("1999-01-01")->result.at("protocolVersion").as_string(), "2025-11-25");
  EXPECT_EQ(fake.server.shake_hands({}).error().code, rpc::kInvalidParams);
}

TEST_F(ServerTest, CallsAnswerContentAndErrorsOfToolsAreResults) {
  EXPECT_EQ(modern("tools/call", R"({"name":"echo","arguments":{"text":"hi"}})")
                ->at("content")
                .at(0)
                .at("text")
                .as_string(),
            "hi");
  EXPECT_TRUE(modern("tools/call", R"({"name":"echo"})")->at("isError").as_bool());
  EXPECT_TRUE(legacy("tools/call", R"({"name":"fail_with","arguments":{"code":"timeout"}})")
                  ->at("isError")
                  .as_bool());
}

TEST_F(ServerTest, ErrorsOfTheRequestAreProtocolErrors) {
  for (std::string_view params :
       {R"({})", R"({"name":5})", R"({"name":"ecco"})", R"({"name":"echo","arguments":[]})"}) {
    EXPECT_EQ(modern("tools/call", params).error().code, rpc::kInvalidParams) << params;
  }
  EXPECT_NE(modern("tools/call", R"({"name":"ecco"})").error().message.find("did you mean echo?"),
            std::string::npos);
}

TEST_F(ServerTest, CursorsAreChecked) {
  EXPECT_TRUE(legacy("tools/list", R"({"cursor":""})"));
  for (std::string_view cursor : {R"("x")", R"("p0")", R"("p99")", "5"}) {
    EXPECT_EQ(legacy("tools/list", R"({"cursor":)" + std::string{cursor} + "}").error().code,
              rpc::kInvalidParams)
        << cursor;
  }
}

TEST_F(ServerTest, ResourcesAreReadAsTextOrBlob) {
  EXPECT_EQ(modern("resources/read", R"({"uri":"test://text"})")->at("contents").at(0).at("text").as_string(),
            "hello");
  EXPECT_EQ(
      modern("resources/read", R"({"uri":"test://binary"})")->at("contents").at(0).at("blob").as_string(),
      "YWJj");
  EXPECT_EQ(modern("resources/templates/list")->at("resourceTemplates").as_array().size(), 1U);
}

TEST_F(ServerTest, AnUnknownResourceIsNamedWithTheCodeOfTheEra) {
  auto newer = modern("resources/read", R"({"uri":"test://none"})");
  EXPECT_EQ(newer.error().code, rpc::kInvalidParams);
  EXPECT_EQ(newer.error().data->at("uri").as_string(), "test://none");
  EXPECT_EQ(legacy("resources/read", R"({"uri":"test://none"})").error().code, kLegacyResourceNotFound);
}

TEST_F(ServerTest, PromptsCheckTheirArguments) {
  EXPECT_EQ(legacy("prompts/get", R"({"name":"greet","arguments":{"name":"Ada"}})")
                ->at("messages")
                .at(0)
                .at("content")
                .at("text")
                .as_string(),
            "Greet Ada");
  for (std::string_view params :
       {R"({"name":"nobody"})", R"({"name":"greet"})", R"({"name":"greet","arguments":{"name":5}})",
        R"({"name":"greet","arguments":{"name":"a","x":"y"}})"}) {
    EXPECT_EQ(legacy("prompts/get", params).error().code, rpc::kInvalidParams) << params;
  }
}

TEST_F(ServerTest, CompletionKnowsPromptsAndTemplates) {
  auto values = [](const rpc::Answer& answer) { return json::write(answer->at("completion").at("values")); };
  EXPECT_EQ(values(legacy(
                "completion/complete",
                R"({"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"name","value":"A"}})")),
            R"(["Ada"])");
  EXPECT_EQ(
      values(legacy(
          "completion/complete",
          R"({"ref":{"type":"ref/resource","uri":"test://item/{id}"},"argument":{"name":"id","value":"x"}})")),
      R"(["x1","x2"])");
  for (std::string_view params :
       {R"({})", R"({"ref":{"type":"ref/prompt","name":"none"},"argument":{"name":"a","value":""}})",
        R"({"ref":{"type":"ref/x"},"argument":{"name":"a","value":""}})"}) {
    EXPECT_EQ(legacy("completion/complete", params).error().code, rpc::kInvalidParams) << params;
  }
}

TEST_F(ServerTest, LogLevelIsKeptInTheSession) {
  EXPECT_TRUE(legacy("logging/setLevel", R"({"level":"error"})"));
  EXPECT_EQ(session.client.log_level, tool::MessageLevel::error);
  EXPECT_EQ(legacy("logging/setLevel", R"({"level":"loud"})").error().code, rpc::kInvalidParams);
}

TEST_F(ServerTest, WatchedResourcesAreHeardOfBySessions) {
  std::vector<std::string> heard;
  auto following =
      fake.server.follow(session, [&](std::string_view method, json::object) { heard.emplace_back(method); });
  EXPECT_TRUE(legacy("resources/subscribe", R"({"uri":"test://text"})"));
  fake.hub.resource_updated("test://text");
  EXPECT_TRUE(legacy("resources/unsubscribe", R"({"uri":"test://text"})"));
  fake.hub.resource_updated("test://text");
  EXPECT_EQ(heard.size(), 1U);
}

TEST_F(ServerTest, ListeningAcknowledgesFirstThenTellsAndEndsWithTheServer) {
  fake.fake.loop.post([&] {
    fake.fake.loop.post([&] {
      fake.hub.tools_changed();
      fake.hub.prompts_changed();
      fake.closing.request(StopReason::shutdown);
    });
  });
  auto answer =
      modern("subscriptions/listen",
             R"({"notifications":{"toolsListChanged":true,"promptsListChanged":false,"unknown":true}})");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->at("_meta").at(kMetaSubscription).as_int64(), 7);
  ASSERT_EQ(outlet->sent.size(), 2U);
  EXPECT_EQ(
      outlet->sent[0],
      R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},)"
      R"("_meta":{"io.modelcontextprotocol/subscriptionId":7}}})");
  EXPECT_NE(outlet->sent[1].find("notifications/tools/list_changed"), std::string::npos);
  EXPECT_EQ(fake.hub.size(), 0U);
}

TEST_F(ServerTest, ListeningNeedsToBeToldForWhat) {
  EXPECT_EQ(modern("subscriptions/listen").error().code, rpc::kInvalidParams);
  EXPECT_TRUE(outlet->sent.empty());
}

}  // namespace
}  // namespace oc::mcp
