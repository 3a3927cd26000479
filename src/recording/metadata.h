// What is known of a recording as a whole: metadata.json.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/enum_words.h"
#include "json/record.h"

namespace oc::recording {

enum class EndedBy : std::uint8_t { duration, stopped, cancelled, max_actions, shutdown, error };

struct Metadata {
  std::int64_t version = 1;
  std::string recording_id;
  std::optional<std::string> label;
  std::string workspace;
  std::optional<std::string> tab_id;  // only this one was recorded
  std::int64_t started_at = 0;        // ms since the epoch
  std::optional<std::int64_t> ended_at;
  std::optional<EndedBy> ended_by;
  std::optional<std::string> error;
  std::optional<std::int64_t> duration_ms;  // as it was asked for
  bool screenshots = false;
  std::int64_t max_actions = 1000;
  std::int64_t tool_calls = 0;
  std::int64_t navigations = 0;
  std::int64_t inputs = 0;
  std::int64_t console = 0;
  std::int64_t network = 0;
  std::int64_t pictures = 0;
  std::int64_t dropped = 0;      // entries beyond the limits
  std::int64_t owner_pid = 0;    // the server that records it
  std::int64_t owner_start = 0;  // in the kernel's ticks: beyond the reuse of pids

  static const json::Record<Metadata>& record();
  // recording, ended, or interrupted: its server went away.
  std::string_view status() const;
};

}  // namespace oc::recording

template <>
struct oc::EnumWords<oc::recording::EndedBy> {
  static constexpr std::array<std::string_view, 6> words{"duration",    "stopped",  "cancelled",
                                                         "max_actions", "shutdown", "error"};
};
