// The seams between JSON-RPC and what carries it.
#pragma once
#include <string>
#include <string_view>

#include "rpc/message.h"

namespace oc::rpc {

// Where one request's answer and the messages that belong to it go. May outlive the connection it came on.
class Outlet {
 public:
  virtual ~Outlet() = default;
  // The one answer; nothing follows it.
  virtual void reply(const json::value& id, const Answer& answer) = 0;
  // A notification or a request of ours that belongs to the request.
  virtual void send(std::string message) = 0;
  // Can send() reach the client? (Not when only a plain answer was acceptable.)
  virtual bool can_send() const = 0;
  // The request was cancelled: no answer will come.
  virtual void drop() = 0;
};

// Lines towards the other side, one message each. Never blocks; order is kept.
class LineSink {
 public:
  virtual ~LineSink() = default;
  virtual void write_line(std::string_view line) = 0;
};

// Lines from the other side.
class LineHandler {
 public:
  virtual ~LineHandler() = default;
  virtual void on_line(std::string_view line) = 0;
  // A line beyond the limit was skipped.
  virtual void on_overlong_line(std::size_t limit_bytes) = 0;
};

}  // namespace oc::rpc
