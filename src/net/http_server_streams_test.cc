// HttpServer where time matters: event streams, clients that go away, and the end of the server.
#include <gtest/gtest.h>

#include "net/event_stream.h"
#include "net/http_server.h"
#include "net/testing/http_fixture.h"

namespace oc::net {
namespace {

using namespace std::chrono_literals;
using testing_support::HttpFixture;
using testing_support::RawClient;

constexpr const char* kGet = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

// Waits for the stop alone.
Task<StopReason> wait_for_stop(Stop stop, Executor executor) {
  Signal never{std::move(executor)};
  (void)co_await never.wait(stop);
  co_return stop.reason();
}

TEST(HttpServerStreams, FramesArriveAsChunksAndTheConnectionStays) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    auto stream = exchange.open_event_stream({{"X-Extra", "1"}});
    EXPECT_TRUE(stream->send(event_frame({.event = "", .data = "one"})));
    EXPECT_TRUE(stream->send(""));
    EXPECT_TRUE(stream->send(event_frame({.event = "", .data = "two"})));
    stream->finish();
    EXPECT_FALSE(stream->is_open());
    EXPECT_FALSE(stream->send("late"));
    co_return;
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    for (int i = 0; i < 2; ++i) {
      co_await client.send(kGet);
      HttpResponse response = co_await client.read_response();
      EXPECT_EQ(response.headers.find("Content-Type"), "text/event-stream");
      EXPECT_EQ(response.headers.find("Cache-Control"), "no-cache, no-transform");
      EXPECT_EQ(response.headers.find("X-Accel-Buffering"), "no");
      EXPECT_EQ(response.headers.find("Transfer-Encoding"), "chunked");
      EXPECT_EQ(response.headers.find("X-Extra"), "1");
      EXPECT_EQ(response.headers.count("Content-Length"), 0U);
      std::string body = co_await client.read_until("\r\n0\r\n\r\n");
      EXPECT_EQ(body, "b\r\ndata: one\n\n\r\nb\r\ndata: two\n\n\r\n0\r\n\r\n");
    }
  });
}

TEST(HttpServerStreams, OlderClientsGetAStreamEndedByTheConnection) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    exchange.open_event_stream({})->send("data: x\n\n");  // finished when the handler returns
    co_return;
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    std::string all = co_await client.read_to_end();
    EXPECT_NE(all.find("Connection: close\r\n"), std::string::npos);
    EXPECT_TRUE(all.ends_with("\r\n\r\ndata: x\n\n"));
  });
}

TEST(HttpServerStreams, SilenceIsFilledWithComments) {
  Signal* enough = nullptr;
  HttpFixture fixture{[&enough](HttpExchange& exchange) -> Task<void> {
                        auto stream = exchange.open_event_stream({});
                        (void)co_await enough->wait({});
                      },
                      {.event_stream_keepalive = 1ms}};
  Signal signal{fixture.loop.executor()};
  enough = &signal;
  auto script = [&](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(kGet);
    (void)co_await client.read_until("\r\n\r\n");
    (void)co_await client.read_until("d\r\n: keepalive\n\n\r\n");
    (void)co_await client.read_until("d\r\n: keepalive\n\n\r\n");
    signal.notify_all();
    (void)co_await client.read_until("0\r\n\r\n");
  };
  fixture.run(script);
}

TEST(HttpServerStreams, AClientThatDoesNotReadIsDropped) {
  bool refused = false;
  HttpFixture fixture{[&refused](HttpExchange& exchange) -> Task<void> {
                        auto stream = exchange.open_event_stream({});
                        std::string frame = cat("data: ", std::string(1'000'000, 'x'), "\n\n");
                        for (int i = 0; i < 1000 && stream->send(frame); ++i) {
                        }
                        refused = !stream->send(frame);
                        EXPECT_FALSE(stream->is_open());
                        StopReason reason = co_await wait_for_stop(exchange.disconnected(),
                                                                   co_await asio::this_coro::executor);
                        EXPECT_EQ(reason, StopReason::disconnected);
                      },
                      {.queued_bytes = 2'000'000}};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(kGet);
    (void)co_await client.read_to_end();
  });
  EXPECT_TRUE(refused);
  EXPECT_NE(fixture.loop.logged.find("event stream dropped"), std::string::npos);
}

