#include "net/http_server.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "net/testing/http_fixture.h"

namespace oc::net {
namespace {

using namespace std::chrono_literals;
using testing_support::HttpFixture;
using testing_support::RawClient;

Task<void> echo(HttpExchange& exchange) {
  HttpRequest& request = exchange.request();
  exchange.respond(HttpResponse::text(200, cat(request.method, " ", request.path, " ", request.body)));
  co_return;
}

std::string post(std::string_view body, std::string_view path = "/") {
  return cat("POST ", path, " HTTP/1.1\r\nHost: x\r\nContent-Length: ", body.size(), "\r\n\r\n", body);
}

TEST(HttpServer, AnswersWithLengthAndWithoutNamingItself) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(post("body", "/a?b"));
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, "POST /a body");
    EXPECT_EQ(response.headers.find("Content-Length"), "12");
    EXPECT_EQ(response.headers.find("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(response.headers.count("Server"), 0U);
    EXPECT_EQ(response.headers.count("Connection"), 0U);
    EXPECT_EQ(f.server->connections(), 1U);
  });
}

TEST(HttpServer, PipelinedRequestsAreAnsweredInOrder) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    std::string requests;
    for (int i = 0; i < 50; ++i) requests += post(cat("body", i));
    co_await client.send(requests);
    for (int i = 0; i < 50; ++i) {
      HttpResponse response = co_await client.read_response();
      EXPECT_EQ(response.body, cat("POST / body", i));
    }
  });
}

TEST(HttpServer, ChunkedBodies) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
    co_await client.send("2\r\nde\r\n0\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n");
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.body, "POST / abcde");
    response = co_await client.read_response();
    EXPECT_EQ(response.body, "GET /next ");
  });
}

TEST(HttpServer, LargeBodiesInBothDirections) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    const std::string body(8'000'000, 'x');
    co_await client.send(post(body));
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.body.size(), body.size() + 7);
    co_await client.send(post("again"));
    response = co_await client.read_response();
    EXPECT_EQ(response.body, "POST / again");
  });
}

TEST(HttpServer, HeadHasLengthAndNoBody) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send("HEAD /x HTTP/1.1\r\nHost: x\r\n\r\nGET /y HTTP/1.1\r\nHost: x\r\n\r\n");
    HttpResponse response = co_await client.read_response(false);
    EXPECT_EQ(response.headers.find("Content-Length"), "8");
    response = co_await client.read_response();
    EXPECT_EQ(response.body, "GET /y ");
  });
}

TEST(HttpServer, OlderClientsAreClosedUnlessTheyAskToStay) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.0\r\n\r\n");
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.headers.find("Connection"), "keep-alive");
    std::string rest = co_await client.read_to_end();
    EXPECT_NE(rest.find("Connection: close\r\n"), std::string::npos);
    EXPECT_TRUE(rest.ends_with("GET /b "));
  });
}

TEST(HttpServer, NoContentHasNoLength) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    exchange.respond({204, {{"X-A", "b\r\nX-Injected: c"}, {"Content-Length", "9"}}, "dropped"});
    co_return;
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.status, 204);
    EXPECT_EQ(response.headers.count("Content-Length"), 0U);
    EXPECT_EQ(response.headers.count("X-Injected"), 0U);
    EXPECT_EQ(response.headers.count("X-A"), 1U);
  });
}

Task<void> expect_refused(HttpFixture& f, std::string request, int status) {
  RawClient client = co_await f.client();
  co_await client.send(std::move(request));
  HttpResponse response = co_await client.read_response();
  EXPECT_EQ(response.status, status);
  EXPECT_EQ(response.headers.find("Content-Type"), "application/json");
  EXPECT_EQ(response.headers.find("Connection"), "close");
  EXPECT_TRUE(response.body.starts_with("{\"error\":\"")) << response.body;
  std::string rest = co_await client.read_to_end();
  EXPECT_EQ(rest, "");
}

