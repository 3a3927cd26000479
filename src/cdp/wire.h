// Wire: what carries CDP messages to and from a browser — a pipe to one we started, a WebSocket to one that
// runs.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/task.h"
#include "cdp/codec.h"

namespace oc::cdp {

class Wire {
 public:
  virtual ~Wire() = default;
  // Queues a message; never blocks, keeps the order. False when the wire is closed or the message is too
  // large for it.
  virtual bool send(std::string_view message) = 0;
  // The next message; browser_disconnected when the other side is gone, unsupported when it does not speak
  // our codec, the stop's error when that came first.
  virtual Task<Result<std::string>> receive(Stop stop) = 0;
  // No more messages in either direction; a waiting receive() ends.
  virtual void close() = 0;
  // How its messages are written.
  virtual Codec codec() const { return Codec::json; }
};

// Chrome goes silent for good on a larger message: refused here instead.
inline constexpr std::size_t kMaxOutgoingBytes = std::size_t{32} * 1024 * 1024;

}  // namespace oc::cdp
