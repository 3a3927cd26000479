// JournalEvent: one line of the journal as JSON. It can only be made from what happened, by the functions
// below, which redact: no caller can put a secret into the journal by forgetting to. A new kind of event is
// one more such function.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/effect.h"
#include "base/enum_words.h"
#include "base/error.h"
#include "json/json.h"
#include "json/record.h"

namespace oc::journal {

enum class Outcome : std::uint8_t { ok, error, cancelled, input_required };

// Whose failure was it? What a reader of the journal wants to know before the exact code.
enum class FailureClass : std::uint8_t {
  arguments,
  time,
  user,
  client,
  policy,
  browser,
  network,
  process,
  storage,
  internal,
};

Outcome outcome_of(std::optional<ErrorCode> error);
FailureClass failure_class_of(ErrorCode error);

// A finished call, as whoever ran it knows it.
struct ToolCall {
  std::int64_t ts_ms = 0;  // when it ended: the lines of a file are then in the order of their times
  std::string call_id;
  std::string tool;
  Effect effect = Effect::observation;
  std::chrono::nanoseconds duration{0};
  std::optional<ErrorCode> error = {};
  std::optional<std::string> client = {};
  std::optional<std::int64_t> output_bytes = {};
  std::optional<std::int64_t> output_tokens = {};  // estimated
  std::optional<std::string> task_id = {};
  std::string workspace = {};  // of a call that needed the browser
  std::string tab = {};        // that it worked with
};

// The line of a ToolCall.
struct ToolCallLine {
  std::string event = "tool_call";
  std::int64_t ts = 0;
  std::string call_id;
  std::string tool;
  Effect effect = Effect::observation;
  std::string args;
  double duration_ms = 0;
  Outcome outcome = Outcome::ok;
  std::optional<std::string> error_code;
  std::optional<FailureClass> failure_class;
  std::optional<std::string> client;
  std::optional<std::int64_t> output_bytes;
  std::optional<std::int64_t> output_tokens;
  std::optional<std::string> task_id;
  std::optional<std::string> workspace;
  std::optional<std::string> tab;

  static const json::Record<ToolCallLine>& record();
};

// A stored output, as whoever stored it knows it.
struct OutputHandleCreated {
  std::int64_t ts_ms = 0;
  std::string handle;
  std::string source_tool;
  std::int64_t size_bytes = 0;
  std::string mime_type;
  std::string call_id;
};

class JournalEvent {
 public:
  static JournalEvent tool_call(ToolCall call, json::object arguments);
  static JournalEvent output_handle_created(const OutputHandleCreated& output);

  std::int64_t ts_ms() const { return ts_ms_; }
  // Made when it is first asked for: a caller that waits for its answer does not wait for this.
  const json::object& body() const;

 private:
  struct ToolCallSource {
    ToolCall call;
    json::object arguments;
  };

  explicit JournalEvent(std::int64_t ts_ms) : ts_ms_(ts_ms) {}
  std::int64_t ts_ms_;
  mutable std::optional<ToolCallSource> source_;  // until there is a body
  mutable json::object body_;
};

}  // namespace oc::journal

namespace oc {

template <>
struct EnumWords<journal::Outcome> {
  static constexpr std::array<std::string_view, 4> words{"ok", "error", "cancelled", "input_required"};
};

template <>
struct EnumWords<journal::FailureClass> {
  static constexpr std::array<std::string_view, 10> words{"arguments", "time",    "user",    "client",
                                                          "policy",    "browser", "network", "process",
                                                          "storage",   "internal"};
};

}  // namespace oc
