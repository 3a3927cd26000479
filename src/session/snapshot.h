// Snapshot: what an agent and its browser were about to do at a moment, so that another one, or the same one
// without its memory, can go on. As data, with the rules of what is never written down.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "browser/cookies.h"
#include "json/record.h"

namespace oc::session {

// In the agent's own words.
struct Memo {
  std::string objective;
  std::string current_step;
  std::vector<std::string> next_actions;
  std::vector<std::string> completed_steps;
  std::optional<std::string> notes;
  std::optional<std::string> label;
  static const json::Record<Memo>& record();
};

// One tab. What could not be read of it is empty, and `error` says why.
struct TabRecord {
  std::string tab_id;
  std::string url;
  std::string title;
  json::value scroll = nullptr;        // {x, y}
  json::value fields = json::array{};  // of gather_state.js; `redacted` where the value was taken out
  json::value session_storage = json::array{};  // [{key, value}], `redacted` and `truncated` as above
  std::int64_t passwords = 0;                   // fields that are never kept
  std::int64_t files = 0;
  std::int64_t left_out = 0;  // fields beyond the limits
  std::optional<std::string> error;
  static const json::Record<TabRecord>& record();
};

struct Snapshot {
  std::int64_t version = 1;
  std::string snapshot_id;
  std::int64_t created_at = 0;  // ms since the epoch
  std::string workspace;
  bool secrets = false;  // were values of cookies and storage kept?
  Memo memo;
  std::vector<TabRecord> tabs;
  json::object local_storage;           // origin → [{key, value}]
  json::value cookies = json::array{};  // `value` only with secrets
  std::int64_t tabs_left_out = 0;       // not ours, or not allowed by the domain policy
  static const json::Record<Snapshot>& record();
};

// Fields and storage entries that are secrets by their name lose their value, and those that hold one lose it
// from their text; `redacted` says so.
void redact_fields(json::value& fields);
void redact_storage(json::value& entries);

json::object cookie_json(const browser::Cookie& cookie, bool with_value);
// Nothing when it was kept without its value, or is no cookie.
std::optional<browser::Cookie> cookie_from(const json::value& kept);

}  // namespace oc::session
