#include "tool/common_params.h"

#include <gtest/gtest.h>

namespace oc::tool {
namespace {

constexpr ToolSpec kPageTool{.name = "t", .summary = "", .effect = Effect::observation};
constexpr ToolSpec kServerTool{.name = "t", .summary = "", .effect = Effect::management};

TEST(CommonParams, AreTakenOutInEitherSpelling) {
  json::object args{{"timeoutMs", 5}, {"own", 1}};
  EXPECT_EQ(take_common_args({"timeout_ms"}, args)->timeout_ms, 5);
  EXPECT_EQ(args.size(), 1U);
}

TEST(CommonParams, AreChecked) {
  json::object args{{"timeout_ms", 0}};
  auto taken = take_common_args({"timeout_ms"}, args);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().message, "'timeout_ms' must be at least 1, got 0");
}

TEST(CommonParams, ManagementToolsTakeNone) {
  json::object args{{"timeout_ms", 5}};
  EXPECT_FALSE(take_common_args({}, args)->timeout_ms);
  EXPECT_EQ(args.size(), 1U);
  EXPECT_TRUE(common_params_schema(kServerTool, Needs::nothing).empty());
  EXPECT_TRUE(common_params_schema(kPageTool, Needs::nothing).contains("timeout_ms"));
}

TEST(CommonParams, WhatAToolNeedsDecidesWhatItTakes) {
  EXPECT_FALSE(common_params_schema(kPageTool, Needs::nothing).contains("tabId"));
  EXPECT_FALSE(common_params_schema(kPageTool, Needs::browser).contains("tabId"));
  EXPECT_TRUE(common_params_schema(kPageTool, Needs::browser).contains("workspace"));
  EXPECT_TRUE(common_params_schema(kPageTool, Needs::tab).contains("tabId"));
}

TEST(CommonParams, OnlyAToolThatCanActTakesAKey) {
  static constexpr EffectRule kRules[] = {{"throttle", "offline", Effect::action}};
  constexpr ToolSpec kAction{.name = "t", .summary = "", .effect = Effect::action};
  constexpr ToolSpec kSometimes{.name = "t", .summary = "", .effect_rules = kRules};
  EXPECT_TRUE(common_params_schema(kAction, Needs::nothing).contains("idempotency_key"));
  EXPECT_TRUE(common_params_schema(kSometimes, Needs::tab).contains("idempotency_key"));
  EXPECT_FALSE(common_params_schema(kPageTool, Needs::tab).contains("idempotency_key"));
  EXPECT_FALSE(common_params_schema(kServerTool, Needs::nothing).contains("idempotency_key"));
}

TEST(CommonParams, AKeyIsNotEmptyAndNotLong) {
  json::object args{{"idempotencyKey", "k"}};
  EXPECT_EQ(take_common_args({"idempotency_key"}, args)->idempotency_key, "k");
  args = {{"idempotency_key", ""}};
  auto empty = take_common_args({"idempotency_key"}, args);
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().message, "'idempotency_key' must not be empty");
  args = {{"idempotency_key", std::string(257, 'k')}};
  EXPECT_FALSE(take_common_args({"idempotency_key"}, args));
}

TEST(CommonParams, BothSpellingsAreTaken) {
  for (std::string_view key : {"tabId", "tab_id"}) {
    json::object args{{key, "t1"}, {"x", 1}};
    auto taken = take_common_args({"tabId"}, args);
    ASSERT_TRUE(taken) << key;
    EXPECT_EQ(taken->tab_id, "t1");
    EXPECT_EQ(args.size(), 1U);
  }
}

}  // namespace
}  // namespace oc::tool