TEST(HttpServerStreams, AHandlerThatThrowsBreaksItsStreamOff) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    exchange.open_event_stream({})->send("data: x\n\n");
    throw std::runtime_error("boom");
    co_return;
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(kGet);
    std::string all = co_await client.read_to_end();
    EXPECT_EQ(all.find("0\r\n\r\n"), std::string::npos);
  });
}

TEST(HttpServerStreams, AClientThatGoesAwayIsNoticedWhileTheHandlerWaits) {
  StopReason reason = StopReason::none;
  Signal* done = nullptr;
  HttpFixture fixture{[&](HttpExchange& exchange) -> Task<void> {
    Executor executor = co_await asio::this_coro::executor;
    reason = co_await wait_for_stop(exchange.disconnected(), executor);
    done->notify_all();
  }};
  Signal signal{fixture.loop.executor()};
  done = &signal;
  auto script = [&](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(kGet);
    client.close();
    (void)co_await signal.wait({});
  };
  fixture.run(script);
  EXPECT_EQ(reason, StopReason::disconnected);
}

TEST(HttpServerStreams, AHalfClosedClientStillGetsItsAnswer) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    Executor executor = co_await asio::this_coro::executor;
    StopReason reason = co_await wait_for_stop(exchange.disconnected(), executor);
    exchange.respond(HttpResponse::text(200, word_of(reason)));
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(kGet);
    client.shutdown_send();
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.body, "disconnected");
    (void)co_await client.read_to_end();
  });
}

TEST(HttpServerStreams, CloseStopsHandlersAndClosesIdleConnections) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    Executor executor = co_await asio::this_coro::executor;
    auto stream = exchange.open_event_stream({});
    stream->send("data: begun\n\n");
    StopReason reason = co_await wait_for_stop(exchange.disconnected(), executor);
    stream->send(cat("data: ", word_of(reason), "\n\n"));
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient idle = co_await f.client();
    RawClient half = co_await f.client();
    co_await half.send("GET / HT");
    RawClient busy = co_await f.client();
    co_await busy.send(kGet);
    (void)co_await busy.read_until("begun\n\n");
    EXPECT_EQ(f.server->connections(), 3U);
    co_await f.server->close({});
    EXPECT_EQ(f.server->connections(), 0U);
    std::string rest = co_await busy.read_to_end();
    EXPECT_NE(rest.find("data: shutdown\n\n\r\n0\r\n\r\n"), std::string::npos);
    rest = co_await idle.read_to_end();
    EXPECT_EQ(rest, "");
    rest = co_await half.read_to_end();
    EXPECT_TRUE(rest.starts_with("HTTP/1.1 503 ")) << rest;
    RawClient late{f.loop.executor()};
    EXPECT_THROW(co_await late.connect(f.server->port()), boost::system::system_error);
  });
}

TEST(HttpServerStreams, CloseDoesNotWaitForeverForAHandlerThatWillNotStop) {
  Signal* release = nullptr;
  bool finished = false;
  HttpFixture fixture{[&](HttpExchange& exchange) -> Task<void> {
    auto stream = exchange.open_event_stream({});
    stream->send("data: begun\n\n");
    (void)co_await release->wait({});
    EXPECT_FALSE(stream->send("data: too late\n\n"));
    finished = true;
  }};
  Signal signal{fixture.loop.executor()};
  release = &signal;
  auto script = [&](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(kGet);
    (void)co_await client.read_until("begun\n\n");
    StopSource limit;
    f.loop.post([&limit] { limit.request(StopReason::deadline); });
    co_await f.server->close(limit.stop());
    f.server.reset();
    (void)co_await client.read_to_end();
    signal.notify_all();
  };
  fixture.run(script);
  fixture.loop.io.restart();
  fixture.loop.io.run();
  EXPECT_TRUE(finished);
}

}  // namespace
}  // namespace oc::net
