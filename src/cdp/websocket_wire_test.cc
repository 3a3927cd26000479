#include "cdp/websocket_wire.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "base/text.h"
#include "net/http_server.h"

namespace oc::cdp {
namespace {

// A server that echoes until it is told "bye".
struct WebSocketWireTest : testing::Test {
  testing_support::Loop loop;
  std::unique_ptr<net::HttpServer> server;

  static Task<void> echo(net::HttpExchange& exchange) {
    auto socket = co_await net::WebSocket::accept(exchange, {}, {});
    if (!socket) co_return;
    while (true) {
      auto message = co_await (*socket)->receive({});
      if (!message || *message == "bye") break;
      (*socket)->send(std::move(*message));
    }
    co_await (*socket)->close({});
  }
  void SetUp() override {
    auto opened = net::HttpServer::listen(loop.executor(), loop.log, {}, nullptr, echo);
    ASSERT_TRUE(opened);
    server = std::move(*opened);
  }
  void TearDown() override {
    StopSource limit{Stop{}, std::chrono::steady_clock::now() + std::chrono::seconds{5}};
    loop.run(server->close(limit.stop()));
  }
  std::unique_ptr<Wire> connect() {
    auto wire =
        loop.run(WebSocketWire::connect(cat("ws://127.0.0.1:", server->port(), "/devtools/browser/x"), {}));
    EXPECT_TRUE(wire);
    return std::move(*wire);
  }
};

TEST_F(WebSocketWireTest, MessagesGoBothWays) {
  auto wire = connect();
  EXPECT_TRUE(wire->send("one"));
  EXPECT_TRUE(wire->send("two"));
  EXPECT_EQ(*loop.run(wire->receive({})), "one");
  EXPECT_EQ(*loop.run(wire->receive({})), "two");
  wire->send("bye");
  EXPECT_EQ(loop.run(wire->receive({})).error().code, ErrorCode::browser_disconnected);
}

TEST_F(WebSocketWireTest, ClosingEndsAWaitingReceive) {
  auto wire = connect();
  loop.post([&] { wire->close(); });
  EXPECT_EQ(loop.run(wire->receive({})).error().code, ErrorCode::browser_disconnected);
  EXPECT_FALSE(wire->send("late"));
}

TEST_F(WebSocketWireTest, NobodyThereIsUnavailable) {
  auto wire = loop.run(WebSocketWire::connect("ws://127.0.0.1:1/x", {}));
  ASSERT_FALSE(wire);
  EXPECT_EQ(wire.error().code, ErrorCode::browser_unavailable);
}

}  // namespace
}  // namespace oc::cdp
