#include "cdp/pipe_wire.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "base/testing/run_loop.h"

namespace oc::cdp {
namespace {

struct PipeWireTest : testing::Test {
  explicit PipeWireTest(Codec written = Codec::json) : codec(written) {}
  Codec codec;
  testing_support::Loop loop;
  Nursery nursery{loop.executor(), loop.log};
  int from_browser[2];
  int to_browser[2];
  std::unique_ptr<PipeWire> wire;

  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    ASSERT_EQ(pipe2(from_browser, O_CLOEXEC), 0);
    ASSERT_EQ(pipe2(to_browser, O_CLOEXEC), 0);
    wire = std::make_unique<PipeWire>(nursery, from_browser[0], to_browser[1], codec);
  }
  void TearDown() override {
    wire.reset();
    (void)loop.run(nursery.join({}));
    close_end(from_browser[1]);
    close_end(to_browser[0]);
  }
  static void close_end(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
  void feed(std::string_view bytes) {
    ASSERT_EQ(write(from_browser[1], bytes.data(), bytes.size()), ssize_t(bytes.size()));
  }
  Result<std::string> receive(Stop stop = {}) { return loop.run(wire->receive(stop)); }
};

TEST_F(PipeWireTest, MessagesAreSeparatedByNul) {
  feed(std::string_view{"one\0two\0th", 10});
  EXPECT_EQ(*receive(), "one");
  EXPECT_EQ(*receive(), "two");
  loop.post([&] { feed(std::string_view{"ree\0", 4}); });
  EXPECT_EQ(*receive(), "three");
}

TEST_F(PipeWireTest, AClosedPipeIsADisconnect) {
  close_end(from_browser[1]);
  EXPECT_EQ(receive().error().code, ErrorCode::browser_disconnected);
}

TEST_F(PipeWireTest, ReceivingEndsWithItsStopAndGoesOnLater) {
  StopSource source;
  loop.post([&] { source.request(StopReason::cancelled); });
  EXPECT_EQ(receive(source.stop()).error().code, ErrorCode::cancelled);
  feed(std::string_view{"x\0", 2});
  EXPECT_EQ(*receive(), "x");
}

TEST_F(PipeWireTest, SendingNeverBlocksAndKeepsTheOrder) {
  std::string big(300'000, 'a');
  EXPECT_TRUE(wire->send(big));
  EXPECT_TRUE(wire->send("b"));
  std::string got;
  int fd = to_browser[0];
  auto read_all = [](int from, std::string& into, std::size_t size) -> Task<void> {
    asio::posix::stream_descriptor reader{co_await asio::this_coro::executor, dup(from)};
    while (into.size() < size) {
      char buffer[65536];
      std::size_t n = co_await reader.async_read_some(boost::asio::buffer(buffer), asio::use_awaitable);
      into.append(buffer, n);
    }
  };
  loop.run(read_all(fd, got, big.size() + 3));
  EXPECT_EQ(got, big + std::string("\0b\0", 3));
}

TEST_F(PipeWireTest, AMessageThatChromeWouldChokeOnIsRefused) {
  EXPECT_FALSE(wire->send(std::string(kMaxOutgoingBytes + 1, 'x')));
}

struct CborPipeWireTest : PipeWireTest {
  CborPipeWireTest() : PipeWireTest(Codec::cbor) {}
};

TEST_F(CborPipeWireTest, MessagesTellTheirLength) {
  std::string one = encode(Codec::cbor, {{"id", 1}});
  std::string two = encode(Codec::cbor, {{"zeros", std::string(20, '\0')}});
  feed(one + two.substr(0, 5));
  EXPECT_EQ(*receive(), one);
  loop.post([&] { feed(two.substr(5, 10)); });
  loop.post([&] { feed(two.substr(15) + one); });
  EXPECT_EQ(*receive(), two);
  EXPECT_EQ(*receive(), one);
}

TEST_F(CborPipeWireTest, NothingIsAddedToWhatIsSent) {
  std::string message = encode(Codec::cbor, {{"id", 1}});
  EXPECT_TRUE(wire->send(message));
  std::string got(100, '?');
  got.resize(static_cast<std::size_t>(read(to_browser[0], got.data(), got.size())));
  EXPECT_EQ(got, message);
}

TEST_F(CborPipeWireTest, ABrowserThatSpeaksJsonIsNotUnderstood) {
  feed(R"({"id":1})");
  auto refused = receive();
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  EXPECT_NE(refused.error().message.find("CBOR"), std::string::npos);
}

TEST_F(PipeWireTest, SendingToABrowserThatIsGoneFails) {
  close_end(to_browser[0]);
  EXPECT_FALSE(wire->send("x"));
  EXPECT_FALSE(wire->send("x"));
}

}  // namespace
}  // namespace oc::cdp
