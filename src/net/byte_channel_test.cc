#include "net/byte_channel.h"

#include <gtest/gtest.h>

#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "base/testing/run_loop.h"

namespace oc::net {
namespace {

using testing_support::Loop;
using Peer = asio::local::stream_protocol::socket;

struct Ends {
  explicit Ends(Loop& loop) : peer(loop.executor()) {
    Peer other{loop.executor()};
    asio::local::connect_pair(peer, other);
    channel = std::make_shared<ByteChannel>(Socket{std::move(other)}, std::make_shared<ReadScratch>());
  }
  ~Ends() { channel->close(); }
  Peer peer;
  std::shared_ptr<ByteChannel> channel;
};

Task<void> wait_for_input(std::shared_ptr<ByteChannel> channel, std::size_t size) {
  channel->keep_reading();
  while (channel->input().size() < size && !channel->input_ended()) {
    co_await channel->wait(SteadyTime::max());
  }
}

Task<void> wait_for_end(std::shared_ptr<ByteChannel> channel) {
  while (!channel->input_ended()) {
    co_await channel->wait(SteadyTime::max());
  }
}

Task<std::string> read_from(Peer& peer, std::size_t size) {
  std::string out(size, '\0');
  (void)co_await asio::async_read(peer, asio::buffer(out), asio::use_awaitable);
  co_return out;
}

TEST(ByteChannel, SmallWritesLeaveAtOnce) {
  Loop loop;
  Ends ends{loop};
  ends.channel->write("head ", "body");
  EXPECT_EQ(ends.channel->unsent_bytes(), 0U);
  EXPECT_EQ(loop.run(read_from(ends.peer, 9)), "head body");
}

TEST(ByteChannel, LargeWritesAreQueuedAndKeepTheirOrder) {
  Loop loop;
  Ends ends{loop};
  std::string expected;
  for (char c = 'a'; c < 'z'; ++c) {
    std::string piece(100'000, c);
    expected += piece;
    ends.channel->write(std::move(piece));
  }
  EXPECT_GT(ends.channel->unsent_bytes(), 0U);
  EXPECT_EQ(loop.run(read_from(ends.peer, expected.size())), expected);
  EXPECT_EQ(ends.channel->unsent_bytes(), 0U);
}

TEST(ByteChannel, InputArrivesAndItsEndIsNoticed) {
  Loop loop;
  Ends ends{loop};
  bool ended = false;
  ends.channel->on_end([&] { ended = true; });
  asio::write(ends.peer, asio::buffer(std::string_view{"hello"}));
  loop.run(wait_for_input(ends.channel, 5));
  EXPECT_EQ(ends.channel->input(), "hello");
  EXPECT_FALSE(ended);
  ends.peer.shutdown(Peer::shutdown_send);
  loop.run(wait_for_end(ends.channel));
  loop.io.restart();
  loop.io.poll();
  EXPECT_TRUE(ended);
  EXPECT_FALSE(ends.channel->is_broken());
  ends.channel->write("still possible");
  EXPECT_EQ(loop.run(read_from(ends.peer, 14)), "still possible");
}

TEST(ByteChannel, ReadingPausesWhenTooMuchIsHeld) {
  Loop loop;
  Ends ends{loop};
  constexpr std::size_t kSent = std::size_t{4} * 1024 * 1024;
  std::string bytes(kSent, 'x');
  bool all_sent = false;
  asio::async_write(ends.peer, asio::buffer(bytes),
                    [&](boost::system::error_code, std::size_t) { all_sent = true; });
  loop.run(wait_for_input(ends.channel, ByteChannel::kInputBytes));
  loop.io.restart();
  loop.io.poll();
  EXPECT_LT(ends.channel->input().size(), 2 * ByteChannel::kInputBytes);
  EXPECT_FALSE(all_sent);
  std::size_t taken = 0;
  while (taken < kSent) {
    taken += std::exchange(ends.channel->input(), {}).size();
    if (taken < kSent) loop.run(wait_for_input(ends.channel, 1));
  }
  EXPECT_EQ(taken, kSent);
}

TEST(ByteChannel, AWriteToAClosedPeerBreaksItWithoutCallingBack) {
  Loop loop;
  Ends ends{loop};
  bool ended = false;
  ends.channel->on_end([&] { ended = true; });
  ends.peer.close();
  ends.channel->write("x");
  EXPECT_TRUE(ends.channel->is_broken());
  EXPECT_FALSE(ended);
  loop.io.poll();
  EXPECT_TRUE(ended);
}

TEST(ByteChannel, ReleaseHandsOverSocketAndInput) {
  Loop loop;
  Ends ends{loop};
  asio::write(ends.peer, asio::buffer(std::string_view{"early"}));
  loop.run(wait_for_input(ends.channel, 5));
  auto [socket, input] = ends.channel->release();
  EXPECT_EQ(input, "early");
  loop.io.restart();
  loop.io.poll();  // the aborted read must not touch what was handed over
  asio::write(socket, asio::buffer(std::string_view{"reply"}));
  EXPECT_EQ(loop.run(read_from(ends.peer, 5)), "reply");
}

}  // namespace
}  // namespace oc::net
