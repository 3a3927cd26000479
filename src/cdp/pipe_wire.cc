#include "cdp/pipe_wire.h"

#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <cerrno>

#include "cdp/cbor.h"

namespace oc::cdp {
namespace {

constexpr std::size_t kReadBytes = std::size_t{256} * 1024;

Error gone() {
  return {ErrorCode::browser_disconnected, "the browser closed its pipe"};
}

}  // namespace

struct PipeWire::Output {
  Output(const Executor& executor, int fd) : descriptor(executor, fd) {}
  asio::posix::stream_descriptor descriptor;
  std::string queue;
  bool draining = false;
  bool broken = false;

  // Writes what goes without waiting.
  void write_now() {
    std::size_t done = 0;
    while (done < queue.size()) {
      ssize_t wrote = ::write(descriptor.native_handle(), queue.data() + done, queue.size() - done);
      if (wrote > 0) {
        done += static_cast<std::size_t>(wrote);
      } else if (errno == EAGAIN) {
        break;
      } else if (errno != EINTR) {
        broken = true;
        break;
      }
    }
    queue.erase(0, done);
  }
};

PipeWire::PipeWire(Nursery& nursery, int from_browser, int to_browser, Codec codec)
    : nursery_(nursery),
      codec_(codec),
      in_(nursery.executor(), from_browser),
      output_(std::make_shared<Output>(nursery.executor(), to_browser)) {
  in_.native_non_blocking(true);
  output_->descriptor.native_non_blocking(true);
}

PipeWire::~PipeWire() {
  close();
}

bool PipeWire::send(std::string_view message) {
  if (output_->broken || message.size() > kMaxOutgoingBytes) return false;
  output_->queue.append(message);
  if (codec_ == Codec::json) output_->queue += '\0';
  if (output_->draining) return true;
  output_->write_now();
  if (!output_->queue.empty() && !output_->broken) {
    output_->draining = true;
    nursery_.start("cdp pipe", drain(output_));
  }
  return !output_->broken;
}

Task<void> PipeWire::drain(std::shared_ptr<Output> output) {
  while (!output->queue.empty() && !output->broken) {
    boost::system::error_code error;
    co_await output->descriptor.async_wait(asio::posix::descriptor_base::wait_write,
                                           asio::redirect_error(asio::use_awaitable, error));
    if (error) output->broken = true;
    if (!error) output->write_now();
  }
  output->draining = false;
}

Result<std::optional<PipeWire::Extent>> PipeWire::whole_message() {
  if (codec_ == Codec::json) {
    std::size_t end = buffer_.find('\0', scanned_);
    scanned_ = buffer_.size();
    if (end == std::string::npos) return std::nullopt;
    return Extent{.message = end, .end = 1};
  }
  auto size = cbor_message_size(buffer_);
  if (!size) return fail(ErrorCode::unsupported, "the browser does not speak CBOR on its pipe");
  if (*size == 0 || buffer_.size() < *size) return std::nullopt;
  return Extent{.message = *size, .end = 0};
}

Task<Result<std::string>> PipeWire::receive(Stop stop) {
  while (true) {
    auto extent = whole_message();
    if (!extent) co_return std::unexpected(std::move(extent).error());
    if (*extent) {
      std::string message = buffer_.substr(0, (*extent)->message);
      buffer_.erase(0, (*extent)->message + (*extent)->end);
      scanned_ = 0;
      // A screenshot's buffer is not kept for the pings that follow it.
      if (buffer_.empty() && buffer_.capacity() > 4 * kReadBytes) buffer_.shrink_to_fit();
      co_return message;
    }
    if (stop.requested()) co_return std::unexpected(stop.error());
    if (!in_.is_open()) co_return std::unexpected(gone());
    if (is_drained_) {
      // Whoever was waiting for the last message goes on before we turn to the next one.
      co_await asio::post(nursery_.executor(), asio::use_awaitable);
      if (stop.requested() || !in_.is_open()) continue;
      StopCallback callback = stop.on_stop([this] { in_.cancel(); });
      boost::system::error_code error;
      co_await in_.async_wait(asio::posix::descriptor_base::wait_read,
                              asio::redirect_error(asio::use_awaitable, error));
      if (error && !stop.requested()) co_return std::unexpected(gone());
      is_drained_ = false;
    } else if (!read_now()) {
      co_return std::unexpected(gone());
    }
  }
}

bool PipeWire::read_now() {
  ssize_t got = 0;
  int error_number = 0;
  // Room that is not cleared first: most messages are small.
  std::size_t had = buffer_.size();
  buffer_.resize_and_overwrite(had + kReadBytes, [&](char* data, std::size_t) {
    got = ::read(in_.native_handle(), data + had, kReadBytes);
    error_number = errno;
    return had + static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  });
  is_drained_ = got < static_cast<ssize_t>(kReadBytes);
  return got > 0 || (got < 0 && (error_number == EINTR || error_number == EAGAIN));
}

void PipeWire::close() {
  boost::system::error_code ignored;
  in_.close(ignored);
  output_->broken = true;
  output_->descriptor.close(ignored);
}

}  // namespace oc::cdp
