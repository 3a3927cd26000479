// Server-sent events: writing one frame, and reading frames back (for clients and tests).
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oc::net {

struct ServerEvent {
  std::string event = "message";
  std::string id = {};
  std::string data = {};
  std::optional<int> retry_ms = {};
};

// Lines in this order: event, id, retry, data (one line; REQUIRES: data and id hold no line end), blank.
// The event line is left out when `event` is empty.
std::string event_frame(const ServerEvent& event);

// Splits a byte stream into events by the WHATWG rules (CR, LF, CRLF; comments; several data lines joined by
// \n).
class EventParser {
 public:
  std::vector<ServerEvent> feed(std::string_view bytes);

 private:
  void take_line(std::string_view line, std::vector<ServerEvent>& out);
  std::string pending_;
  bool at_start_ = true;
  bool after_cr_ = false;
  ServerEvent current_;
  bool has_data_ = false;
};

}  // namespace oc::net
