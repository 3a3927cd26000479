// The arithmetic of task envelopes: what a run has used of what it was given. Pure functions over plain data;
// they count and compare, and decide nothing.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/effect.h"
#include "base/enum_words.h"
#include "json/record.h"

namespace oc::ledger {

enum class Phase : std::uint8_t { explore, act, verify, recover, done };
enum class PolicyMode : std::uint8_t { act, observe };
enum class BudgetStatus : std::uint8_t { ok, warning, exceeded };

struct Policy {
  std::optional<std::int64_t> max_tool_calls;  // hard: a further call is refused
  std::optional<std::int64_t> max_wall_ms;
  std::int64_t max_consecutive_same_tool = 5;
  std::int64_t max_observation_streak = 6;
  std::int64_t max_failure_streak = 4;
  std::int64_t max_same_url_navigations = 3;
  std::vector<std::string> allowed_domains;  // empty: no further bound
  std::optional<std::int64_t> checkpoint_every_calls;
  std::optional<std::int64_t> max_output_tokens;
  std::optional<PolicyMode> mode;

  static const json::Record<Policy>& record();
};

// A finished call, as the budget sees it.
struct CountedCall {
  std::string tool;
  Effect effect = Effect::observation;
  bool ok = true;
  std::optional<std::string> url = std::nullopt;  // that it navigated to
  std::int64_t output_tokens = 0;
};

struct Counters {
  std::int64_t tool_calls = 0;
  std::int64_t action_calls = 0;
  std::int64_t observation_calls = 0;
  std::int64_t failure_calls = 0;
  std::int64_t refused_calls = 0;  // beyond max_tool_calls
  std::int64_t output_tokens = 0;
  std::map<std::string, std::int64_t> same_url_navigations;
  // In a row, up to the last call:
  std::string last_tool;
  std::int64_t consecutive_same_tool = 0;
  std::int64_t observation_streak = 0;
  std::int64_t failure_streak = 0;
  std::int64_t calls_since_checkpoint = 0;

  void add(const CountedCall& call);
  void take_rows_of(const Counters& other);
  // What another process counted meanwhile: sums are added, rows are taken over.
  void add(const Counters& later);
  static const json::Record<Counters>& record();
};

struct Assessment {
  BudgetStatus status = BudgetStatus::ok;
  std::vector<std::string> exceeded;  // names of limits
  std::vector<std::string> warnings;
  std::optional<std::string> recommended_next;
};

Assessment assess(const Policy& policy, const Counters& counters, std::int64_t elapsed_ms);
// A further call would be beyond max_tool_calls. `running` have begun and are not counted yet.
bool is_refused(const Policy& policy, const Counters& counters, std::int64_t running);

// One spelling of an address: no fragment, no default port, "/" for an empty path.
std::string normal_address(std::string_view url);
// The same as it is counted and shown: without secrets, and no longer than a line.
std::string counted_address(std::string_view url);

}  // namespace oc::ledger

template <>
struct oc::EnumWords<oc::ledger::Phase> {
  static constexpr std::array<std::string_view, 5> words{"explore", "act", "verify", "recover", "done"};
};
template <>
struct oc::EnumWords<oc::ledger::PolicyMode> {
  static constexpr std::array<std::string_view, 2> words{"act", "observe"};
};
template <>
struct oc::EnumWords<oc::ledger::BudgetStatus> {
  static constexpr std::array<std::string_view, 3> words{"ok", "warning", "exceeded"};
};