TEST(HttpServer, RefusesWhatIsTooLargeOrMalformed) {
  HttpFixture fixture{echo, {.header_bytes = 1024, .body_bytes = 1024}};
  fixture.run([](HttpFixture& f) -> Task<void> {
    co_await expect_refused(f, cat("GET / HTTP/1.1\r\nHost: x\r\nA: ", std::string(4000, 'a')), 431);
    co_await expect_refused(f, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1025\r\n\r\n", 413);
    // Also when the client sends it all before it reads.
    co_await expect_refused(f, post(std::string(300'000, 'x')), 413);
    co_await expect_refused(f, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n401\r\n",
                            413);
    co_await expect_refused(f, "nonsense\r\n", 400);
    co_await expect_refused(f, "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501);
    co_await expect_refused(f, "GET / HTTP/3.0\r\n", 505);
    co_await expect_refused(f, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: wonders\r\n\r\n",
                            417);
  });
}

TEST(HttpServer, LateRequestsAreToldSo) {
  HttpFixture fixture{echo, {.header_time = 1ms, .body_time = 1ms}};
  fixture.run([](HttpFixture& f) -> Task<void> {
    co_await expect_refused(f, "GET / HT", 408);
    co_await expect_refused(f, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab", 408);
  });
}

TEST(HttpServer, IdleConnectionsAreClosedSilently) {
  HttpFixture fixture{echo, {.idle_time = 1ms}};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    std::string silence = co_await client.read_to_end();
    EXPECT_EQ(silence, "");
  });
}

HeadCheck refuse_secret() {
  return [](const HttpRequest& head) -> std::optional<HttpResponse> {
    if (head.path == "/throw") throw std::runtime_error("no check");
    if (head.path == "/odd") throw 1;
    if (head.path == "/secret") return HttpResponse::json(403, R"({"error":"no"})");
    return std::nullopt;
  };
}

TEST(HttpServer, TheHeadIsCheckedBeforeTheBodyIsWaitedFor) {
  HttpFixture fixture{echo, {}, refuse_secret()};
  fixture.run([](HttpFixture& f) -> Task<void> {
    co_await expect_refused(f, "POST /secret HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", 403);
    co_await expect_refused(
        f, "POST /secret HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n", 403);
    co_await expect_refused(f, "POST /throw HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", 500);
    co_await expect_refused(f, "POST /odd HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", 500);
    // Without a body the connection is as good as before.
    RawClient client = co_await f.client();
    co_await client.send("GET /secret HTTP/1.1\r\nHost: x\r\n\r\nGET /open HTTP/1.1\r\nHost: x\r\n\r\n");
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.status, 403);
    response = co_await client.read_response();
    EXPECT_EQ(response.body, "GET /open ");
  });
}

TEST(HttpServer, ContinueIsSentBeforeTheBody) {
  HttpFixture fixture{echo, {}, refuse_secret()};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(
        "POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n");
    std::string interim = co_await client.read_until("\r\n\r\n");
    EXPECT_EQ(interim, "HTTP/1.1 100 Continue\r\n\r\n");
    co_await client.send("ok");
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.body, "POST /open ok");
  });
}

TEST(HttpServer, AHandlerThatFailsIsAnsweredFor) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    if (exchange.request().path == "/throw") throw std::runtime_error("boom");
    co_return;
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send("GET /throw HTTP/1.1\r\nHost: x\r\n\r\nGET /silent HTTP/1.1\r\nHost: x\r\n\r\n");
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.status, 500);
    response = co_await client.read_response();
    EXPECT_EQ(response.status, 500);
  });
  EXPECT_NE(fixture.loop.logged.find("GET /throw failed: boom"), std::string::npos);
  EXPECT_NE(fixture.loop.logged.find("no answer was given to GET /silent"), std::string::npos);
}

TEST(HttpServer, ConnectionsBeyondTheLimitAreTurnedAway) {
  HttpFixture fixture{echo, {.connections = 2}};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient first = co_await f.client();
    RawClient second = co_await f.client();
    co_await expect_refused(f, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", 503);
    co_await first.send(post("1"));
    HttpResponse response = co_await first.read_response();
    EXPECT_EQ(response.status, 200);
  });
}

Task<void> many_requests(HttpFixture& f, int number, int& answered) {
  RawClient client = co_await f.client();
  for (int i = 0; i < 5; ++i) {
    std::string body = cat(number, "-", i);
    co_await client.send(post(body));
    HttpResponse response = co_await client.read_response();
    if (response.body == cat("POST / ", body)) ++answered;
  }
}

TEST(HttpServer, ManyConnectionsAtOnce) {
  HttpFixture fixture{echo};
  int answered = 0;
  Nursery clients{fixture.loop.executor(), fixture.loop.log};
  for (int i = 0; i < 200; ++i) clients.start("client", many_requests(fixture, i, answered));
  fixture.loop.run(clients.join({}));
  EXPECT_EQ(answered, 1000);
}

TEST(HttpServer, AcceptedSocketsAreNotInherited) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    auto [socket, rest] = exchange.take_socket();
    EXPECT_NE(fcntl(socket.native_handle(), F_GETFD) & FD_CLOEXEC, 0);
    EXPECT_EQ(rest, "beyond");
    std::string reply = "raw";
    (void)co_await asio::async_write(socket, asio::buffer(reply), asio::use_awaitable);
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nbeyond");
    std::string reply = co_await client.read_to_end();
    EXPECT_EQ(reply, "raw");
    EXPECT_EQ(f.server->connections(), 0U);
  });
}

TEST(HttpServer, ListenTellsWhyItCannot) {
  HttpFixture fixture{echo};
  auto taken = HttpServer::listen(fixture.loop.executor(), fixture.loop.log, {.port = fixture.server->port()},
                                  {}, echo);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::network_failed);
  auto wrong =
      HttpServer::listen(fixture.loop.executor(), fixture.loop.log, {.host = "no address"}, {}, echo);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::invalid_arguments);
}

}  // namespace
}  // namespace oc::net
