#include "ledger/budget.h"

#include <algorithm>

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/text.h"
#include "base/url.h"
#include "json/redact.h"

namespace oc::ledger {
namespace {

using json::optional;

// Addresses that are counted; of more, those with the fewest visits are forgotten.
constexpr std::size_t kMostAddresses = 100;
constexpr std::size_t kLongestAddress = 200;

void bound(std::map<std::string, std::int64_t>& addresses) {
  while (addresses.size() > kMostAddresses) {
    auto by_visits = [](const auto& a, const auto& b) { return a.second < b.second; };
    std::int64_t fewest = std::ranges::min_element(addresses, by_visits)->second;
    std::erase_if(addresses, [&](const auto& entry) { return entry.second == fewest; });
  }
}

std::int64_t most_visits(const Counters& counters) {
  std::int64_t most = 0;
  for (const auto& [url, visits] : counters.same_url_navigations) most = std::max(most, visits);
  return most;
}

// Beyond three quarters of a limit it is time to say so.
std::int64_t warning_from(std::int64_t limit) {
  return limit - limit / 4;
}

}  // namespace

const json::Record<Policy>& Policy::record() {
  static const json::Record<Policy> record{
      optional("maxToolCalls", &Policy::max_tool_calls, "Further calls are refused.").at_least(1),
      optional("maxWallMs", &Policy::max_wall_ms).at_least(1),
      optional("maxConsecutiveSameTool", &Policy::max_consecutive_same_tool).at_least(1),
      optional("maxObservationStreak", &Policy::max_observation_streak).at_least(1),
      optional("maxFailureStreak", &Policy::max_failure_streak).at_least(1),
      optional("maxSameUrlNavigations", &Policy::max_same_url_navigations).at_least(1),
      optional("allowedDomains", &Policy::allowed_domains, "Host globs; narrows what may be visited.")
          .max_items(1000),
      optional("checkpointEveryCalls", &Policy::checkpoint_every_calls).at_least(1),
      optional("maxOutputTokens", &Policy::max_output_tokens).at_least(1),
      optional("mode", &Policy::mode, "observe: requests that would change something are held back."),
  };
  return record;
}

const json::Record<Counters>& Counters::record() {
  static const json::Record<Counters> record{
      optional("toolCalls", &Counters::tool_calls),
      optional("actionCalls", &Counters::action_calls),
      optional("observationCalls", &Counters::observation_calls),
      optional("failureCalls", &Counters::failure_calls),
      optional("refusedCalls", &Counters::refused_calls),
      optional("outputTokens", &Counters::output_tokens),
      optional("sameUrlNavigations", &Counters::same_url_navigations),
      optional("lastTool", &Counters::last_tool),
      optional("consecutiveSameTool", &Counters::consecutive_same_tool),
      optional("observationStreak", &Counters::observation_streak),
      optional("failureStreak", &Counters::failure_streak),
      optional("callsSinceCheckpoint", &Counters::calls_since_checkpoint),
  };
  return record;
}

std::string counted_address(std::string_view url) {
  std::string address = normal_address(url);
  std::string shown = json::redact_text(address);
  if (shown == address && shown.size() <= kLongestAddress) return shown;
  // What is left out still tells one address from another.
  return cat(shorten(shown, kLongestAddress), " #", hex_encode(sha256(address)).substr(0, 8));
}

void Counters::add(const CountedCall& call) {
  bool observes = call.effect == Effect::observation;
  ++tool_calls;
  ++(observes ? observation_calls : action_calls);
  if (!call.ok) ++failure_calls;
  output_tokens += call.output_tokens;
  consecutive_same_tool = call.tool == last_tool ? consecutive_same_tool + 1 : 1;
  last_tool = call.tool;
  observation_streak = observes ? observation_streak + 1 : 0;
  failure_streak = call.ok ? 0 : failure_streak + 1;
  ++calls_since_checkpoint;
  if (call.url) ++same_url_navigations[counted_address(*call.url)];
  bound(same_url_navigations);
}

void Counters::add(const Counters& later) {
  tool_calls += later.tool_calls;
  action_calls += later.action_calls;
  observation_calls += later.observation_calls;
  failure_calls += later.failure_calls;
  refused_calls += later.refused_calls;
  output_tokens += later.output_tokens;
  for (const auto& [url, visits] : later.same_url_navigations) same_url_navigations[url] += visits;
  bound(same_url_navigations);
  take_rows_of(later);
}

void Counters::take_rows_of(const Counters& other) {
  last_tool = other.last_tool;
  consecutive_same_tool = other.consecutive_same_tool;
  observation_streak = other.observation_streak;
  failure_streak = other.failure_streak;
  calls_since_checkpoint = other.calls_since_checkpoint;
}

Assessment assess(const Policy& policy, const Counters& counters, std::int64_t elapsed_ms) {
  Assessment out;
  auto check = [&](std::string_view name, std::int64_t value, std::optional<std::int64_t> limit) {
    if (!limit) return;
    if (value > *limit) {
      out.exceeded.emplace_back(name);
    } else if (value >= warning_from(*limit)) {
      out.warnings.emplace_back(name);
    }
  };
  check("maxToolCalls", counters.tool_calls + counters.refused_calls, policy.max_tool_calls);
  check("maxWallMs", elapsed_ms, policy.max_wall_ms);
  check("maxConsecutiveSameTool", counters.consecutive_same_tool, policy.max_consecutive_same_tool);
  check("maxObservationStreak", counters.observation_streak, policy.max_observation_streak);
  check("maxFailureStreak", counters.failure_streak, policy.max_failure_streak);
  check("maxSameUrlNavigations", most_visits(counters), policy.max_same_url_navigations);
  check("maxOutputTokens", counters.output_tokens, policy.max_output_tokens);
  if (!out.exceeded.empty()) {
    out.status = BudgetStatus::exceeded;
    out.recommended_next = "change_strategy_or_verify";
  } else if (!out.warnings.empty()) {
    out.status = BudgetStatus::warning;
    out.recommended_next = "checkpoint_or_verify";
  } else if (policy.checkpoint_every_calls &&
             counters.calls_since_checkpoint >= *policy.checkpoint_every_calls) {
    out.recommended_next = "checkpoint";
  }
  return out;
}

bool is_refused(const Policy& policy, const Counters& counters, std::int64_t running) {
  return policy.max_tool_calls && counters.tool_calls + running >= *policy.max_tool_calls;
}

std::string normal_address(std::string_view url) {
  auto parsed = parse_url(url);
  return parsed ? parsed->text_without_fragment() : std::string{url};
}

}  // namespace oc::ledger
