#include "net/http_client.h"

#include <gtest/gtest.h>

#include <boost/asio/ip/tcp.hpp>

#include "net/testing/http_fixture.h"

namespace oc::net {
namespace {

using namespace std::chrono_literals;
using oc::testing_support::Loop;
using testing_support::HttpFixture;

Task<void> describe(HttpExchange& exchange) {
  const HttpRequest& request = exchange.request();
  exchange.respond(HttpResponse::text(
      201, cat(request.method, " ", request.target, " host=", request.headers.find("Host").value_or("-"),
               " x=", request.headers.find("X-A").value_or("-"), " hosts=", request.headers.count("Host"),
               " ", request.body)));
  co_return;
}

// Answers the first connection with fixed bytes, then closes.
Task<void> answer_once(asio::ip::tcp::acceptor& acceptor, std::string answer) {
  asio::ip::tcp::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
  std::string request;
  (void)co_await asio::async_read_until(socket, asio::dynamic_buffer(request), "\r\n\r\n",
                                        asio::use_awaitable);
  (void)co_await asio::async_write(socket, asio::buffer(answer), asio::use_awaitable);
}

struct FixedServer {
  explicit FixedServer(std::string answer)
      : acceptor(loop.executor(), {asio::ip::address_v4::loopback(), 0}) {
    nursery.start("server", answer_once(acceptor, std::move(answer)));
  }
  Result<HttpResponse> fetch_it(std::size_t max_body_bytes = 1000, std::string method = "GET") {
    return loop.run(fetch({.url = cat("http://127.0.0.1:", acceptor.local_endpoint().port(), "/"),
                           .method = std::move(method),
                           .max_body_bytes = max_body_bytes},
                          {}));
  }
  Loop loop;
  asio::ip::tcp::acceptor acceptor;
  Nursery nursery{loop.executor(), loop.log};
};

TEST(HttpClient, SendsAndReceives) {
  HttpFixture fixture{describe};
  std::string base = cat("127.0.0.1:", fixture.server->port());
  auto response = fixture.loop.run(fetch({.url = cat("http://", base, "/a?b=c#d"),
                                          .method = "POST",
                                          .headers = {{"X-A", "1"}, {"Content-Length", "99"}},
                                          .body = "hello"},
                                         {}));
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 201);
  EXPECT_EQ(response->body, cat("POST /a?b=c host=", base, " x=1 hosts=1 hello"));
  EXPECT_EQ(response->headers.find("content-type"), "text/plain; charset=utf-8");
  response = fixture.loop.run(fetch({.url = cat("http://", base), .headers = {{"Host", "other"}}}, {}));
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->body, "GET / host=other x=- hosts=1 ");
  response = fixture.loop.run(
      fetch({.url = cat("http://localhost:", fixture.server->port()), .method = "HEAD"}, {}));
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->body, "");
}

TEST(HttpClient, ReadsEveryKindOfBody) {
  EXPECT_EQ(FixedServer{"HTTP/1.0 200 OK\r\n\r\nuntil the end"}.fetch_it()->body, "until the end");
  EXPECT_EQ(FixedServer{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"}
                .fetch_it()
                ->body,
            "ab");
  auto after_interim =
      FixedServer{"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\nx"}
          .fetch_it();
  EXPECT_EQ(after_interim->status, 404);
  EXPECT_EQ(after_interim->body, "x");
}

TEST(HttpClient, LargeAnswersAreRefused) {
  for (std::string head : {"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n"}) {
    auto response = FixedServer{head + "01234567890"}.fetch_it(10);
    ASSERT_FALSE(response) << head;
    EXPECT_EQ(response.error().code, ErrorCode::network_failed);
    EXPECT_NE(response.error().message.find("larger than 10 bytes"), std::string::npos)
        << response.error().message;
  }
}

TEST(HttpClient, BrokenAnswersFail) {
  for (std::string answer : {"", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"}) {
    auto response = FixedServer{answer}.fetch_it();
    ASSERT_FALSE(response) << answer;
    EXPECT_EQ(response.error().code, ErrorCode::network_failed);
  }
}

TEST(HttpClient, RefusesWhatItCannotSend) {
  Loop loop;
  auto code_of = [&](FetchRequest request) { return loop.run(fetch(std::move(request), {})).error().code; };
  EXPECT_EQ(code_of({.url = "https://127.0.0.1/"}), ErrorCode::invalid_arguments);
  EXPECT_EQ(code_of({.url = "http://127.0.0.1/", .method = "GET / HTTP/1.1\r\n"}),
            ErrorCode::invalid_arguments);
  EXPECT_EQ(code_of({.url = "http://127.0.0.1/", .headers = {{"A", "b\r\nC: d"}}}),
            ErrorCode::invalid_arguments);
  EXPECT_EQ(code_of({.url = "http://127.0.0.1/", .headers = {{"A b", "c"}}}), ErrorCode::invalid_arguments);
}

TEST(HttpClient, AnUnreachableServerIsNamed) {
  Loop loop;
  std::uint16_t port = 0;
  {
    asio::ip::tcp::acceptor closed{loop.executor(), {asio::ip::address_v4::loopback(), 0}};
    port = closed.local_endpoint().port();
  }
  auto response = loop.run(fetch({.url = cat("http://127.0.0.1:", port, "/")}, {}));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::network_failed);
  EXPECT_NE(response.error().message.find(cat("127.0.0.1:", port)), std::string::npos);
}

TEST(HttpClient, AStopEndsTheWaitForAnAnswer) {
  StopSource source;
  HttpFixture fixture{[&source](HttpExchange& exchange) -> Task<void> {
    source.request(StopReason::cancelled);
    Signal never{co_await asio::this_coro::executor};
    (void)co_await never.wait(exchange.disconnected());
  }};
  auto response =
      fixture.loop.run(fetch({.url = cat("http://127.0.0.1:", fixture.server->port(), "/")}, source.stop()));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::cancelled);
}

TEST(HttpClient, ADeadlineEndsTheWaitForAnAnswer) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    Signal never{co_await asio::this_coro::executor};
    (void)co_await never.wait(exchange.disconnected());
  }};
  StopSource source{Stop{}, std::chrono::steady_clock::now() + 5ms};
  auto response =
      fixture.loop.run(fetch({.url = cat("http://127.0.0.1:", fixture.server->port(), "/")}, source.stop()));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::timeout);
}

}  // namespace
}  // namespace oc::net
