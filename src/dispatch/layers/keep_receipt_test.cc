#include <gtest/gtest.h>

#include "dispatch/pipeline.h"
#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::echo;
using tool::samples::fail_with;
using tool::samples::press;

// What the next layers find to do, and how often.
struct Script {
  Result<ToolOutput> outcome = ToolOutput::text("done");
  bool acts = true;
  int runs = 0;
};

struct KeepReceiptTest : testing::Test {
  tool::FakeServices fake;
  Script script;

  static Task<Result<ToolOutput>> play(Services& services, Call& call, Next) {
    auto* script = static_cast<Script*>(static_cast<ScriptPort*>(call.ports.progress)->script);
    ++script->runs;
    if (call.tool.needs() == tool::Needs::tab) {
      auto tab = co_await services.browser.open_tab("default", {});
      call.tab = *tab;
      call.deeds_before = call.tab->deeds();
      if (script->acts) call.tab->note_deed();
    }
    co_return script->outcome;
  }
  struct ScriptPort final : tool::ProgressPort {
    void report(const tool::Progress&) override {}
    Script* script = nullptr;
  };

  Result<ToolOutput> run(const tool::Tool& tool, std::optional<std::string> key = "k",
                         json::object arguments = {}) {
    Call call = call_of(tool, std::move(arguments));
    port.script = &script;
    call.ports.progress = &port;
    call.common.idempotency_key = std::move(key);
    return run_layer(fake, keep_receipt, call, play);
  }
  static const json::object& receipt(const Result<ToolOutput>& outcome) {
    return (outcome ? outcome->meta : outcome.error().meta).at("openchrome/receipt").as_object();
  }

  ScriptPort port;
};

TEST_F(KeepReceiptTest, TheSecondCallIsAnsweredFromTheReceipt) {
  auto first = run(press());
  ASSERT_TRUE(first);
  EXPECT_EQ(receipt(first).at("key").as_string(), "k");
  EXPECT_FALSE(receipt(first).at("replayed").as_bool());
  script.outcome = ToolOutput::text("something else");
  auto second = run(press());
  ASSERT_TRUE(second);
  EXPECT_EQ(std::get<std::string>(second->body), "done");
  EXPECT_TRUE(receipt(second).at("replayed").as_bool());
  EXPECT_EQ(receipt(second).at("recordedAt").as_int64(), fake.clock.now_ms());
  EXPECT_EQ(script.runs, 1);
}

TEST_F(KeepReceiptTest, WithoutAKeyOrAnActionItIsNotThere) {
  (void)run(press(), std::nullopt);
  (void)run(press(), std::nullopt);
  EXPECT_EQ(script.runs, 2);
  auto seen = run(echo());
  (void)run(echo());
  EXPECT_EQ(script.runs, 4) << "an observation is made each time";
  EXPECT_FALSE(seen->meta.contains("openchrome/receipt"));
}

TEST_F(KeepReceiptTest, TheKeyIsNoArgumentOfTheCall) {
  (void)run(press(), "k", {{"idempotencyKey", "k"}, {"a", 1}});
  (void)run(press(), "k", {{"a", 1}, {"idempotency_key", "k"}});
  EXPECT_EQ(script.runs, 1);
  EXPECT_EQ(run(press(), "k", {{"a", 2}}).error().code, ErrorCode::key_reused);
  EXPECT_EQ(run(fail_with(), "k", {{"a", 1}}).error().code, ErrorCode::key_reused);
  EXPECT_EQ(script.runs, 1);
}

TEST_F(KeepReceiptTest, ACallThatDidNothingReleasesItsKey) {
  script = {.outcome = fail(ErrorCode::element_not_found, "none"), .acts = false};
  auto failed = run(press(), "k", {{"query", "Sing in"}});
  EXPECT_EQ(failed.error().code, ErrorCode::element_not_found);
  EXPECT_TRUE(failed.error().meta.empty());
  script = {};
  EXPECT_TRUE(run(press(), "k", {{"query", "Sign in"}}));
  EXPECT_EQ(script.runs, 1);
}

TEST_F(KeepReceiptTest, AFailureAfterADeedIsTheReceipt) {
  script.outcome = fail(ErrorCode::element_covered, "step 2", "Move it.");
  EXPECT_EQ(run(press()).error().hint, "Move it.");
  script.outcome = ToolOutput::text("done");
  auto second = run(press());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::element_covered);
  EXPECT_EQ(second.error().message, "step 2");
  EXPECT_NE(second.error().hint.find("use another idempotency_key"), std::string::npos);
  EXPECT_TRUE(receipt(second).at("replayed").as_bool());
  EXPECT_EQ(script.runs, 1);
}

TEST_F(KeepReceiptTest, AnEndInTheMiddleIsAnUnknownOutcome) {
  for (ErrorCode code : {ErrorCode::timeout, ErrorCode::cancelled, ErrorCode::browser_disconnected,
                         ErrorCode::target_crashed, ErrorCode::target_closed}) {
    script = {.outcome = fail(code, "in the middle")};
    std::string key{info(code).word};
    for (int again = 0; again < 2; ++again) {
      auto outcome = run(press(), key);
      ASSERT_FALSE(outcome);
      EXPECT_EQ(outcome.error().code, ErrorCode::outcome_unknown) << key;
      EXPECT_NE(outcome.error().message.find("in the middle"), std::string::npos);
    }
    EXPECT_EQ(script.runs, 1) << key;
  }
}

TEST_F(KeepReceiptTest, TheSameBeforeAnyDeedIsTriedAgain) {
  script = {.outcome = fail(ErrorCode::timeout, "still waiting"), .acts = false};
  EXPECT_EQ(run(press()).error().code, ErrorCode::timeout);
  EXPECT_EQ(run(press()).error().code, ErrorCode::timeout);
  EXPECT_EQ(script.runs, 2);
}

TEST_F(KeepReceiptTest, TheWholePipelineKnowsTheKey) {
  Dispatcher dispatcher{fake.services, {}};
  auto call = [&] {
    return fake.loop.run(
        dispatcher.run(call_of(fail_with(), {{"code", "none such"}, {"idempotency_key", "p"}})));
  };
  EXPECT_FALSE(receipt(call()).at("replayed").as_bool());
  EXPECT_TRUE(receipt(call()).at("replayed").as_bool());
  auto refused = fake.loop.run(dispatcher.run(call_of(echo(), {{"text", "x"}, {"idempotency_key", "p"}})));
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_arguments)
      << "a tool that cannot act has no such argument";
}

}  // namespace
}  // namespace oc::dispatch
