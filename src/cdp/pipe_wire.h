// PipeWire: --remote-debugging-pipe, messages separated by NUL over two descriptors.
#pragma once
#include <boost/asio/posix/stream_descriptor.hpp>
#include <string>

#include "base/log.h"
#include "cdp/wire.h"

namespace oc::cdp {

class PipeWire final : public Wire {
 public:
  // Owns the descriptors: `from_browser` is read, `to_browser` is written.
  PipeWire(Nursery& nursery, int from_browser, int to_browser);
  PipeWire(const PipeWire&) = delete;
  PipeWire& operator=(const PipeWire&) = delete;
  ~PipeWire() override;

  bool send(std::string_view message) override;
  Task<Result<std::string>> receive(Stop stop) override;
  void close() override;

 private:
  struct Output;
  static Task<void> drain(std::shared_ptr<Output> output);

  Nursery& nursery_;
  asio::posix::stream_descriptor in_;
  std::shared_ptr<Output> output_;  // shared with the writer, which may outlive us by a step
  std::string buffer_;
  std::size_t scanned_ = 0;  // bytes of buffer_ known to hold no end of a message
};

}  // namespace oc::cdp
