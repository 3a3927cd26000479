#include "recording/entry.h"

#include <gtest/gtest.h>

#include "json/write.h"

namespace oc::recording {
namespace {

TEST(Entry, OfACallHasItsArgumentsAsDataAndItsOutcome) {
  journal::ToolCall call{.ts_ms = 5, .call_id = "c", .tool = "navigate", .effect = Effect::action};
  call.error = ErrorCode::timeout;
  call.workspace = "default";
  call.tab = "t1";
  auto entry = entry_of_call(
      journal::JournalEvent::tool_call(call, {{"url", "https://x.org"}, {"password", "hunter2"}}));
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->at("kind").as_string(), "tool_call");
  EXPECT_EQ(entry->at("tool").as_string(), "navigate");
  EXPECT_EQ(entry->at("args").at("url").as_string(), "https://x.org");
  EXPECT_EQ(entry->at("outcome").as_string(), "error");
  EXPECT_EQ(entry->at("error_code").as_string(), "timeout");
  EXPECT_EQ(json::write(*entry).find("hunter2"), std::string::npos);
}

TEST(Entry, OfWhatPagesDoIsShortAndWithoutSecrets) {
  json::object console = entry_of_console({.level = browser::ConsoleLevel::error,
                                           .source = "console",
                                           .text = std::string(5000, 'x'),
                                           .stack = {"f (u:1:1)"}});
  EXPECT_LE(console.at("text").as_string().size(), 1003U);
  EXPECT_FALSE(console.contains("stack"));
  json::object arrival =
      entry_of_arrival({.url = "https://x.org/?token=s3cr3ts3cr3t", .same_document = true});
  EXPECT_EQ(json::write(arrival).find("s3cr3t"), std::string::npos);
  EXPECT_TRUE(arrival.at("same_document").as_bool());
  json::object request = entry_of_request(
      {.method = "GET", .url = "https://x.org/a", .status = 200, .request_headers = {{"cookie", "a=b"}}});
  EXPECT_EQ(request.at("kind").as_string(), "network");
  EXPECT_EQ(request.at("status").as_int64(), 200);
  EXPECT_FALSE(request.contains("request_headers"));
}

}  // namespace
}  // namespace oc::recording
