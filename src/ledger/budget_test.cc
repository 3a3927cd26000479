#include "ledger/budget.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::ledger {
namespace {

CountedCall look(std::string tool = "read_page") {
  return {.tool = std::move(tool), .effect = Effect::observation};
}
CountedCall act(std::string tool = "interact", bool ok = true) {
  return {.tool = std::move(tool), .effect = Effect::action, .ok = ok};
}

// "status: exceeded… / warnings…"
std::string told(const Policy& policy, const Counters& counters, std::int64_t elapsed_ms = 0) {
  Assessment found = assess(policy, counters, elapsed_ms);
  return cat(word_of(found.status), ":", join(found.exceeded, ","), "/", join(found.warnings, ","), ":",
             found.recommended_next.value_or("-"));
}

// A policy in which nothing but what a test sets is a limit.
Policy open_policy() {
  return {.max_consecutive_same_tool = 1'000'000,
          .max_observation_streak = 1'000'000,
          .max_failure_streak = 1'000'000,
          .max_same_url_navigations = 1'000'000};
}

struct Limit {
  const char* name;
  void (*set)(Policy&, std::int64_t);
  void (*reach)(Counters&, std::int64_t);
};

const Limit kLimits[] = {
    {"maxToolCalls", [](Policy& p, std::int64_t n) { p.max_tool_calls = n; },
     [](Counters& c, std::int64_t n) { c.tool_calls = n; }},
    {"maxConsecutiveSameTool", [](Policy& p, std::int64_t n) { p.max_consecutive_same_tool = n; },
     [](Counters& c, std::int64_t n) { c.consecutive_same_tool = n; }},
    {"maxObservationStreak", [](Policy& p, std::int64_t n) { p.max_observation_streak = n; },
     [](Counters& c, std::int64_t n) { c.observation_streak = n; }},
    {"maxFailureStreak", [](Policy& p, std::int64_t n) { p.max_failure_streak = n; },
     [](Counters& c, std::int64_t n) { c.failure_streak = n; }},
    {"maxSameUrlNavigations", [](Policy& p, std::int64_t n) { p.max_same_url_navigations = n; },
     [](Counters& c, std::int64_t n) { c.same_url_navigations["x"] = n; }},
    {"maxOutputTokens", [](Policy& p, std::int64_t n) { p.max_output_tokens = n; },
     [](Counters& c, std::int64_t n) { c.output_tokens = n; }},
};

TEST(Budget, EachLimitWarnsFromThreeQuartersOnAndIsExceededBeyondItself) {
  for (const Limit& limit : kLimits) {
    for (std::int64_t most : {1, 2, 3, 4, 8, 100}) {
      Policy policy = open_policy();
      limit.set(policy, most);
      std::int64_t warns_from = (3 * most + 3) / 4;  // ceil(0.75 × most)
      for (std::int64_t value : {warns_from - 1, warns_from, most, most + 1}) {
        Counters counters;
        limit.reach(counters, value);
        std::string expected = cat("ok:/:-");
        if (value >= warns_from) expected = cat("warning:/", limit.name, ":checkpoint_or_verify");
        if (value > most) expected = cat("exceeded:", limit.name, "/:change_strategy_or_verify");
        EXPECT_EQ(told(policy, counters), expected) << limit.name << " " << value << " of " << most;
      }
    }
  }
}

TEST(Budget, WallTimeCountsFromTheStart) {
  Policy policy = open_policy();
  policy.max_wall_ms = 1000;
  EXPECT_EQ(told(policy, {}, 749), "ok:/:-");
  EXPECT_EQ(told(policy, {}, 750), "warning:/maxWallMs:checkpoint_or_verify");
  EXPECT_EQ(told(policy, {}, 1001), "exceeded:maxWallMs/:change_strategy_or_verify");
}

TEST(Budget, CallsAreToldApartByTheirEffect) {
  Counters counters;
  for (const CountedCall& call : {look(), look("find"), act(), look(), act("interact", false)})
    counters.add(call);
  EXPECT_EQ(counters.tool_calls, 5);
  EXPECT_EQ(counters.observation_calls, 3);
  EXPECT_EQ(counters.action_calls, 2);
  EXPECT_EQ(counters.failure_calls, 1);
  EXPECT_EQ(counters.observation_streak, 0);
  EXPECT_EQ(counters.failure_streak, 1);
  counters.add(look());
  EXPECT_EQ(counters.observation_streak, 1);
  EXPECT_EQ(counters.failure_streak, 0);
}

TEST(Budget, TheSameToolInARow) {
  Counters counters;
  for (int i = 0; i < 3; ++i) counters.add(look());
  EXPECT_EQ(counters.consecutive_same_tool, 3);
  counters.add(look("find"));
  EXPECT_EQ(counters.consecutive_same_tool, 1);
}

TEST(Budget, OneAddressHoweverItIsWritten) {
  Counters counters;
  for (const char* url : {"http://x.org", "http://x.org/", "HTTP://X.org:80/#top"}) {
    CountedCall call = act("navigate");
    call.url = url;
    counters.add(call);
  }
  EXPECT_EQ(counters.same_url_navigations, (std::map<std::string, std::int64_t>{{"http://x.org/", 3}}));
  EXPECT_EQ(told({}, counters), "warning:/maxSameUrlNavigations:checkpoint_or_verify");
}

TEST(Budget, ManyAddressesAreBounded) {
  Counters counters;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 2000; ++i) {
      CountedCall call = act("navigate");
      call.url = cat("http://x.org/", i % 3 == 0 ? 0 : i);
      counters.add(call);
    }
  }
  EXPECT_LE(counters.same_url_navigations.size(), 100U);
  EXPECT_EQ(counters.same_url_navigations.at("http://x.org/0"), 1334) << "those with many visits stay";
}

