#include "net/http_message.h"

#include <gtest/gtest.h>

namespace oc::net {
namespace {

TEST(HttpMessage, HeaderNamesCompareWithoutCase) {
  Headers headers{{"Content-Type", "a"}, {"X-Thing", "1"}};
  headers.add("x-thing", "2");
  EXPECT_EQ(headers.find("CONTENT-TYPE"), "a");
  EXPECT_EQ(headers.find("X-THING"), "1");
  EXPECT_EQ(headers.count("x-thing"), 2U);
  EXPECT_EQ(headers.find("absent"), std::nullopt);
}

TEST(HttpMessage, SetReplacesEveryFieldOfThatName) {
  Headers headers{{"A", "1"}, {"B", "2"}, {"a", "3"}};
  headers.set("a", *headers.find("A"));
  EXPECT_EQ(headers.count("A"), 1U);
  EXPECT_EQ(headers.find("A"), "1");
  EXPECT_EQ(headers.find("B"), "2");
}

TEST(HttpMessage, ReasonPhrases) {
  EXPECT_EQ(reason_phrase(200), "OK");
  EXPECT_EQ(reason_phrase(202), "Accepted");
  EXPECT_EQ(reason_phrase(404), "Not Found");
  EXPECT_EQ(reason_phrase(431), "Request Header Fields Too Large");
  EXPECT_EQ(reason_phrase(777), "Unknown");
  EXPECT_EQ(reason_phrase(-1), "Unknown");
}

TEST(HttpMessage, ReadyMadeResponsesCarryTheirType) {
  EXPECT_EQ(HttpResponse::text(404, "no").headers.find("content-type"), "text/plain; charset=utf-8");
  EXPECT_EQ(HttpResponse::json(200, "{}").headers.find("content-type"), "application/json");
}

TEST(HttpMessage, QueryParameters) {
  EXPECT_EQ(query_parameter("a=1&b=2", "b"), "2");
  EXPECT_EQ(query_parameter("a=1&a=2", "a"), "1");
  EXPECT_EQ(query_parameter("a=x%20y+z%2B", "a"), "x y z+");
  EXPECT_EQ(query_parameter("a%5B0%5D=v", "a[0]"), "v");
  EXPECT_EQ(query_parameter("flag&b=", "flag"), "");
  EXPECT_EQ(query_parameter("flag&b=", "b"), "");
  EXPECT_EQ(query_parameter("a=b=c", "a"), "b=c");
  EXPECT_EQ(query_parameter("a=%zz%4", "a"), "%zz%4");
  EXPECT_EQ(query_parameter("", "a"), std::nullopt);
  EXPECT_EQ(query_parameter("ab=1", "a"), std::nullopt);
}

}  // namespace
}  // namespace oc::net
