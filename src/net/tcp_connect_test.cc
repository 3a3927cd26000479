#include "net/tcp_connect.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <boost/asio/ip/tcp.hpp>

#include "base/testing/run_loop.h"

namespace oc::net {
namespace {

using asio::ip::tcp;
using testing_support::Loop;

struct Listening {
  explicit Listening(Loop& loop) : acceptor(loop.executor(), {asio::ip::address_v4::loopback(), 0}) {}
  std::uint16_t port() const { return acceptor.local_endpoint().port(); }
  tcp::acceptor acceptor;
};

// A loop's result must have a default value, and a Socket has none.
Task<std::shared_ptr<Result<Socket>>> shared_connect(std::string host, std::uint16_t port, Stop stop) {
  auto socket = co_await connect_tcp(std::move(host), port, stop);
  co_return std::make_shared<Result<Socket>>(std::move(socket));
}

Result<Socket> connect(Loop& loop, std::string host, std::uint16_t port, Stop stop = {}) {
  return std::move(*loop.run(shared_connect(std::move(host), port, std::move(stop))));
}

TEST(TcpConnect, ConnectsByAddressAndByName) {
  Loop loop;
  Listening listening{loop};
  for (std::string host : {"127.0.0.1", "localhost"}) {
    auto socket = connect(loop, host, listening.port());
    ASSERT_TRUE(socket) << socket.error().message;
    EXPECT_TRUE(socket->is_open());
    EXPECT_NE(fcntl(socket->native_handle(), F_GETFD) & FD_CLOEXEC, 0);
  }
}

TEST(TcpConnect, TellsWhoRefused) {
  Loop loop;
  std::uint16_t port = Listening{loop}.port();
  auto socket = connect(loop, "localhost", port);
  ASSERT_FALSE(socket);
  EXPECT_EQ(socket.error().code, ErrorCode::network_failed);
  EXPECT_NE(socket.error().message.find("localhost port"), std::string::npos);
}

// The look-up understands this old spelling of 127.0.0.1 without asking anybody, and our own address parser
// does not.
constexpr const char* kLookedUp = "127.1";

TEST(TcpConnect, NamesAreLookedUp) {
  Loop loop;
  Listening listening{loop};
  auto socket = connect(loop, kLookedUp, listening.port());
  ASSERT_TRUE(socket) << socket.error().message;
}

TEST(TcpConnect, ANameThatCannotBeLookedUpFails) {
  Loop loop;
  auto socket = connect(loop, std::string(300, 'x'), 80);
  ASSERT_FALSE(socket);
  EXPECT_EQ(socket.error().code, ErrorCode::network_failed);
  EXPECT_NE(socket.error().message.find("cannot resolve"), std::string::npos);
}

TEST(TcpConnect, AStopBeforeTheStartWins) {
  Loop loop;
  StopSource source;
  source.request(StopReason::cancelled);
  auto socket = connect(loop, "127.0.0.1", 1, source.stop());
  ASSERT_FALSE(socket);
  EXPECT_EQ(socket.error().code, ErrorCode::cancelled);
}

TEST(TcpConnect, AStopEndsTheWaitForALookUp) {
  Loop loop;
  Listening listening{loop};
  StopSource source;
  loop.post([&] { loop.post([&] { source.request(StopReason::cancelled); }); });
  auto socket = connect(loop, kLookedUp, listening.port(), source.stop());
  if (!socket) EXPECT_EQ(socket.error().code, ErrorCode::cancelled);  // else the look-up was quicker
}

}  // namespace
}  // namespace oc::net
