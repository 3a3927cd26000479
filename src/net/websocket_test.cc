#include "net/websocket.h"

#include <gtest/gtest.h>

#include "net/testing/http_fixture.h"

namespace oc::net {
namespace {

using testing_support::HttpFixture;
using testing_support::RawClient;

constexpr WebSocketLimits kServerLimits{.message_bytes = 8 * 1024 * 1024, .queued_bytes = 32 * 1024 * 1024};

// Echoes until the peer goes; "close" asks it to close first, "silence" to stop reading.
Task<void> echo(HttpExchange& exchange) {
  Stop stop = exchange.disconnected();
  auto accepted = co_await WebSocket::accept(exchange, kServerLimits, stop);
  if (!accepted) co_return;
  WebSocket& socket = **accepted;
  for (;;) {
    auto message = co_await socket.receive(stop);
    if (!message) break;
    if (*message == "close") {
      co_await socket.close(stop);
      break;
    }
    if (*message == "silence") {
      Signal never{co_await asio::this_coro::executor};
      (void)co_await never.wait(stop);
      break;
    }
    socket.send(std::move(*message));
  }
}

Task<std::unique_ptr<WebSocket>> connected(HttpFixture& f, WebSocketLimits limits = {}) {
  auto socket = co_await WebSocket::connect(cat("ws://127.0.0.1:", f.server->port(), "/ws"), {{"X-A", "1"}},
                                            limits, {});
  co_return std::move(socket).value();
}

TEST(WebSocket, EchoesInOrder) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f);
    EXPECT_TRUE(socket->is_open());
    EXPECT_EQ(f.server->connections(), 0U);  // it is no longer the server's
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(socket->send(cat("message ", i)));
    for (int i = 0; i < 100; ++i) {
      auto message = co_await socket->receive({});
      EXPECT_EQ(message.value(), cat("message ", i));
    }
    EXPECT_TRUE(socket->send(""));
    auto message = co_await socket->receive({});
    EXPECT_EQ(message.value(), "");
    co_await socket->close({});
    EXPECT_FALSE(socket->is_open());
    EXPECT_FALSE(socket->send("late"));
  });
}

TEST(WebSocket, LargeMessages) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f);
    const std::string large(7'000'000, 'x');
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(socket->send(large));
    for (int i = 0; i < 3; ++i) {
      auto message = co_await socket->receive({});
      EXPECT_EQ(message.value().size(), large.size());
    }
  });
}

TEST(WebSocket, MessagesBeyondTheLimitEndTheConnection) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f);
    EXPECT_TRUE(socket->send(std::string(kServerLimits.message_bytes + 1, 'x')));
    auto message = co_await socket->receive({});
    EXPECT_EQ(message.error().code, ErrorCode::network_failed);
    // And in the other direction.
    auto small = co_await connected(f, {.message_bytes = 10});
    EXPECT_TRUE(small->send("12345678901"));
    message = co_await small->receive({});
    EXPECT_EQ(message.error().code, ErrorCode::network_failed);
    EXPECT_NE(message.error().message.find("larger than 10 bytes"), std::string::npos)
        << message.error().message;
  });
}

TEST(WebSocket, ThePeerMayClose) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f);
    EXPECT_TRUE(socket->send("last"));
    EXPECT_TRUE(socket->send("close"));
    auto message = co_await socket->receive({});
    EXPECT_EQ(message.value(), "last");
    message = co_await socket->receive({});
    EXPECT_EQ(message.error().code, ErrorCode::network_failed);
    EXPECT_NE(message.error().message.find("closed the connection (code 1000"), std::string::npos)
        << message.error().message;
    EXPECT_FALSE(socket->is_open());
    co_await socket->close({});
  });
}

TEST(WebSocket, CloseSendsWhatIsQueued) {
  std::size_t received = 0;
  HttpFixture fixture{[&received](HttpExchange& exchange) -> Task<void> {
    auto socket = co_await WebSocket::accept(exchange, {}, {});
    for (;;) {
      auto message = co_await (*socket)->receive({});
      if (!message) break;
      received += message->size();
    }
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f);
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(socket->send(std::string(1'000'000, 'x')));
    co_await socket->close({});
    co_await f.server->close({});
  });
  EXPECT_EQ(received, 20'000'000U);
}

TEST(WebSocket, AStoppedReceiveLeavesTheStreamIntact) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f);
    StopSource source;
    f.loop.post([&source] { source.request(StopReason::cancelled); });
    auto message = co_await socket->receive(source.stop());
    EXPECT_EQ(message.error().code, ErrorCode::cancelled);
    EXPECT_TRUE(socket->send("still here"));
    message = co_await socket->receive({});
    EXPECT_EQ(message.value(), "still here");
  });
}

