#include "journal/journal_event.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"

namespace oc::journal {
namespace {

using namespace std::chrono_literals;

ToolCall sample() {
  return {.ts_ms = 1'779'194'096'789,
          .call_id = "c1",
          .tool = "navigate",
          .effect = Effect::action,
          .duration = 12'345'678ns};
}

TEST(JournalEvent, AToolCallIsOneFlatObject) {
  JournalEvent event = JournalEvent::tool_call(sample(), {{"url", "https://x.org/"}});
  EXPECT_EQ(event.ts_ms(), 1'779'194'096'789);
  EXPECT_EQ(json::write(event.body()),
            R"({"event":"tool_call","ts":1779194096789,"call_id":"c1","tool":"navigate","effect":"action",)"
            R"("args":"{\"url\":\"https://x.org/\"}","duration_ms":12.346,"outcome":"ok"})");
}

TEST(JournalEvent, AFailureHasItsCodeAndClass) {
  ToolCall call = sample();
  call.error = ErrorCode::timeout;
  call.client = "inspector";
  call.output_bytes = 7;
  json::object body = JournalEvent::tool_call(call, {}).body();
  EXPECT_EQ(body.at("outcome"), "error");
  EXPECT_EQ(body.at("error_code"), "timeout");
  EXPECT_EQ(body.at("failure_class"), "time");
  EXPECT_EQ(body.at("client"), "inspector");
  EXPECT_EQ(body.at("output_bytes"), 7);
}

TEST(JournalEvent, CancelledAndAskingAreNotErrors) {
  ToolCall call = sample();
  call.error = ErrorCode::cancelled;
  json::object cancelled = JournalEvent::tool_call(call, {}).body();
  EXPECT_EQ(cancelled.at("outcome"), "cancelled");
  EXPECT_EQ(cancelled.at("failure_class"), "user");
  call.error = ErrorCode::input_required;
  json::object asking = JournalEvent::tool_call(call, {}).body();
  EXPECT_EQ(asking.at("outcome"), "input_required");
  EXPECT_FALSE(asking.contains("error_code"));
  EXPECT_FALSE(asking.contains("failure_class"));
}

TEST(JournalEvent, EveryErrorCodeHasAnOutcomeAndAClass) {
  for (const ErrorInfo& error : all_errors()) {
    EXPECT_NE(outcome_of(error.code), Outcome::ok) << error.word;
    EXPECT_FALSE(word_of(failure_class_of(error.code)).empty()) << error.word;
  }
  EXPECT_EQ(failure_class_of(ErrorCode::internal), FailureClass::internal);
  EXPECT_EQ(failure_class_of(ErrorCode::lock_timeout), FailureClass::storage);
}

TEST(JournalEvent, SecretsAndLongArgumentsNeverGetIn) {
  json::object arguments{{"password", "hunter2"},
                         {"url", "https://ada:pw@x.org/?access_token=abc"},
                         {"text", std::string(100'000, 'x')}};
  std::string line = json::write(JournalEvent::tool_call(sample(), arguments).body());
  EXPECT_EQ(line.find("hunter2"), std::string::npos);
  EXPECT_EQ(line.find("ada"), std::string::npos);
  EXPECT_EQ(line.find("abc"), std::string::npos);
  EXPECT_LT(line.size(), 4096U);
  json::value parsed = *json::parse(line);
  auto args = json::find_string(parsed.as_object(), "args");
  ASSERT_TRUE(args);
  EXPECT_LE(args->size(), 2048U);
  EXPECT_TRUE(json::parse(*args));
}

TEST(JournalEvent, NamesOfClientsAreCut) {
  ToolCall call = sample();
  call.call_id = call.tool = std::string(10'000, 't');
  call.client = std::string(10'000, 'c');
  EXPECT_LT(json::write(JournalEvent::tool_call(call, {}).body()).size(), 1024U);
}

TEST(JournalEvent, TheLineFollowsItsOwnSchema) {
  json::object body = JournalEvent::tool_call(sample(), {}).body();
  auto decoded = ToolCallLine::record().decode(body);
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_EQ(decoded->tool, "navigate");
  EXPECT_EQ(decoded->outcome, Outcome::ok);
}

}  // namespace
}  // namespace oc::journal
