// EventLog: one logical event stream of a session, which may outlive its connections. Events have ids, so
// that a client that lost its connection can ask for what came after the last one it saw. Bounded: the oldest
// events go first.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/task.h"
#include "net/http_server.h"

namespace oc::mcp {

class EventLog {
 public:
  EventLog(std::string id, Executor executor) : id_(std::move(id)), ended_(std::move(executor)) {}

  // `primed`: the stream begins with an empty event that carries an id, for revisions that know it.
  void attach(std::shared_ptr<net::EventStream> stream, std::uint64_t after, bool primed);
  void append(std::string_view message);
  // Nothing more will come; the connection ends once everything is sent.
  void finish();
  // The connection of this stream is gone; another may have taken its place already.
  void detach(const std::shared_ptr<net::EventStream>& stream) {
    if (live_ == stream) live_.reset();
  }

  bool attached() const { return live_ && live_->is_open(); }
  bool finished() const { return finished_; }
  std::size_t bytes() const { return bytes_; }
  // Until the log is finished, or the stop.
  Task<void> wait_until_finished(Stop stop);
  const std::string& id() const { return id_; }

 private:
  struct Event {
    std::uint64_t number;
    std::string frame;
  };
  std::string event_id(std::uint64_t number) const;

  std::string id_;
  std::deque<Event> events_;
  std::size_t bytes_ = 0;
  std::uint64_t last_ = 0;
  std::shared_ptr<net::EventStream> live_;
  bool finished_ = false;
  Signal ended_;
};

// "s3-17" → stream "s3", event 17.
struct EventId {
  std::string stream;
  std::uint64_t number;
};
std::optional<EventId> parse_event_id(std::string_view text);

}  // namespace oc::mcp
