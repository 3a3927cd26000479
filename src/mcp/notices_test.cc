#include "mcp/notices.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"
#include "rpc/testing/recording_outlet.h"

namespace oc::mcp {
namespace {

struct NoticesTest : testing::Test {
  FakeClock clock;
  std::shared_ptr<rpc::RecordingOutlet> outlet = std::make_shared<rpc::RecordingOutlet>();
  RequestContext context{.client = {.revision = Revision::v2025_06_18}, .outlet = outlet};
  json::object params{{"_meta", {{"progressToken", "tok"}}}};
};

TEST_F(NoticesTest, ProgressCarriesTheTokenAsItCame) {
  ProgressSink{context, progress_token(params), clock}.report({.done = 1, .total = 2, .message = "m"});
  EXPECT_EQ(
      outlet->sent.at(0),
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"tok","progress":1,"total":2,"message":"m"}})");
}

TEST_F(NoticesTest, WhatElseIsToBeSaidGoesWithIt) {
  ProgressSink{context, 3, clock, {{"about", "t"}}}.report({.done = 1});
  EXPECT_EQ(
      outlet->sent.at(0),
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":3,"progress":1,"_meta":{"about":"t"}}})");
}

TEST_F(NoticesTest, NoTokenNoProgress) {
  EXPECT_FALSE(progress_token({{"_meta", {{"progressToken", true}}}}));
  ProgressSink{context, {}, clock}.report({.done = 1});
  EXPECT_TRUE(outlet->sent.empty());
}

TEST_F(NoticesTest, ProgressOnlyGrows) {
  ProgressSink sink{context, progress_token(params), clock};
  sink.report({.done = 2});
  sink.report({.done = 2});
  sink.report({.done = 1});
  EXPECT_EQ(outlet->sent.size(), 1U);
}

TEST_F(NoticesTest, ProgressIsThrottledButItsEndIsNot) {
  ProgressSink sink{context, progress_token(params), clock};
  for (int i = 1; i <= 1000; ++i) sink.report({.done = double(i), .total = 1000});
  EXPECT_EQ(outlet->sent.size(), 11U);
  EXPECT_NE(outlet->sent.back().find("\"progress\":1000"), std::string::npos);
}

TEST_F(NoticesTest, OldestRevisionGetsNoMessageWithProgress) {
  context.client.revision = Revision::v2024_11_05;
  ProgressSink{context, progress_token(params), clock}.report({.done = 1, .message = "m"});
  EXPECT_EQ(outlet->sent.at(0).find("message\":\"m"), std::string::npos);
}

TEST_F(NoticesTest, MessagesFollowTheWantedLevel) {
  MessageSink{context}.message(tool::MessageLevel::emergency, "l", "x");
  EXPECT_TRUE(outlet->sent.empty());
  context.client.log_level = tool::MessageLevel::warning;
  MessageSink sink{context};
  sink.message(tool::MessageLevel::info, "l", "x");
  sink.message(tool::MessageLevel::error, "l", "y");
  ASSERT_EQ(outlet->sent.size(), 1U);
  EXPECT_NE(outlet->sent[0].find("\"data\":\"y\""), std::string::npos);
}

}  // namespace
}  // namespace oc::mcp
