#include "transport/stdio_transport.h"

#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <cerrno>

#include "transport/line_splitter.h"

namespace oc::transport {
namespace {

using Descriptor = asio::posix::stream_descriptor;

// Null for what cannot be polled (files, /dev/null): those never block.
std::unique_ptr<Descriptor> make_pollable(const Executor& executor, int fd) {
  auto descriptor = std::make_unique<Descriptor>(executor);
  boost::system::error_code error;
  descriptor->assign(fd, error);
  if (error) return nullptr;
  descriptor->native_non_blocking(true, error);
  return descriptor;
}

Task<bool> wait_for(Descriptor& descriptor, Descriptor::wait_type what, Stop stop) {
  StopCallback callback = stop.on_stop([&descriptor] { descriptor.cancel(); });
  boost::system::error_code error;
  co_await descriptor.async_wait(what, asio::redirect_error(asio::use_awaitable, error));
  co_return !error && !stop.requested();
}

}  // namespace

StdioTransport::StdioTransport(Nursery& nursery, Logger& log, int in, int out, StdioLimits limits)
    : nursery_(nursery),
      log_(log),
      in_fd_(in),
      out_fd_(out),
      limits_(limits),
      in_flags_(fcntl(in, F_GETFL)),
      out_flags_(fcntl(out, F_GETFL)),
      drained_(nursery.executor()) {
  in_ = make_pollable(nursery.executor(), in);
  out_ = make_pollable(nursery.executor(), out);
}

StdioTransport::~StdioTransport() {
  if (in_) in_->release();
  if (out_) out_->release();
  // The descriptions may be shared with the shell that started us.
  if (in_flags_ >= 0) fcntl(in_fd_, F_SETFL, in_flags_);
  if (out_flags_ >= 0) fcntl(out_fd_, F_SETFL, out_flags_);
}

Task<std::size_t> StdioTransport::read_some(char* buffer, std::size_t size, Stop stop) {
  while (!stop.requested()) {
    ssize_t got = ::read(in_fd_, buffer, size);
    if (got > 0) {
      // A file is always readable: let others run between its pieces.
      if (!in_) co_await asio::post(nursery_.executor(), asio::use_awaitable);
      co_return static_cast<std::size_t>(got);
    }
    if (got == 0) co_return 0;
    if (errno == EINTR) continue;
    if (errno != EAGAIN || !in_) {
      log_.warn("stdio", "reading failed: ", errno_text(errno));
      co_return 0;
    }
    bool readable = co_await wait_for(*in_, Descriptor::wait_read, stop);
    if (!readable) co_return 0;
  }
  co_return 0;
}

// True when the client has closed its end meanwhile: it will not read what is queued either.
Task<bool> StdioTransport::wait_until_drained(Stop stop) {
  auto closed = std::make_shared<bool>(false);
  if (in_) {
    in_->async_wait(Descriptor::wait_error, [this, closed](boost::system::error_code error) {
      if (error) return;
      *closed = true;
      drained_.notify_all();
    });
  }
  (void)co_await drained_.wait(stop);
  if (in_) in_->cancel();
  co_return *closed;
}

Task<void> StdioTransport::read(rpc::LineHandler& handler, Stop stop) {
  LineSplitter lines{handler, limits_.line_bytes};
  std::unique_ptr<char[]> buffer = std::make_unique_for_overwrite<char[]>(64 * 1024);
  while (!broken_ && !stop.requested()) {
    if (queue_.size() > limits_.queued_bytes) {
      bool ended = co_await wait_until_drained(stop);
      if (ended) break;
      continue;
    }
    std::size_t got = co_await read_some(buffer.get(), 64 * 1024, stop);
    if (got == 0) break;
    lines.feed({buffer.get(), got});
  }
  if (!stop.requested()) lines.finish();
}

std::size_t StdioTransport::write_now(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    ssize_t wrote = ::write(out_fd_, bytes.data() + done, bytes.size() - done);
    if (wrote > 0) {
      done += static_cast<std::size_t>(wrote);
    } else if (errno != EINTR) {
      break;
    }
  }
  if (done < bytes.size() && errno != EAGAIN && !broken_) {
    log_.info("stdio", "the client is gone: ", errno_text(errno));
    broken_ = true;
    if (in_) in_->cancel();
  }
  return broken_ ? bytes.size() : done;
}

void StdioTransport::write_line(std::string_view line) {
  if (broken_) return;
  std::string message = cat(line, '\n');
  std::size_t done = queue_.empty() && !draining_ ? write_now(message) : 0;
  queue_ += std::string_view{message}.substr(done);
  if (!queue_.empty() && !draining_) {
    draining_ = true;
    nursery_.start("stdout", drain());
  }
}

Task<void> StdioTransport::drain() {
  while (!queue_.empty() && !broken_) {
    if (out_) (void)co_await wait_for(*out_, Descriptor::wait_write, {});
    queue_.erase(0, write_now(queue_));
  }
  queue_.clear();
  draining_ = false;
  drained_.notify_all();
}

Task<bool> StdioTransport::flush(Stop stop) {
  while (draining_) {
    bool woken = co_await drained_.wait(stop);
    if (!woken) co_return false;
  }
  co_return true;
}

}  // namespace oc::transport
