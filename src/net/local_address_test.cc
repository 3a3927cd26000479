#include "net/local_address.h"

#include <gtest/gtest.h>

namespace oc::net {
namespace {

TEST(LocalAddress, ParsesHostAndPort) {
  EXPECT_EQ(parse_host_port("LocalHost:80")->host, "localhost");
  EXPECT_EQ(parse_host_port("localhost:80")->port, 80);
  EXPECT_EQ(parse_host_port("127.0.0.1")->port, std::nullopt);
  EXPECT_EQ(parse_host_port("[::1]:8080")->host, "::1");
  EXPECT_EQ(parse_host_port("[::1]:8080")->port, 8080);
  EXPECT_EQ(parse_host_port("[0:0:0:0:0:0:0:1]")->host, "::1");
  EXPECT_EQ(parse_host_port("my-host_1.example.com:65535")->port, 65535);
}

TEST(LocalAddress, RefusesWhatIsNoPlainHostAndPort) {
  for (std::string_view text :
       {"",        ":80",       "host:",        "host:0",      "host:65536", "host:8a",
        "host:-1", "host:+1",   "host: 80",     "host:80:80",  "::1",        "[::1",
        "[::1]80", "[::1]x:80", "[fe80::1%lo]", "[127.0.0.1]", "user@host",  "host/path",
        "host?x",  "host#x",    "ho st",        "host\\",      "höst",       "localhost,evil.com"}) {
    EXPECT_FALSE(parse_host_port(text)) << text;
  }
  EXPECT_FALSE(parse_host_port(std::string_view{"localhost\0.evil", 15}));
  EXPECT_FALSE(parse_host_port(std::string_view{"[::1\0]", 6}));
}

TEST(LocalAddress, LoopbackNames) {
  for (std::string_view host : {"localhost", "LOCALHOST", "127.0.0.1", "127.255.0.9", "::1"}) {
    EXPECT_TRUE(is_loopback_name(host)) << host;
  }
  for (std::string_view host :
       {"localhost.evil.com", "localhost.", "127.0.0.1.evil", "127.1", "0127.0.0.1", "0.0.0.0", "128.0.0.1",
        "2130706433", "0x7f.0.0.1", "::2", "::ffff:127.0.0.1", ""}) {
    EXPECT_FALSE(is_loopback_name(host)) << host;
  }
}

TEST(LocalAddress, OwnHostNeedsALoopbackNameAndOurPort) {
  EXPECT_TRUE(is_own_host("localhost:7000", "127.0.0.1", 7000));
  EXPECT_TRUE(is_own_host("127.0.0.1:7000", "127.0.0.1", 7000));
  EXPECT_TRUE(is_own_host("[::1]:80", "127.0.0.1", 80));
  EXPECT_TRUE(is_own_host("localhost", "127.0.0.1", 80));  // 80 may be left out
  EXPECT_TRUE(is_own_host("box.lan:7000", "BOX.lan", 7000));
  EXPECT_TRUE(is_own_host("[fd00:0::5]:7000", "fd00::5", 7000));
  EXPECT_FALSE(is_own_host("localhost", "127.0.0.1", 7000));
  EXPECT_FALSE(is_own_host("localhost:7001", "127.0.0.1", 7000));
  EXPECT_FALSE(is_own_host("localhost.evil.com:7000", "127.0.0.1", 7000));
  EXPECT_FALSE(is_own_host("evil.com:7000", "", 7000));
  EXPECT_FALSE(is_own_host("localhost@evil:7000", "127.0.0.1", 7000));
}

TEST(LocalAddress, OwnOrigin) {
  EXPECT_TRUE(is_own_origin("http://localhost:7000", "127.0.0.1", 7000));
  EXPECT_TRUE(is_own_origin("https://127.0.0.1:7000", "127.0.0.1", 7000));
  EXPECT_TRUE(is_own_origin("http://[::1]", "127.0.0.1", 80));
  EXPECT_TRUE(is_own_origin("https://localhost", "127.0.0.1", 443));
  for (std::string_view origin :
       {"null", "", "localhost:7000", "file://localhost:7000", "http://127.0.0.1.evil:7000",
        "http://localhost@evil:7000", "http://evil@localhost:7000", "http://localhost:7001",
        "http://localhost", "http://localhost:7000/", "http://localhost:7000#x",
        "chrome-extension://localhost:7000", "http://http://localhost:7000"}) {
    EXPECT_FALSE(is_own_origin(origin, "127.0.0.1", 7000)) << origin;
  }
  EXPECT_FALSE(is_own_origin("https://localhost", "127.0.0.1", 80));
}

}  // namespace
}  // namespace oc::net
