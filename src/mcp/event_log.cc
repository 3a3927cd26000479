#include "mcp/event_log.h"

#include <charconv>

#include "net/event_stream.h"

namespace oc::mcp {
namespace {

constexpr std::size_t kMaxEvents = 1000;
constexpr std::size_t kMaxBytes = 1024 * 1024;

}  // namespace

std::string EventLog::event_id(std::uint64_t number) const {
  return cat(id_, "-", number);
}

void EventLog::attach(std::shared_ptr<net::EventStream> stream, std::uint64_t after, bool primed) {
  // A client that resumes has given up the connection before.
  if (live_ && live_ != stream) live_->finish();
  live_ = std::move(stream);
  if (primed) live_->send(net::event_frame({.event = "", .id = event_id(after), .data = ""}));
  for (const Event& event : events_) {
    if (event.number > after) live_->send(event.frame);
  }
  if (finished_) std::exchange(live_, nullptr)->finish();
}

void EventLog::append(std::string_view message) {
  ++last_;
  std::string frame = net::event_frame({.id = event_id(last_), .data = std::string{message}});
  if (live_) live_->send(frame);
  bytes_ += frame.size();
  events_.push_back({last_, std::move(frame)});
  while (events_.size() > kMaxEvents || (bytes_ > kMaxBytes && events_.size() > 1)) {
    bytes_ -= events_.front().frame.size();
    events_.pop_front();
  }
}

void EventLog::finish() {
  if (finished_) return;
  finished_ = true;
  if (auto stream = std::exchange(live_, nullptr)) stream->finish();
  ended_.notify_all();
}

Task<void> EventLog::wait_until_finished(Stop stop) {
  if (!finished_) (void)co_await ended_.wait(stop);
}

std::optional<EventId> parse_event_id(std::string_view text) {
  std::size_t dash = text.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return std::nullopt;
  std::uint64_t number = 0;
  std::string_view digits = text.substr(dash + 1);
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return EventId{std::string{text.substr(0, dash)}, number};
}

}  // namespace oc::mcp
