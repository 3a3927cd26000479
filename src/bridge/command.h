// Command: work for a browser that answers when it can — the user's own, through the extension. What is known
// of one, its states, and its form as JSON.
#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enum_words.h"
#include "base/result.h"
#include "json/json.h"
#include "json/record.h"

namespace oc::bridge {

enum class CommandState : std::uint8_t { queued, delivered, running, complete, error, timeout, expired };

constexpr bool is_final(CommandState state) {
  return state >= CommandState::complete;
}

// queued → delivered → running → complete | error | timeout; complete → expired; and back to queued for what
// was lost on the way. The first final state stays, except that an unread result expires.
bool may_become(CommandState from, CommandState to);

enum class Carrier : std::uint8_t { extension, cdp };

struct Failure {
  std::string code;  // of an ErrorCode, or the extension's own
  std::string message;
  std::optional<std::string> hint = std::nullopt;
  std::optional<std::string> reason = std::nullopt;  // not_delivered, no_answer
  std::optional<bool> outcome_unknown = std::nullopt;
  static const json::Record<Failure>& record();
  static Failure of(ErrorCode code, std::string message);
};

struct NewCommand {
  std::string action;
  json::object params = {};
  Carrier carrier = Carrier::extension;
  std::chrono::milliseconds timeout{10'000};
  std::chrono::milliseconds queue_ttl{3'000};
  bool idempotent = false;  // it may be delivered again although it may have begun
  bool is_private = false;  // its params are not written down
  std::string caller = {};  // the conversation that it comes from
};

// Times are ms since the epoch.
struct Command {
  std::string correlation_id;
  std::int64_t number = 0;
  std::string action;
  std::optional<json::object> params;
  Carrier carrier = Carrier::extension;
  std::int64_t timeout_ms = 0;
  std::int64_t queue_ttl_ms = 0;
  bool idempotent = false;
  bool is_private = false;
  std::string caller = {};
  CommandState state = CommandState::queued;
  std::optional<std::string> epoch = std::nullopt;  // session of the browser that it was last delivered to
  std::int64_t created_at = 0;
  std::optional<std::int64_t> delivered_at = std::nullopt;  // the last time
  std::optional<std::int64_t> started_at = std::nullopt;
  std::optional<std::int64_t> ended_at = std::nullopt;
  std::optional<std::int64_t> read_at = std::nullopt;
  std::optional<json::value> result = std::nullopt;
  std::optional<Failure> failure = std::nullopt;
  std::optional<json::value> late_result = std::nullopt;
  std::optional<std::int64_t> expired_at = std::nullopt;  // it was complete before

  static const json::Record<Command>& record();
  bool is_over() const { return is_final(state); }
};

// Does it more than look?
bool may_change_page(std::string_view action);

// corr-<unix ms>-<16 hex>
std::string new_correlation_id(std::int64_t now_ms);
bool is_correlation_id(std::string_view text);

// As the executor gets it.
json::object delivery_of(const Command& command);
// As observe answers it.
json::object status_of(const Command& command);

}  // namespace oc::bridge

template <>
struct oc::EnumWords<oc::bridge::CommandState> {
  static constexpr std::array<std::string_view, 7> words{"queued", "delivered", "running", "complete",
                                                         "error",  "timeout",   "expired"};
};
template <>
struct oc::EnumWords<oc::bridge::Carrier> {
  static constexpr std::array<std::string_view, 2> words{"extension", "cdp"};
};
