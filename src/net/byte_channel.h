// ByteChannel: both directions of one connection, without a coroutine of its own. A read is pending whenever
// there is room for its bytes, so the end of a connection is noticed also while nobody waits for input.
// Writes go out at once as far as the kernel takes them and are queued beyond that.
#pragma once
#include <array>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/task.h"
#include "net/socket.h"

namespace oc::net {

// Where bytes land before they are copied to their channel: one for all channels of a loop, so that an idle
// connection holds no buffer.
using ReadScratch = std::array<char, std::size_t{64} * 1024>;

class ByteChannel : public std::enable_shared_from_this<ByteChannel> {
 public:
  // Input held before reading pauses.
  static constexpr std::size_t kInputBytes = std::size_t{64} * 1024;

  ByteChannel(Socket socket, std::shared_ptr<ReadScratch> scratch);
  ByteChannel(const ByteChannel&) = delete;
  ByteChannel& operator=(const ByteChannel&) = delete;

  // Called once, when the peer has ended its side or the connection broke; never from inside another call.
  void on_end(std::function<void()> callback) { end_callback_ = std::move(callback); }

  // What has arrived; the owner takes bytes away and then calls keep_reading().
  std::string& input() { return input_; }
  void keep_reading();
  // Bytes that arrive from now on are thrown away.
  void discard_input();
  // No more input will come: the peer closed its side, or the connection is broken.
  bool input_ended() const { return input_ended_; }
  bool is_broken() const { return is_broken_; }

  void write(std::string head, std::string body = {});
  std::size_t unsent_bytes() const { return unsent_bytes_; }

  // Until something changes (input, its end, progress of output, wake()), or until the time has come. One
  // waiter.
  Task<void> wait(SteadyTime until);
  void wake() { changed_.cancel(); }

  void shutdown_send();
  void close();
  // Closes at once, without sending what is queued.
  void drop();
  // REQUIRES: nothing unsent. The channel is broken afterwards.
  std::pair<Socket, std::string> release();
  Executor executor() { return socket_.get_executor(); }

 private:
  void on_readable(const boost::system::error_code& error);
  void flush();
  void break_off();
  void end_input();

  Socket socket_;
  std::shared_ptr<ReadScratch> scratch_;
  asio::steady_timer changed_;
  std::function<void()> end_callback_;
  std::string input_;
  std::deque<std::string> output_;
  std::size_t sent_of_first_ = 0;
  std::size_t unsent_bytes_ = 0;
  bool is_reading_ = false;
  bool is_writing_ = false;
  bool discards_input_ = false;
  bool input_ended_ = false;
  bool is_broken_ = false;
};

}  // namespace oc::net
