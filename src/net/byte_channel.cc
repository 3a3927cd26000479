// A socket watched and written to by callbacks.
#include "net/byte_channel.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <span>

namespace oc::net {
namespace {

using boost::system::error_code;

// Pieces handed to the kernel in one call.
constexpr std::size_t kGather = 16;

}  // namespace

ByteChannel::ByteChannel(Socket socket, std::shared_ptr<ReadScratch> scratch)
    : socket_(std::move(socket)), scratch_(std::move(scratch)), changed_(socket_.get_executor()) {
  error_code ignored;
  socket_.non_blocking(true, ignored);
}

void ByteChannel::keep_reading() {
  if (is_reading_ || input_ended_ || input_.size() >= kInputBytes) return;
  is_reading_ = true;
  socket_.async_wait(Socket::wait_read,
                     [self = shared_from_this()](const error_code& error) { self->on_readable(error); });
}

void ByteChannel::on_readable(const error_code& error) {
  is_reading_ = false;
  if (input_ended_) return;
  if (error) return break_off();
  error_code failure;
  std::size_t got = socket_.read_some(asio::buffer(*scratch_), failure);
  if (failure == asio::error::eof) {
    end_input();
    return;
  }
  if (failure && failure != asio::error::would_block) return break_off();
  if (got > 0 && !discards_input_) {
    input_.append(scratch_->data(), got);
    wake();
  }
  keep_reading();
}

void ByteChannel::discard_input() {
  discards_input_ = true;
  input_ = {};
  keep_reading();
}

void ByteChannel::write(std::string head, std::string body) {
  if (is_broken_) return;
  unsent_bytes_ += head.size() + body.size();
  if (!head.empty()) output_.push_back(std::move(head));
  if (!body.empty()) output_.push_back(std::move(body));
  if (!is_writing_) flush();
}

void ByteChannel::flush() {
  while (!output_.empty()) {
    std::array<asio::const_buffer, kGather> pieces;
    std::size_t count = std::min(kGather, output_.size());
    for (std::size_t i = 0; i < count; ++i) pieces[i] = asio::buffer(output_[i]);
    pieces[0] += sent_of_first_;
    error_code error;
    std::size_t sent = socket_.write_some(std::span<const asio::const_buffer>{pieces.data(), count}, error);
    if (error == asio::error::would_block) {
      is_writing_ = true;
      socket_.async_wait(Socket::wait_write, [self = shared_from_this()](const error_code& failure) {
        self->is_writing_ = false;
        if (self->is_broken_) return;
        if (failure) return self->break_off();
        self->flush();
        self->wake();
      });
      return;
    }
    if (error) return break_off();
    unsent_bytes_ -= sent;
    sent_of_first_ += sent;
    while (!output_.empty() && sent_of_first_ >= output_.front().size()) {
      sent_of_first_ -= output_.front().size();
      output_.pop_front();
    }
  }
}

Task<void> ByteChannel::wait(SteadyTime until) {
  changed_.expires_at(until);
  error_code ignored;
  co_await changed_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

void ByteChannel::end_input() {
  if (input_ended_) return;
  input_ended_ = true;
  wake();
  if (!end_callback_) return;
  // Posted: a write that fails must not run its caller's stop handlers before it returns.
  asio::post(socket_.get_executor(), std::exchange(end_callback_, nullptr));
}

void ByteChannel::break_off() {
  is_broken_ = true;
  output_.clear();
  unsent_bytes_ = 0;
  close();
  end_input();
}

void ByteChannel::shutdown_send() {
  error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
}

void ByteChannel::close() {
  is_broken_ = true;
  error_code ignored;
  socket_.close(ignored);
  end_input();
}

void ByteChannel::drop() {
  if (is_broken_) return;
  // A reset frees the kernel's buffers for a peer that does not read.
  error_code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  break_off();
}

std::pair<Socket, std::string> ByteChannel::release() {
  error_code ignored;
  socket_.cancel(ignored);
  socket_.non_blocking(false, ignored);
  Socket socket = std::move(socket_);
  is_broken_ = true;
  input_ended_ = true;
  end_callback_ = nullptr;
  return {std::move(socket), std::exchange(input_, {})};
}

}  // namespace oc::net
