#include "base/url_host.h"

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "base/text.h"
#include "base/utf8.h"

namespace oc {
namespace {

struct Case {
  std::string_view input;
  std::string_view expected;  // empty: refused
};

void expect_hosts(std::span<const Case> cases) {
  for (const auto& [input, expected] : cases)
    EXPECT_EQ(normalize_host(input).value_or(""), expected) << input;
}

TEST(UrlHost, Names) {
  expect_hosts(std::array<Case, 17>{{{"X.Org", "x.org"},
                                     {"x.org.", "x.org."},
                                     {"a_b-c.org", "a_b-c.org"},
                                     {"%78.o%72g", "x.org"},
                                     {"1e3", "1e3"},
                                     {"1.2.3.com", "1.2.3.com"},
                                     {"0x7g", "0x7g"},
                                     {"", ""},
                                     {"a b", ""},
                                     {"a%20b", ""},
                                     {"a%2fb", ""},
                                     {"a%00b", ""},
                                     {"a%", ""},
                                     {"a%25", ""},
                                     {"a@b", ""},
                                     {"a:80", ""},
                                     {"a\x7f", ""}}});
}

TEST(UrlHost, EverySpellingOfAnIpv4AddressIsOne) {
  for (std::string_view spelling : {"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001",
                                    "0X7F.1", "0x7f.0x0.0x0.0x1", "0177.0.0.01", "017700000001", "00000177.1",
                                    "%31%32%37.1", "１２７.１", "127。0。0。1"})
    EXPECT_EQ(normalize_host(spelling), "127.0.0.1") << spelling;
  expect_hosts(std::array<Case, 15>{{{"0", "0.0.0.0"},
                                     {"0x", "0.0.0.0"},
                                     {"4294967295", "255.255.255.255"},
                                     {"1.256", "1.0.1.0"},
                                     {"1.2.65535", "1.2.255.255"},
                                     {"4294967296", ""},
                                     {"99999999999999999999999", ""},
                                     {"256.1", ""},
                                     {"1.2.3.256", ""},
                                     {"1.2.3.4.5", ""},
                                     {"1..2", ""},
                                     {"08", ""},
                                     {"1.2.3.08", ""},
                                     {"x.1", ""},
                                     {"x.0x1f", ""}}});
}

TEST(UrlHost, Ipv6IsCompressed) {
  expect_hosts(std::array<Case, 16>{{{"[::1]", "[::1]"},
                                     {"[0:0:0:0:0:0:0:1]", "[::1]"},
                                     {"[::]", "[::]"},
                                     {"[1::]", "[1::]"},
                                     {"[2001:DB8::00ff]", "[2001:db8::ff]"},
                                     {"[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"},
                                     {"[1:0:0:2:3:0:0:4]", "[1::2:3:0:0:4]"},
                                     {"[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"},
                                     {"[::127.0.0.1]", "[::7f00:1]"},
                                     {"[::ffff:127.0.0.1]", "[::ffff:7f00:1]"},
                                     {"[::1", ""},
                                     {"[]", ""},
                                     {"[1:2:3]", ""},
                                     {"[::1%25eth0]", ""},
                                     {"[::ffff:127.1]", ""},
                                     {"[12345::]", ""}}});
}

TEST(UrlHost, NamesBeyondAsciiArePunycoded) {
  expect_hosts(
      std::array<Case, 13>{{{"café.fr", "xn--caf-dma.fr"},
                            {"CAFÉ.FR", "xn--caf-dma.fr"},
                            {"bücher.example", "xn--bcher-kva.example"},
                            {"münchen-ost.de", "xn--mnchen-ost-9db.de"},
                            {"straße.de", "xn--strae-oqa.de"},
                            {"ПРИВЕТ.рф", "xn--b1agh1afp.xn--p1ai"},
                            {"ΑΘΗΝΑ.gr", "xn--mxaard0a.gr"},
                            {"ŁÓDŹ.pl", "xn--d-uga0v4h.pl"},
                            {"日本語.jp", "xn--wgv71a119e.jp"},
                            {"他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"},  // RFC 3492, 7.1 (B)
                            {"☃.net", "xn--n3h.net"},
                            {"💩.la", "xn--ls8h.la"},
                            {"%C3%A9.fr", "xn--9ca.fr"}}});
}

TEST(UrlHost, NoNamePassesForAnother) {
  expect_hosts(std::array<Case, 5>{{{"ｅｖｉｌ．ｏｒｇ", "evil.org"},
                                    {"evil。org", "evil.org"},
                                    {"ev\u00ADil\u200B.org\uFEFF", "evil.org"},
                                    {"xn--CAF-dma.fr", "xn--caf-dma.fr"},
                                    {"e\u017F.org", "es.org"}}});
  for (std::string_view name :
       {"ⓔvil.org", "𝐞vil.org", "ﬁne.org", "evil․org", "evil\u00A0.org", "\u212A.org", "½.org",
        "evil.org\u202E", "evil.org\U000E0041", "evil.org％", "a／b", "x＠y", "%ff", "%ef%bf%bd"})
    EXPECT_FALSE(normalize_host(name)) << name;
}

TEST(UrlHost, ALabelWithoutEndIsRefused) {
  std::string label;
  for (int i = 0; i < 100'000; ++i) label += i % 2 == 0 ? "é" : "日";
  EXPECT_FALSE(normalize_host(label));
  EXPECT_TRUE(normalize_host(std::string(300, 'a')));
}

TEST(UrlHost, OpaqueHostsStayAsWritten) {
  EXPECT_EQ(normalize_opaque_host("Ex%41.0x7f"), "Ex%41.0x7f");
  EXPECT_EQ(normalize_opaque_host("é"), "%C3%A9");
  EXPECT_EQ(normalize_opaque_host(""), "");
  EXPECT_EQ(normalize_opaque_host("[0::1]"), "[::1]");
  EXPECT_EQ(normalize_opaque_host("a b"), std::nullopt);
}

TEST(UrlHost, PercentDecode) {
  EXPECT_EQ(percent_decode("%41%c3%A9%2"), "Aé%2");
  EXPECT_EQ(percent_decode("100%"), "100%");
  EXPECT_EQ(percent_decode("%zz%%41"), "%zz%A");
}

TEST(UrlHost, CodePoints) {
  EXPECT_EQ(to_code_points("aé日💩"), U"aé日💩");
}

TEST(UrlHost, Globs) {
  struct GlobCase {
    std::string_view host;
    std::string_view glob;
    bool matches;
  };
  constexpr GlobCase kCases[] = {{"x.org", "x.org", true},
                                 {"X.ORG", "x.org", true},
                                 {"x.org", "X.Org", true},
                                 {"x.org.", "x.org", true},
                                 {"x.org..", "x.org", false},
                                 {"a.x.org", "x.org", false},
                                 {"ax.org", "x.org", false},
                                 {"x.org.evil.org", "x.org", false},
                                 {"x.org", "*.x.org", false},
                                 {"x.org.", "*.x.org", false},
                                 {"a.x.org", "*.x.org", true},
                                 {"a.b.c.x.org", "*.x.org", true},
                                 {"a.x.org.", "*.x.org", true},
                                 {"ax.org", "*.x.org", false},
                                 {".x.org", "*.x.org", false},
                                 {"x.org", "*", true},
                                 {"[::1]", "*", true},
                                 {"", "*", true},
                                 {"", "x.org", false},
                                 {"x.org", "", false},
                                 {"cdn7.x.org", "cdn*.x.org", true},
                                 {"cdn.x.org", "cdn*.x.org", true},
                                 {"cdn.a.x.org", "cdn*.x.org", false},
                                 {"a.cdn7.x.org", "*.cdn*.x.org", true},
                                 {"cdn7.x.org", "*.cdn*.x.org", false},
                                 {"10.0.3.4", "10.0.*.*", true},
                                 {"10.0.3.4.x", "10.0.*.*", false},
                                 {"10.03.4", "10.0.*.*", false},
                                 {"x.org", "x.*", true},
                                 {"x.co.uk", "x.*", false},
                                 {"aXbYb.org", "a*b.org", true},
                                 {"ab.b.org", "a*b.org", false},
                                 {"abab", "*ab*b", true},
                                 {"a.b", "a*b", false},
                                 {"[::1]", "[::1]", true},
                                 {"a.", "a*", true}};
  for (const auto& [host, glob, matches] : kCases)
    EXPECT_EQ(host_matches_glob(host, glob), matches) << host << ' ' << glob;
}

}  // namespace
}  // namespace oc
