#include "net/plain_url.h"

#include <gtest/gtest.h>

namespace oc::net {
namespace {

TEST(PlainUrl, Parts) {
  auto url = parse_plain_url("http://Example.com:8080/a/b?c=d#e", "http");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "example.com");
  EXPECT_EQ(url->port, 8080);
  EXPECT_EQ(url->target, "/a/b?c=d");
  EXPECT_EQ(url->host_header(), "example.com:8080");
}

TEST(PlainUrl, Defaults) {
  EXPECT_EQ(parse_plain_url("ws://h", "ws")->target, "/");
  EXPECT_EQ(parse_plain_url("HTTP://h?q", "http")->target, "/?q");
  EXPECT_EQ(parse_plain_url("http://h", "http")->host_header(), "h");
  EXPECT_EQ(parse_plain_url("http://[::1]:81/", "http")->host, "::1");
  EXPECT_EQ(parse_plain_url("http://[::1]:81/", "http")->host_header(), "[::1]:81");
}

TEST(PlainUrl, RefusesTheRest) {
  for (std::string_view url :
       {"", "h", "https://h/", "http:/h", "http://", "http:///x", "http://u@h/", "http://h:x/",
        "http://h/a b", "http://h/\r\nX: y", "http://h/\xc3\xa4", "ws://h/"}) {
    auto parsed = parse_plain_url(url, "http");
    ASSERT_FALSE(parsed) << url;
    EXPECT_EQ(parsed.error().code, ErrorCode::invalid_arguments);
  }
}

}  // namespace
}  // namespace oc::net
