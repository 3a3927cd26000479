#include "net/http_parser.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::net {
namespace {

using Stage = HttpParser::Stage;

constexpr HttpParser::Limits kLimits{.header_bytes = 256, .body_bytes = 64};

// Feeds the text in pieces of `step` bytes to the end of the request.
HttpParser parsed(std::string_view text, std::size_t step = 1'000'000) {
  HttpParser parser{kLimits};
  for (std::size_t at = 0; at < text.size(); at += step) {
    parser.feed(text.substr(at, step));
    parser.feed({});
  }
  return parser;
}

int status_of(std::string_view text) {
  HttpParser parser = parsed(text);
  return parser.stage() == Stage::failed ? parser.failure().status : 0;
}

TEST(HttpParser, SplitsTheHead) {
  HttpParser parser = parsed("POST /mcp?a=1&b HTTP/1.1\r\nHost: x\r\nX-A:  v \r\nContent-Length: 0\r\n\r\n");
  ASSERT_EQ(parser.stage(), Stage::done);
  EXPECT_EQ(parser.request().method, "POST");
  EXPECT_EQ(parser.request().target, "/mcp?a=1&b");
  EXPECT_EQ(parser.request().path, "/mcp");
  EXPECT_EQ(parser.request().query, "a=1&b");
  EXPECT_EQ(parser.request().headers.find("x-a"), "v");
  EXPECT_EQ(parser.request().version, 11);
  EXPECT_TRUE(parser.request().keep_alive);
}

TEST(HttpParser, KeepAliveFollowsVersionAndConnection) {
  EXPECT_FALSE(parsed("GET / HTTP/1.0\r\n\r\n").request().keep_alive);
  EXPECT_TRUE(parsed("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").request().keep_alive);
  EXPECT_FALSE(parsed("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").request().keep_alive);
}

TEST(HttpParser, StopsBetweenHeadAndBody) {
  HttpParser parser{kLimits};
  EXPECT_EQ(parser.feed("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET"), Stage::body);
  EXPECT_EQ(parser.request().body, "");
  EXPECT_EQ(parser.feed({}), Stage::done);
  EXPECT_EQ(parser.request().body, "abc");
  EXPECT_EQ(parser.take_rest(), "GET");
}

TEST(HttpParser, AnySplitGivesTheSameRequest) {
  const std::string chunked =
      "\r\nPOST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
      "4;ext=\"v\"\r\nabcd\r\nA\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n";
  const std::string empty = "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  const std::string plain = "POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 14\r\n\r\nabcd0123456789";
  for (std::size_t step = 1; step < chunked.size(); ++step) {
    HttpParser parser = parsed(chunked, step);
    ASSERT_EQ(parser.stage(), Stage::done) << step;
    EXPECT_EQ(parser.request().body, "abcd0123456789");
    EXPECT_EQ(parser.request().headers.find("Trailer"), std::nullopt);
    EXPECT_EQ(parsed(empty, step).stage(), Stage::done) << step;
    EXPECT_EQ(parsed(plain, step).request().body, "abcd0123456789") << step;
  }
}

TEST(HttpParser, RefusesAtOnceWhatCannotBecomeARequest) {
  EXPECT_EQ(status_of("\x16\x03\x01"), 400);  // TLS, before any line end
  EXPECT_EQ(status_of("GARBAGE\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\n"), 400);
  EXPECT_EQ(status_of("PRI * HTTP/2.0\r\n"), 505);
  EXPECT_EQ(status_of("GET / HTTP/x\r\n"), 400);
}

TEST(HttpParser, RefusesMalformedHeads) {
  for (std::string_view head :
       {"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nA: b\x01\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\n\rX\r\n\r\n", "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\r\nx\r\n\r\n"}) {
    EXPECT_EQ(status_of(head), 400) << head;
  }
}

TEST(HttpParser, RefusesOtherTransferCodings) {
  for (std::string_view coding : {"gzip", "gzip, chunked", "chunked, chunked", "identity"}) {
    EXPECT_EQ(status_of(cat("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ", coding, "\r\n\r\n")), 501)
        << coding;
  }
}

TEST(HttpParser, RefusesMalformedChunks) {
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(status_of(head + "xyz\r\nab\r\n"), 400);
  EXPECT_EQ(status_of(head + "2\r\nabcd\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(status_of(head + "ffffffffffffffffff\r\n"), 400);
}

TEST(HttpParser, BoundsTheHead) {
  EXPECT_EQ(status_of(cat("GET /", std::string(300, 'a'))), 431);
  EXPECT_EQ(status_of(cat("GET / HTTP/1.1\r\nHost: ", std::string(300, 'a'))), 431);
  // Many small fields, each of them small enough.
  std::string many = "GET / HTTP/1.1\r\nHost: x\r\n";
  for (int i = 0; i < 100; ++i) many += "a: b\r\n";
  HttpParser parser = parsed(many, 1);
  ASSERT_EQ(parser.stage(), Stage::failed);
  EXPECT_EQ(parser.failure().status, 431);
  EXPECT_EQ(parser.feed("more"), Stage::failed);
}

TEST(HttpParser, BoundsTheBody) {
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 65\r\n\r\n"), 413);
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string piece = cat("20\r\n", std::string(32, 'a'), "\r\n");
  EXPECT_EQ(status_of(head + piece + piece + "0\r\n\r\n"), 0);
  EXPECT_EQ(status_of(head + piece + piece + "1\r\n"), 413);
  EXPECT_EQ(status_of(cat(head, "1;", std::string(400, 'x'))), 431);
  EXPECT_EQ(status_of(cat(head, "0\r\nT: ", std::string(400, 'x'))), 431);
}

}  // namespace
}  // namespace oc::net
