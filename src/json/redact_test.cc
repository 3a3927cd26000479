#include "json/redact.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::json {
namespace {

TEST(Redact, NamesInAnySpelling) {
  for (std::string_view name :
       {"password", "userPassword", "api_key", "API-Key", "X-Auth-Token", "Cookie", "client_secret"}) {
    EXPECT_TRUE(is_secret_name(name)) << name;
  }
  for (std::string_view name : {"url", "selector", "author", "key", "spin", "passage"})
    EXPECT_FALSE(is_secret_name(name)) << name;
}

TEST(Redact, ValuesInUrlsAndHeaders) {
  EXPECT_EQ(redact_text("https://ada:pw@x.org/?q=1&access_token=abc#t"),
            "https://[redacted]@x.org/?q=1&access_token=[redacted]#t");
  EXPECT_EQ(redact_text("see http://u@h/a?b=c"), "see http://[redacted]@h/a?b=c");
  EXPECT_EQ(redact_text("Authorization: Bearer abcdefgh1234"), "Authorization: Bearer [redacted]");
  EXPECT_EQ(redact_text("no secret = here?"), "no secret = here?");
}

TEST(Redact, DeepAndByName) {
  value in =
      *parse(R"({"a":[{"password":"x","note":"y"}],"maxOutputTokens":5,"token":"t","cookies":{"a":1}})");
  EXPECT_EQ(
      write(redact(in)),
      R"({"a":[{"password":"[redacted]","note":"y"}],"maxOutputTokens":5,"token":"[redacted]","cookies":"[redacted]"})");
}

TEST(Redact, SummaryStaysWithinItsBytesAndSaysWhatWasCut) {
  object args{{"text", std::string(5000, 'x')}, {"short", "kept"}};
  std::string summary = arguments_summary(args);
  EXPECT_LE(summary.size(), 2048U);
  EXPECT_NE(summary.find("(5000 bytes)"), std::string::npos);
  EXPECT_NE(summary.find("\"short\":\"kept\""), std::string::npos);
}

TEST(Redact, SummaryOfVeryManyMembersIsStillValidJsonAndBounded) {
  object args;
  for (int i = 0; i < 2000; ++i) args[cat("member_number_", i)] = "ä";
  std::string summary = arguments_summary(args);
  EXPECT_LE(summary.size(), 2048U);
  EXPECT_TRUE(parse(summary));
}

}  // namespace
}  // namespace oc::json
