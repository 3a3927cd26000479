// Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
#include "net/event_stream.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"

namespace oc::net {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

std::string event_frame(const ServerEvent& event) {
  std::string out;
  out.reserve(event.data.size() + event.event.size() + event.id.size() + 48);
  if (!event.event.empty()) out.append("event: ").append(event.event).append("\n");
  if (!event.id.empty()) out.append("id: ").append(event.id).append("\n");
  if (event.retry_ms) out.append(cat("retry: ", *event.retry_ms, "\n"));
  out.append("data: ").append(event.data).append("\n\n");
  return out;
}

std::vector<ServerEvent> EventParser::feed(std::string_view bytes) {
  std::vector<ServerEvent> out;
  while (!bytes.empty()) {
    // A line that ended with CR may have ended with CRLF.
    if (std::exchange(after_cr_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    std::size_t end = bytes.find_first_of("\r\n");
    if (end == std::string_view::npos) {
      pending_ += bytes;
      break;
    }
    after_cr_ = bytes[end] == '\r';
    if (pending_.empty()) {
      take_line(bytes.substr(0, end), out);
    } else {
      pending_ += bytes.substr(0, end);
      std::string line = std::exchange(pending_, {});
      take_line(line, out);
    }
    bytes.remove_prefix(end + 1);
  }
  return out;
}

void EventParser::take_line(std::string_view line, std::vector<ServerEvent>& out) {
  if (std::exchange(at_start_, false) && line.starts_with(kByteOrderMark))
    line.remove_prefix(kByteOrderMark.size());
  if (line.empty()) {
    if (has_data_) out.push_back(current_);
    // The last id stays in force for later events, and so does a retry that came without data.
    if (has_data_) current_.retry_ms.reset();
    current_.event = "message";
    current_.data.clear();
    has_data_ = false;
    return;
  }
  std::size_t colon = line.find(':');
  std::string_view name = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? std::string_view{} : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (name == "data") {
    if (has_data_) current_.data += '\n';
    current_.data += value;
    has_data_ = true;
  } else if (name == "event") {
    current_.event = value.empty() ? "message" : value;
  } else if (name == "id") {
    if (value.find('\0') == std::string_view::npos) current_.id = value;
  } else if (name == "retry") {
    int ms = 0;
    bool digits = !value.empty() && std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; });
    if (digits && std::from_chars(value.data(), value.data() + value.size(), ms).ec == std::errc{})
      current_.retry_ms = ms;
  }
}

}  // namespace oc::net
