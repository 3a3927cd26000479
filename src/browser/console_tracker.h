// ConsoleTracker: what a tab's pages and the browser wrote to its console, from the tab's first moment, in a
// ring bounded by bytes. Uncaught exceptions are entries too.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "base/listeners.h"
#include "browser/byte_ring.h"
#include "cdp/connection.h"

namespace oc::browser {

enum class ConsoleLevel : std::uint8_t { debug, info, log, warning, error };

struct ConsoleEntry {
  std::int64_t ts_ms = 0;
  ConsoleLevel level = ConsoleLevel::log;
  std::string source;  // console, exception, or the browser's own: network, security, deprecation …
  std::string text;
  std::string url;  // where it was written, with line and column counted from 1
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::vector<std::string> stack;  // "function (url:line:column)"
};

class ConsoleTracker {
 public:
  ConsoleTracker();
  // Hears the events of one more session of the tab (its page, its frames in other processes, its workers).
  void listen(cdp::Session& session);
  void forget_session(const std::string& session_id) { subscriptions_.erase(session_id); }
  void forget_sessions() { subscriptions_.clear(); }
  const ByteRing<ConsoleEntry>& ring() const { return ring_; }
  [[nodiscard]] Listening on_entry(std::function<void(const ConsoleEntry&)> callback) {
    return listeners_.add(std::move(callback));
  }

 private:
  void add(ConsoleEntry entry);
  void on_api_call(const json::object& params);
  void on_exception(const json::object& params);
  void on_log_entry(const json::object& params);

  ByteRing<ConsoleEntry> ring_;
  Listeners<ConsoleEntry> listeners_;
  std::map<std::string, std::vector<cdp::Subscription>> subscriptions_;  // by session
};

}  // namespace oc::browser

template <>
struct oc::EnumWords<oc::browser::ConsoleLevel> {
  static constexpr std::array<std::string_view, 5> words{"debug", "info", "log", "warning", "error"};
};
