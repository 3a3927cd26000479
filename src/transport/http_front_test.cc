#include "transport/http_front.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "net/http_client.h"

namespace oc::transport {
namespace {

Task<void> say_hello(net::HttpExchange& exchange) {
  exchange.respond(net::HttpResponse::text(200, "hello"));
  co_return;
}

struct HttpFrontTest : testing::Test {
  testing_support::Loop loop;
  HttpFront front{{.token = "secret", .allowed_origins = {"https://app.example"}}, loop.log};

  void SetUp() override {
    front.route("/open", HttpFront::Access::anyone, {"GET", "HEAD"}, say_hello);
    front.route("/mcp", HttpFront::Access::token_holder, {"GET", "POST", "DELETE"}, say_hello);
  }
  int status(std::string_view path, net::Headers headers) {
    net::HttpRequest head{
        .method = path == "/open" ? "GET" : "POST", .path = std::string{path}, .headers = std::move(headers)};
    auto refused = front.check(head, 8123);
    return refused ? refused->status : 200;
  }
};

constexpr const char* kHost = "localhost:8123";

TEST_F(HttpFrontTest, HostMustBeThisServer) {
  EXPECT_EQ(status("/open", {{"Host", kHost}}), 200);
  EXPECT_EQ(status("/open", {{"Host", "127.0.0.1:8123"}}), 200);
  EXPECT_EQ(status("/open", {{"Host", "[::1]:8123"}}), 200);
  EXPECT_EQ(status("/open", {}), 403);
  EXPECT_EQ(status("/open", {{"Host", "evil.example.com"}}), 403);
  EXPECT_EQ(status("/open", {{"Host", "localhost.evil.com:8123"}}), 403);
  EXPECT_EQ(status("/open", {{"Host", "localhost:9999"}}), 403);
  EXPECT_EQ(status("/open", {{"Host", kHost}, {"Host", "evil"}}), 403);
}

TEST_F(HttpFrontTest, OriginMustBeOursOrListed) {
  EXPECT_EQ(status("/open", {{"Host", kHost}, {"Origin", "http://localhost:8123"}}), 200);
  EXPECT_EQ(status("/open", {{"Host", kHost}, {"Origin", "https://app.example"}}), 200);
  EXPECT_EQ(status("/open", {{"Host", kHost}, {"Origin", "null"}}), 403);
  EXPECT_EQ(status("/open", {{"Host", kHost}, {"Origin", "https://evil.example"}}), 403);
  EXPECT_EQ(status("/open", {{"Host", kHost}, {"Origin", "http://127.0.0.1.evil:8123"}}), 403);
}

TEST_F(HttpFrontTest, TheTokenIsAskedForWhereItMatters) {
  EXPECT_EQ(status("/mcp", {{"Host", kHost}}), 401);
  EXPECT_EQ(status("/mcp", {{"Host", kHost}, {"Authorization", "Bearer wrong"}}), 401);
  EXPECT_EQ(status("/mcp", {{"Host", kHost}, {"Authorization", "Basic secret"}}), 401);
  EXPECT_EQ(status("/mcp", {{"Host", kHost}, {"authorization", "bearer secret"}}), 200);
}

TEST_F(HttpFrontTest, TheDoorsOfTheExtensionAreForItAlone) {
  constexpr const char* kOrigin = "chrome-extension://ours";
  HttpFront both{{.token = "secret",
                  .allowed_origins = {"https://app.example"},
                  .extension_origin = kOrigin,
                  .extension_token = "pairing"},
                 loop.log};
  both.route("/mcp", HttpFront::Access::token_holder, {"POST"}, say_hello);
  both.route("/work", HttpFront::Access::extension, {"POST"}, say_hello);
  both.route("/socket", HttpFront::Access::extension_socket, {"POST"}, say_hello);
  auto status_of = [&](std::string path, std::string origin, std::string token) {
    net::HttpRequest head{.method = "POST", .path = std::move(path), .headers = {{"Host", kHost}}};
    if (!origin.empty()) head.headers.add("Origin", origin);
    if (!token.empty()) head.headers.add("Authorization", "Bearer " + token);
    auto refused = both.check(head, 8123);
    return refused ? refused->status : 200;
  };
  EXPECT_EQ(status_of("/work", "", "pairing"), 200);
  EXPECT_EQ(status_of("/work", kOrigin, "pairing"), 200);
  EXPECT_EQ(status_of("/work", kOrigin, "secret"), 401) << "another door's token";
  EXPECT_EQ(status_of("/work", kOrigin, ""), 401);
  for (std::string origin :
       {"https://app.example", "http://localhost:8123", "chrome-extension://other", "null"}) {
    EXPECT_EQ(status_of("/work", origin, "pairing"), 403) << origin;
    EXPECT_EQ(status_of("/socket", origin, ""), 403) << origin;
  }
  EXPECT_EQ(status_of("/socket", kOrigin, ""), 200) << "its token comes in a message";
  EXPECT_EQ(status_of("/mcp", kOrigin, "secret"), 403) << "the extension has no business there";
  EXPECT_EQ(status_of("/mcp", "", "pairing"), 401);
}

TEST_F(HttpFrontTest, ADoorWithoutATokenOfItsOwnStaysShut) {
  HttpFront none{{.token = std::nullopt}, loop.log};
  none.route("/work", HttpFront::Access::extension, {"POST"}, say_hello);
  net::HttpRequest head{
      .method = "POST", .path = "/work", .headers = {{"Host", kHost}, {"Authorization", "Bearer "}}};
  EXPECT_EQ(none.check(head, 8123)->status, 401);
}

TEST_F(HttpFrontTest, BodiesOfAnotherTypeAreRefusedBeforeTheyAreRead) {
  front.require_json("/mcp");
  net::Headers headers{{"Host", kHost}, {"Authorization", "Bearer secret"}};
  EXPECT_EQ(status("/mcp", headers), 415);
  headers.add("Content-Type", "Application/JSON; charset=utf-8");
  EXPECT_EQ(status("/mcp", headers), 200);
}

TEST_F(HttpFrontTest, UnknownPathsAreNotFoundWithoutAToken) {
  EXPECT_EQ(status("/.well-known/oauth-protected-resource", {{"Host", kHost}}), 404);
}

TEST_F(HttpFrontTest, WhatNeedsNoTokenTakesNoBody) {
  net::HttpRequest head{.method = "POST", .path = "/open", .headers = {{"Host", kHost}}};
  EXPECT_EQ(front.check(head, 8123)->status, 405);
  head.method = "GET";
  EXPECT_FALSE(front.check(head, 8123));
  head.headers.add("Content-Length", "5");
  EXPECT_EQ(front.check(head, 8123)->status, 413);
}

TEST_F(HttpFrontTest, ListedOriginsMayAskFirstWithoutAToken) {
  net::HttpRequest head{
      .method = "OPTIONS", .path = "/mcp", .headers = {{"Host", kHost}, {"Origin", "https://app.example"}}};
  auto answer = front.check(head, 8123);
  EXPECT_EQ(answer->status, 204);
  EXPECT_EQ(answer->headers.find("Access-Control-Allow-Origin"), "https://app.example");
  head.headers.set("Origin", "https://evil.example");
  EXPECT_EQ(front.check(head, 8123)->status, 403);
}

TEST_F(HttpFrontTest, OnEveryAddressAnyAddressIsOursButNoName) {
  HttpFront everywhere{{.host = "0.0.0.0", .token = "secret"}, loop.log};
  everywhere.route("/open", HttpFront::Access::anyone, {"GET", "HEAD"}, say_hello);
  auto status_of = [&](std::string host) {
    auto refused =
        everywhere.check({.method = "GET", .path = "/open", .headers = {{"Host", std::move(host)}}}, 8123);
    return refused ? refused->status : 200;
  };
  EXPECT_EQ(status_of("192.168.1.5:8123"), 200);
  EXPECT_EQ(status_of("[fe80::1]:8123"), 200);
  EXPECT_EQ(status_of("192.168.1.5:80"), 403);
  EXPECT_EQ(status_of("evil.example:8123"), 403);
}

TEST_F(HttpFrontTest, AnOpenHostNeedsAToken) {
  HttpFront exposed{{.host = "0.0.0.0"}, loop.log};
  auto opened = exposed.open(loop.executor());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::invalid_arguments);
}

TEST_F(HttpFrontTest, ServesOverRealSockets) {
  ASSERT_TRUE(front.open(loop.executor()));
  std::string url = cat("http://127.0.0.1:", front.port());
  EXPECT_EQ(loop.run(net::fetch({.url = url + "/open"}, {}))->body, "hello");
  EXPECT_EQ(loop.run(net::fetch({.url = url + "/mcp"}, {}))->status, 401);
  EXPECT_EQ(loop.run(net::fetch({.url = url + "/mcp", .headers = {{"Authorization", "Bearer secret"}}}, {}))
                ->status,
            200);
  auto crossed =
      loop.run(net::fetch({.url = url + "/open", .headers = {{"Origin", "https://app.example"}}}, {}));
  EXPECT_EQ(crossed->headers.find("Access-Control-Allow-Origin"), "https://app.example");
  loop.run(front.close({}));
}

}  // namespace
}  // namespace oc::transport