TEST(Budget, AddressesAreShortAndWithoutSecrets) {
  EXPECT_EQ(counted_address("http://x.org"), "http://x.org/");
  std::string secret = counted_address("http://ada:pass@x.org/?token=abc123");
  for (std::string_view part : {"pass", "abc123"}) EXPECT_EQ(secret.find(part), std::string::npos) << secret;
  EXPECT_NE(secret, counted_address("http://ada:pass@x.org/?token=abc124")) << "still another address";
  std::string path(60'000, 'p');
  EXPECT_LT(counted_address(cat("http://x.org/", path)).size(), 300U);
  EXPECT_NE(counted_address(cat("http://x.org/", path, 1)), counted_address(cat("http://x.org/", path, 2)));
}

TEST(Budget, ACheckpointIsRecommendedUntilThereIsOne) {
  Policy policy = open_policy();
  policy.checkpoint_every_calls = 2;
  Counters counters;
  counters.add(act());
  EXPECT_EQ(told(policy, counters), "ok:/:-");
  counters.add(act());
  EXPECT_EQ(told(policy, counters), "ok:/:checkpoint");
  counters.calls_since_checkpoint = 0;
  EXPECT_EQ(told(policy, counters), "ok:/:-");
}

TEST(Budget, OnlyTheNumberOfCallsRefuses) {
  Policy policy;
  Counters counters;
  counters.tool_calls = 1000;
  EXPECT_FALSE(is_refused(policy, counters, 0));
  policy.max_tool_calls = 1002;
  EXPECT_FALSE(is_refused(policy, counters, 1));
  EXPECT_TRUE(is_refused(policy, counters, 2)) << "those that run count";
  counters.tool_calls = 1002;
  EXPECT_TRUE(is_refused(policy, counters, 0));
  counters.refused_calls = 1;
  EXPECT_TRUE(told(policy, counters).starts_with("exceeded:maxToolCalls"));
}

TEST(Budget, SumsOfTwoProcessesAreAddedAndRowsTakenOver) {
  Counters here;
  here.add(act());
  Counters there;
  there.add(look());
  there.add(look());
  here.add(there);
  EXPECT_EQ(here.tool_calls, 3);
  EXPECT_EQ(here.observation_streak, 2);
  EXPECT_EQ(here.last_tool, "read_page");
}

TEST(Budget, APolicyIsCheckedByName) {
  auto decode = [](json::object from) { return Policy::record().decode(from); };
  EXPECT_EQ(decode({{"maxToolCalls", 3}})->max_tool_calls, 3);
  EXPECT_EQ(decode({{"max_tool_calls", 3}})->max_tool_calls, 3);
  for (json::object bad : {json::object{{"maxToolCalls", 0}}, json::object{{"maxWallMs", -1}},
                           json::object{{"maxFailureStreak", 1.5}}, json::object{{"maxOutputTokens", "5"}},
                           json::object{{"maxToolCall", 5}}, json::object{{"mode", "dance"}}})
    EXPECT_EQ(decode(bad).error().code, ErrorCode::invalid_arguments);
}

}  // namespace
}  // namespace oc::ledger
