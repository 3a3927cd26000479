#include "browser/entry_json.h"

#include <gtest/gtest.h>

#include "json/write.h"

namespace oc::browser {
namespace {

TEST(EntryJson, ARequestTellsHowItWentAndKeepsNoSecret) {
  NetworkEntry entry{
      .ts_ms = 1'700'000'000'000,
      .method = "POST",
      .url = "https://u:p@x.org/a?token=t0ps3cret&q=1",
      .type = "fetch",
      .status = 201,
      .mime_type = "text/plain",
      .bytes = 7,
      .duration_ms = 3,
      .request_headers = {{"cookie", "sid=s3cr3t"}, {"authorization", "Bearer abcdefghij"}, {"x-a", "1"}},
      .response_headers = {{"set-cookie", "sid=s3cr3t2"}}};
  json::object out = entry_json(entry, Headers::redacted);
  EXPECT_EQ(out.at("status").as_int64(), 201);
  EXPECT_EQ(out.at("at").as_string(), "2023-11-14T22:13:20.000Z");
  EXPECT_EQ(out.at("request_headers").at("x-a").as_string(), "1");
  std::string text = json::write(out);
  for (const char* secret : {"s3cr3t", "abcdefghij", "t0ps3cret", "u:p"})
    EXPECT_EQ(text.find(secret), std::string::npos) << text;
  EXPECT_FALSE(entry_json(entry, Headers::left_out).contains("request_headers"));
  EXPECT_FALSE(out.contains("pending"));
  EXPECT_TRUE(entry_json(NetworkEntry{}, Headers::left_out).at("pending").as_bool());
}

TEST(EntryJson, AConsoleEntryHasItsPlaceAndKeepsNoSecret) {
  ConsoleEntry entry{.ts_ms = 0,
                     .level = ConsoleLevel::error,
                     .source = "console",
                     .text = "sent password=hunter2",
                     .url = "https://x.org/a.js",
                     .line = 3,
                     .column = 4,
                     .stack = {"f (https://x.org/a.js?token=abcdef:3:4)"}};
  json::object out = entry_json(entry);
  EXPECT_EQ(out.at("level").as_string(), "error");
  EXPECT_EQ(out.at("location").as_string(), "https://x.org/a.js:3:4");
  std::string text = json::write(out);
  EXPECT_EQ(text.find("hunter2"), std::string::npos) << text;
  EXPECT_EQ(text.find("abcdef"), std::string::npos) << text;
}

}  // namespace
}  // namespace oc::browser
