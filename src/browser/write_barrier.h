// WriteBarrier: what a tab would change on a server is held back and reported instead of sent. It decides and
// remembers; RequestGuard asks it at the network layer. When it is off it costs nothing.
//
// It judges requests by their method. WebSockets, WebRTC and a server that changes something on GET are out
// of its sight.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_words.h"
#include "json/json.h"

namespace oc::browser {

enum class BarrierMode : std::uint8_t {
  act,      // everything is sent
  observe,  // only what reads is sent
};

// What it was is told; what it carried is not kept.
struct HeldRequest {
  std::string method;
  std::string url;
  std::int64_t body_bytes = 0;  // -1: the browser did not say
  std::int64_t ts_ms = 0;
};

class WriteBarrier {
 public:
  explicit WriteBarrier(BarrierMode mode = BarrierMode::act) : mode_(mode) {}

  BarrierMode mode() const { return mode_; }
  bool holds_writes() const { return mode_ == BarrierMode::observe; }
  // Requests that begin after this are judged by it.
  void set_mode(BarrierMode mode);
  // For the one who must hear of every request as soon as there is something to judge.
  void on_change(std::function<void()> handler) { on_change_ = std::move(handler); }

  // Must this request be held? `request` and `type` are as Fetch.requestPaused tells them. If so it is noted.
  bool hold(const json::object& request, std::string_view type);

  std::uint64_t held() const { return held_; }
  struct Untold {
    std::vector<HeldRequest> requests;  // the newest, oldest first
    std::uint64_t dropped = 0;          // older ones that were not kept
  };
  // What was held since the last call.
  Untold take_untold();

 private:
  BarrierMode mode_;
  std::function<void()> on_change_;
  std::uint64_t held_ = 0;
  std::deque<HeldRequest> untold_;
  std::uint64_t dropped_ = 0;
};

}  // namespace oc::browser

template <>
struct oc::EnumWords<oc::browser::BarrierMode> {
  static constexpr std::array<std::string_view, 2> words{"act", "observe"};
};
