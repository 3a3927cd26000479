#include "mcp/streamable_http.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"
#include "mcp/testing/fake_server.h"
#include "net/event_stream.h"
#include "net/http_client.h"

namespace oc::mcp {
namespace {

struct StreamableHttpTest : testing::Test {
  FakeServer fake;
  Nursery nursery{fake.fake.loop.executor(), fake.fake.loop.log};
  StreamableHttp endpoint{fake.server, nursery, {}};
  std::unique_ptr<net::HttpServer> http;
  net::HttpResponse last;

  void SetUp() override {
    auto opened = net::HttpServer::listen(
        fake.fake.loop.executor(), fake.fake.loop.log, {},
        [](const net::HttpRequest&) { return std::nullopt; },
        [this](net::HttpExchange& exchange) { return endpoint.handle(exchange); });
    ASSERT_TRUE(opened);
    http = std::move(*opened);
  }
  void TearDown() override {
    endpoint.stop(StopReason::shutdown);
    fake.fake.loop.run(http->close({}));
    (void)fake.fake.loop.run(nursery.join({}));
  }

  int send(std::string method, net::Headers headers, std::string body = "") {
    net::FetchRequest request{.url = cat("http://127.0.0.1:", http->port(), "/mcp"),
                              .method = std::move(method),
                              .headers = std::move(headers),
                              .body = std::move(body)};
    auto response = fake.fake.loop.run(net::fetch(std::move(request), {}));
    if (!response) return 0;
    last = std::move(*response);
    return last.status;
  }
  int post(std::string_view body, net::Headers extra = {}) {
    net::Headers headers{{"Content-Type", "application/json"},
                         {"Accept", "application/json, text/event-stream"}};
    for (const auto& [name, value] : extra) headers.add(name, value);
    return send("POST", headers, std::string{body});
  }
  int code() {
    auto parsed = json::parse(last.body);
    const json::object* error =
        parsed && parsed->is_object() ? json::find_object(parsed->get_object(), "error") : nullptr;
    return error ? static_cast<int>(json::find_integer(*error, "code").value_or(0)) : 0;
  }
  static std::string request(std::string_view method, std::string_view params = "{}") {
    return cat(R"({"jsonrpc":"2.0","id":1,"method":")", method, R"(","params":)", params, "}");
  }
  static std::string modern(std::string_view method, std::string_view more = "",
                            std::string_view version = "2026-07-28") {
    return request(
        method, cat(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":")", version,
                    R"(","io.modelcontextprotocol/clientCapabilities":{},"progressToken":"p"})", more, "}"));
  }
  static net::Headers modern_headers(std::string_view method, std::string_view name = "") {
    net::Headers headers{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", std::string{method}}};
    if (!name.empty()) headers.add("Mcp-Name", name);
    return headers;
  }
  std::string begin_session(std::string_view version = "2025-11-25") {
    EXPECT_EQ(post(request("initialize", cat(R"({"protocolVersion":")", version, R"(","capabilities":{}})"))),
              200);
    return std::string{last.headers.find("Mcp-Session-Id").value_or("")};
  }
};

TEST_F(StreamableHttpTest, ModernRequestsNeedNoSessionAndGetNone) {
  EXPECT_EQ(post(modern("tools/list"), modern_headers("tools/list")), 200);
  EXPECT_FALSE(last.headers.find("Mcp-Session-Id"));
  EXPECT_EQ(endpoint.sessions(), 0U);
}

TEST_F(StreamableHttpTest, ModernChecksComeInTheProtocolsOrder) {
  EXPECT_EQ(post(request("tools/list"), modern_headers("tools/list")), 400);
  EXPECT_EQ(code(), rpc::kInvalidParams);
  EXPECT_EQ(post(modern("tools/list", "", "v999"), modern_headers("tools/list")), 400);
  EXPECT_EQ(code(), kHeaderMismatch);
  EXPECT_EQ(post(modern("tools/list", "", "v999"), {{"MCP-Protocol-Version", "v999"}}), 400);
  EXPECT_EQ(code(), kUnsupportedVersion);
  EXPECT_EQ(post(modern("tools/list"), {{"MCP-Protocol-Version", "2026-07-28"}}), 400);
  EXPECT_EQ(code(), kHeaderMismatch);
  EXPECT_EQ(post(modern("ping"), modern_headers("ping")), 404);
  EXPECT_EQ(code(), rpc::kMethodNotFound);
  EXPECT_EQ(post(modern("initialize"), modern_headers("initialize")), 404);
  EXPECT_EQ(post(modern("tools/call", R"(,"name":"echo")"), modern_headers("tools/call", "other")), 400);
  EXPECT_EQ(code(), kHeaderMismatch);
  EXPECT_EQ(post(modern("tools/call", R"(,"name":"nobody")"), modern_headers("tools/call", "nobody")), 200);
  EXPECT_EQ(code(), rpc::kInvalidParams);
}

TEST_F(StreamableHttpTest, ProgressTurnsTheAnswerIntoAStream) {
  EXPECT_EQ(post(modern("tools/call", R"(,"name":"echo","arguments":{"text":"x","times":2})"),
                 modern_headers("tools/call", "echo")),
            200);
  EXPECT_EQ(last.headers.find("Content-Type"), "text/event-stream");
  auto events = net::EventParser{}.feed(last.body);
  ASSERT_EQ(events.size(), 3U);
  EXPECT_NE(events[0].data.find("notifications/progress"), std::string::npos);
  EXPECT_NE(events[2].data.find("\"result\""), std::string::npos);
  EXPECT_TRUE(events[2].id.empty()) << "no event ids in the stateless revision";
}

TEST_F(StreamableHttpTest, AClientThatTakesNoStreamGetsThePlainAnswer) {
  net::Headers headers{{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  for (const auto& [name, value] : modern_headers("tools/call", "echo")) headers.add(name, value);
  EXPECT_EQ(send("POST", headers, modern("tools/call", R"(,"name":"echo","arguments":{"text":"x"})")), 200);
  EXPECT_TRUE(last.headers.find("Content-Type")->starts_with("application/json"));
}

TEST_F(StreamableHttpTest, SessionsBeginLiveAndEnd) {
  std::string id = begin_session();
  ASSERT_GE(id.size(), 32U);
  net::Headers mine{{"Mcp-Session-Id", id}};
  EXPECT_EQ(post(request("ping"), mine), 200);
  EXPECT_EQ(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", mine), 202);
  EXPECT_EQ(post(request("ping")), 400);
  EXPECT_EQ(post(request("ping"), {{"Mcp-Session-Id", "other"}}), 404);
  EXPECT_EQ(post(request("initialize", R"({"protocolVersion":"2025-11-25"})"), mine), 400);
  EXPECT_EQ(post(request("ping"), {{"Mcp-Session-Id", id}, {"MCP-Protocol-Version", "1.0"}}), 400);
  EXPECT_EQ(send("DELETE", mine), 204);
  EXPECT_EQ(post(request("ping"), mine), 404);
}

TEST_F(StreamableHttpTest, LegacyErrorsTravelInAGoodAnswer) {
  net::Headers mine{{"Mcp-Session-Id", begin_session()}};
  EXPECT_EQ(post(request("nonsense"), mine), 200);
  EXPECT_EQ(code(), rpc::kMethodNotFound);
}

TEST_F(StreamableHttpTest, LegacyStreamsCarryIdsAndBeginWithAnEmptyEvent) {
  net::Headers mine{{"Mcp-Session-Id", begin_session()}};
  EXPECT_EQ(
      post(request("tools/call", R"({"name":"echo","arguments":{"text":"x"},"_meta":{"progressToken":1}})"),
           mine),
      200);
  EXPECT_TRUE(last.body.starts_with("id: s1-0\ndata: \n\nevent: message\nid: s1-1\ndata: {"));
  mine = {{"Mcp-Session-Id", begin_session("2025-06-18")}};
  EXPECT_EQ(
      post(request("tools/call", R"({"name":"echo","arguments":{"text":"x"},"_meta":{"progressToken":1}})"),
           mine),
      200);
  EXPECT_TRUE(last.body.starts_with("event: message\nid: s1-1\ndata: {"));
}

TEST_F(StreamableHttpTest, AStreamCanBeReadAgainFromAnEvent) {
  std::string id = begin_session("2025-06-18");
  EXPECT_EQ(
      post(request("tools/call", R"({"name":"echo","arguments":{"text":"x"},"_meta":{"progressToken":1}})"),
           {{"Mcp-Session-Id", id}}),
      200);
  net::Headers resume{{"Mcp-Session-Id", id}, {"Accept", "text/event-stream"}, {"Last-Event-ID", "s1-1"}};
  EXPECT_EQ(send("GET", resume), 200);
  EXPECT_TRUE(last.body.starts_with("event: message\nid: s1-2\ndata: {"));
  EXPECT_EQ(last.body.find("s1-1"), std::string::npos);
  resume = {{"Mcp-Session-Id", id}, {"Accept", "text/event-stream"}, {"Last-Event-ID", "nonsense"}};
  EXPECT_EQ(send("GET", resume), 400);
}

TEST_F(StreamableHttpTest, ManyStreamsLaterTheLatestCanStillBeResumed) {
  std::string id = begin_session("2025-06-18");
  for (int i = 0; i < 120; ++i) {
    EXPECT_EQ(
        post(request("tools/call", R"({"name":"echo","arguments":{"text":"x"},"_meta":{"progressToken":1}})"),
             {{"Mcp-Session-Id", id}}),
        200);
  }
  EXPECT_EQ(
      send("GET", {{"Mcp-Session-Id", id}, {"Accept", "text/event-stream"}, {"Last-Event-ID", "s120-1"}}),
      200);
  EXPECT_EQ(send("GET", {{"Mcp-Session-Id", id}, {"Accept", "text/event-stream"}, {"Last-Event-ID", "s1-1"}}),
            400);
}

TEST_F(StreamableHttpTest, BatchesAreForTheOneRevisionThatHasThem) {
  std::string batch = "[" + request("ping") + "," + R"({"jsonrpc":"2.0","id":2,"method":"ping"}])";
  EXPECT_EQ(post(batch), 400);
  EXPECT_EQ(post(batch, {{"Mcp-Session-Id", "gone"}}), 404);
  EXPECT_EQ(post(batch, {{"Mcp-Session-Id", begin_session()}}), 400);
  net::Headers mine{{"Mcp-Session-Id", begin_session("2025-03-26")}};
  EXPECT_EQ(post(batch, mine), 200);
  EXPECT_EQ(json::parse(last.body)->as_array().size(), 2U);
  EXPECT_EQ(post(R"([{"jsonrpc":"2.0","method":"x"}])", mine), 202);
}

TEST_F(StreamableHttpTest, WhatIsNoMessageIsRefused) {
  EXPECT_EQ(post("nonsense"), 400);
  EXPECT_EQ(code(), rpc::kParseError);
  EXPECT_EQ(post("5"), 400);
  EXPECT_EQ(send("PUT", {}), 405);
  EXPECT_EQ(send("GET", {{"Accept", "text/html"}}), 406);
  EXPECT_EQ(post(R"({"jsonrpc":"2.0","id":"srv-1","result":{}})"), 400);
  EXPECT_EQ(post(request("initialize", R"({"protocolVersion":"2025-11-25"})"),
                 {{"MCP-Protocol-Version", "2026-07-28"}}),
            400);
  EXPECT_EQ(code(), kHeaderMismatch);
}

}  // namespace
}  // namespace oc::mcp