TEST(WebSocket, CloseGivesUpAtItsStop) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f);
    EXPECT_TRUE(socket->send("silence"));
    // Fills the server's inbox, so that it stops reading and never sees the close frame.
    for (int i = 0; i < 30; ++i) EXPECT_TRUE(socket->send(std::string(1'000'000, 'x')));
    StopSource source;
    f.loop.post([&source] { source.request(StopReason::cancelled); });
    co_await socket->close(source.stop());
    EXPECT_FALSE(socket->is_open());
  });
}

TEST(WebSocket, SendRefusesWhenTooMuchIsQueued) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f, {.queued_bytes = 100});
    EXPECT_FALSE(socket->send(std::string(101, 'x')));
    EXPECT_TRUE(socket->send(std::string(60, 'x')));
    EXPECT_FALSE(socket->send(std::string(60, 'x')));
    auto message = co_await socket->receive({});
    EXPECT_EQ(message.value().size(), 60U);
    EXPECT_TRUE(socket->send(std::string(100, 'y')));
    message = co_await socket->receive({});
    EXPECT_EQ(message.value().size(), 100U);
  });
}

TEST(WebSocket, TheServersEndReachesTheHandler) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    auto socket = co_await connected(f);
    co_await f.server->close({});
    auto message = co_await socket->receive({});
    EXPECT_EQ(message.error().code, ErrorCode::network_failed);
  });
}

TEST(WebSocket, ConnectTellsWhyItCannot) {
  HttpFixture fixture{[](HttpExchange& exchange) -> Task<void> {
    exchange.respond(HttpResponse::text(403, "no"));
    co_return;
  }};
  fixture.run([](HttpFixture& f) -> Task<void> {
    std::string url = cat("ws://127.0.0.1:", f.server->port(), "/");
    auto socket = co_await WebSocket::connect(url, {}, {}, {});
    EXPECT_EQ(socket.error().code, ErrorCode::network_failed);
    EXPECT_NE(socket.error().message.find("answered 403"), std::string::npos) << socket.error().message;
    socket = co_await WebSocket::connect("http://127.0.0.1/", {}, {}, {});
    EXPECT_EQ(socket.error().code, ErrorCode::invalid_arguments);
    StopSource source;
    source.request(StopReason::cancelled);
    socket = co_await WebSocket::connect(url, {}, {}, source.stop());
    EXPECT_EQ(socket.error().code, ErrorCode::cancelled);
  });
}

TEST(WebSocket, AStopEndsTheHandshake) {
  StopSource source;
  HttpFixture fixture{[&source](HttpExchange& exchange) -> Task<void> {
    source.request(StopReason::cancelled);
    Signal never{co_await asio::this_coro::executor};
    (void)co_await never.wait(exchange.disconnected());
  }};
  auto script = [&source](HttpFixture& f) -> Task<void> {
    auto socket =
        co_await WebSocket::connect(cat("ws://127.0.0.1:", f.server->port(), "/"), {}, {}, source.stop());
    EXPECT_EQ(socket.error().code, ErrorCode::cancelled);
  };
  fixture.run(script);
}

constexpr const char* kUpgrade =
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

TEST(WebSocket, AcceptAnswersTheHandshake) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send(kUpgrade);
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.status, 101);
    EXPECT_EQ(response.headers.find("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    EXPECT_EQ(response.headers.count("Sec-WebSocket-Extensions"), 0U);
    EXPECT_EQ(response.headers.find("Server"), "openchrome");
    // A binary message, masked with zeros, is answered with a close frame (1003).
    co_await client.send(std::string{"\x82\x81\0\0\0\0x", 7});
    std::string frame = co_await client.read_exactly(4);
    EXPECT_EQ(frame, "\x88\x02\x03\xeb");
  });
}

TEST(WebSocket, AcceptRefusesOtherRequestsAndEarlyData) {
  HttpFixture fixture{echo};
  fixture.run([](HttpFixture& f) -> Task<void> {
    RawClient client = co_await f.client();
    co_await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    HttpResponse response = co_await client.read_response();
    EXPECT_EQ(response.status, 426);
    EXPECT_EQ(response.headers.find("Upgrade"), "websocket");
    co_await client.send(std::string{kUpgrade} + "early");
    std::string answer = co_await client.read_to_end();
    EXPECT_EQ(answer, "");
  });
}

}  // namespace
}  // namespace oc::net
