// StdioTransport: lines in, lines out, over two descriptors. Works for pipes, sockets, terminals and files.
//
// Writes go straight to the descriptor and are queued only when it is full; reading pauses while too much is
// queued, so a client that does not read cannot make us grow.
#pragma once
#include <boost/asio/posix/stream_descriptor.hpp>
#include <memory>
#include <string>

#include "base/log.h"
#include "base/task.h"
#include "rpc/transport.h"

namespace oc::transport {

struct StdioLimits {
  std::size_t line_bytes = 16 * 1024 * 1024;
  std::size_t queued_bytes = 8 * 1024 * 1024;
};

class StdioTransport final : public rpc::LineSink {
 public:
  // Does not own the descriptors.
  StdioTransport(Nursery& nursery, Logger& log, int in, int out, StdioLimits limits = {});
  ~StdioTransport() override;

  // Hands lines to the handler until the input ends, the output is gone, or the stop.
  Task<void> read(rpc::LineHandler& handler, Stop stop);
  void write_line(std::string_view line) override;
  // Waits until everything written has left; false when the stop came first.
  Task<bool> flush(Stop stop);

 private:
  Task<void> drain();
  Task<bool> wait_until_drained(Stop stop);
  Task<std::size_t> read_some(char* buffer, std::size_t size, Stop stop);
  // Bytes written without waiting; the rest must be queued.
  std::size_t write_now(std::string_view bytes);

  Nursery& nursery_;
  Logger& log_;
  int in_fd_;
  int out_fd_;
  StdioLimits limits_;
  std::unique_ptr<asio::posix::stream_descriptor> in_;   // null: a file, read directly
  std::unique_ptr<asio::posix::stream_descriptor> out_;  // null: a file, written directly
  int in_flags_;
  int out_flags_;
  std::string queue_;
  bool draining_ = false;
  bool broken_ = false;
  Signal drained_;
};

}  // namespace oc::transport
