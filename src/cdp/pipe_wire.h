// PipeWire: --remote-debugging-pipe, messages over two descriptors: JSON ended by NUL, or CBOR that tells its
// length.
#pragma once
#include <boost/asio/posix/stream_descriptor.hpp>
#include <string>

#include "base/log.h"
#include "cdp/wire.h"

namespace oc::cdp {

class PipeWire final : public Wire {
 public:
  // Owns the descriptors: `from_browser` is read, `to_browser` is written.
  PipeWire(Nursery& nursery, int from_browser, int to_browser, Codec codec);
  PipeWire(const PipeWire&) = delete;
  PipeWire& operator=(const PipeWire&) = delete;
  ~PipeWire() override;

  bool send(std::string_view message) override;
  Task<Result<std::string>> receive(Stop stop) override;
  void close() override;
  Codec codec() const override { return codec_; }

 private:
  struct Output;
  static Task<void> drain(std::shared_ptr<Output> output);
  // The size of the first message in the buffer, and that of what ends it; nothing while it is not whole.
  struct Extent {
    std::size_t message;
    std::size_t end;
  };
  Result<std::optional<Extent>> whole_message();
  // Takes what is there; false when there will be nothing more.
  bool read_now();

  Nursery& nursery_;
  Codec codec_;
  asio::posix::stream_descriptor in_;
  std::shared_ptr<Output> output_;  // shared with the writer, which may outlive us by a step
  std::string buffer_;
  std::size_t scanned_ = 0;  // bytes of buffer_ known to hold no end of a message
  bool is_drained_ = true;   // the last read took all there was, so the next one has to be waited for
};

}  // namespace oc::cdp
