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
  EXPECT_EQ(redact_text("Authorization: Bearer abcdefgh1234"), "Authorization: [redacted]");
  EXPECT_EQ(redact_text("no secrets here?"), "no secrets here?");
  EXPECT_EQ(redact_text("see https://x.org:8080/a:b?c=d"), "see https://x.org:8080/a:b?c=d");
}

TEST(Redact, NamedValuesWhereverTheyStand) {
  for (std::string_view text :
       {"password=hunter2&user=a", "Cookie: sid=hunter2; other=hunter2", "X-Api-Key: hunter2",
        "BEARER hunter2hunter2", "{\"name\":\"a\",\"password\":\"hunter2\"}",
        "{\\\"token\\\": \\\"hunter2\\\"}", "a\nauthorization: Token hunter2hunter2", "otp = hunter2",
        "x?session_id=hunter2#y"}) {
    EXPECT_EQ(redact_text(text).find("hunter2"), std::string::npos) << redact_text(text);
  }
}

TEST(Redact, ASecretNamedBesideItsValue) {
  value in = *parse(
      R"([{"name":"Authorization","value":"x"},{"selector":"#password","value":"x"},{"selector":"#city","value":"Rome"}])");
  EXPECT_EQ(
      write(redact(in)),
      R"([{"name":"Authorization","value":"[redacted]"},{"selector":"#password","value":"[redacted]"},{"selector":"#city","value":"Rome"}])");
}

TEST(Redact, HostileTextsCostNoMoreThanOthers) {
  // Quadratic work on these would take hours, and the test would time out.
  for (std::string piece : {"&", "?", "=", "a=", "://a@/", "token=", "bearer ", "\"", "a:"}) {
    std::string text;
    while (text.size() < 1'000'000) text += piece;
    EXPECT_FALSE(redact_text(text).empty());
    EXPECT_LE(arguments_summary({{"text", text}}).size(), 2048U);
  }
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
