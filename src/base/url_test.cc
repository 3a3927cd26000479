#include "base/url.h"

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "base/text.h"

namespace oc {
namespace {

struct Case {
  std::string_view input;
  std::string_view expected;  // empty: a browser refuses it
};

std::string text_of(const std::optional<Url>& url) {
  return url ? url->text() : "";
}

void expect_parsed(std::span<const Case> cases) {
  for (const auto& [input, expected] : cases) EXPECT_EQ(text_of(parse_url(input)), expected) << input;
}

void expect_resolved(std::string_view base, std::span<const Case> cases) {
  auto page = parse_url(base);
  ASSERT_TRUE(page) << base;
  for (const auto& [input, expected] : cases)
    EXPECT_EQ(text_of(resolve_url(*page, input)), expected) << input;
}

// Every expected text is what Chrome answers to `new URL(input, base).href`, unless a comment says otherwise.
constexpr Case kAbsolute[] = {
    {"http://x.org", "http://x.org/"},
    {"HTTP://X.Org/A", "http://x.org/A"},
    {"  https://x.org/a\n", "https://x.org/a"},
    {"ht\ntp://x.o\trg/a\r\nb", "http://x.org/ab"},
    {"http:x.org", "http://x.org/"},
    {"http:/x.org", "http://x.org/"},
    {"http:////x.org/a", "http://x.org/a"},
    {"http:\\\\x.org\\a\\b", "http://x.org/a/b"},
    {"http://x.org/a b", "http://x.org/a%20b"},
    {"http://x.org/é?ü=日#ö", "http://x.org/%C3%A9?%C3%BC=%E6%97%A5#%C3%B6"},
    {"http://x.org/%E9%zz%", "http://x.org/%E9%zz%"},
    {"http://x.org/a|b^c{d}", "http://x.org/a%7Cb%5Ec%7Bd%7D"},
    {"http://x.org/'(a)'!*,;=:@&$~", "http://x.org/'(a)'!*,;=:@&$~"},
    {"http://x.org/?q='a b'\"<>", "http://x.org/?q=%27a%20b%27%22%3C%3E"},
    {"http://x.org/#a b`\"<>{}", "http://x.org/#a%20b%60%22%3C%3E{}"},
    {"http://x.org?", "http://x.org/?"},
    {"http://x.org#", "http://x.org/#"},
    {"http://x.org?a?b#c#d", "http://x.org/?a?b#c#d"},
    {"http://x.org?a=/../b", "http://x.org/?a=/../b"},
    {"http://x.org/a/./b/../c", "http://x.org/a/c"},
    {"http://x.org/a/%2e/b/%2E%2e/c", "http://x.org/a/c"},
    {"http://x.org/a/.%2e", "http://x.org/"},
    {"http://x.org/../../a", "http://x.org/a"},
    {"http://x.org/a/..", "http://x.org/"},
    {"http://x.org/a/.", "http://x.org/a/"},
    {"http://x.org/a/..b/...", "http://x.org/a/..b/..."},
    {"http://x.org//a//", "http://x.org//a//"},
    {"http://x.org:80/", "http://x.org/"},
    {"https://x.org:443/", "https://x.org/"},
    {"http://x.org:443/", "http://x.org:443/"},
    {"http://x.org:/", "http://x.org/"},
    {"http://x.org:0080/", "http://x.org/"},
    {"http://x.org:0/", "http://x.org:0/"},
    {"http://x.org:65535/", "http://x.org:65535/"},
    {"ws://x.org:80/s", "ws://x.org/s"},
    {"http://u:p@x.org/", "http://u:p@x.org/"},
    {"http://u@x.org/", "http://u@x.org/"},
    {"http://@x.org/", "http://x.org/"},
    {"http://:@x.org/", "http://x.org/"},
    {"http://:p@x.org/", "http://:p@x.org/"},
    {"http://a@b:c:d@x.org/", "http://a%40b:c%3Ad@x.org/"},
    {"http://good.org@evil.org/", "http://good.org@evil.org/"},
    {"http://evil.org\\@good.org/", "http://evil.org/@good.org/"},
    {"http://evil.org#@good.org/", "http://evil.org/#@good.org/"},
    {"http://evil.org?@good.org/", "http://evil.org/?@good.org/"},
    {"http://0x7f.1/", "http://127.0.0.1/"},
    {"http://[::FFFF:127.0.0.1]:8080/", "http://[::ffff:7f00:1]:8080/"},
    {"http://CAFÉ.fr/", "http://xn--caf-dma.fr/"},
    {"file:///etc/passwd", "file:///etc/passwd"},
    {"file:/etc/../x", "file:///x"},
    {"file:x", "file:///x"},
    {"file://localhost/x", "file:///x"},  // as the standard has it; Chrome keeps the name
    {"file://srv/x", "file://srv/x"},
    {"file:\\\\\\a\\b", "file:///a/b"},
    {"mailto:a@x.org?subject=hi there", "mailto:a@x.org?subject=hi%20there"},
    {"javascript:alert('a b')", "javascript:alert('a b')"},
    {"JavaScript:void(0)", "javascript:void(0)"},
    {"data:text/html,<b>é</b>", "data:text/html,<b>%C3%A9</b>"},
    {"about:blank", "about:blank"},
    {"tel:+1 234", "tel:+1 234"},
    {"blob:https://x.org/1-2", "blob:https://x.org/1-2"},
    {"foo://H/a/../b", "foo://H/b"},
    {"foo:/a//b", "foo:/a//b"},
    {"foo:/..//b", "foo:/.//b"},
    {"http://x.org/\xFF", "http://x.org/%EF%BF%BD"},
    // Refused.
    {"", ""},
    {"x.org", ""},
    {"/a", ""},
    {"#f", ""},
    {"//x.org/", ""},
    {"1http://x.org", ""},
    {"ht tp://x.org", ""},
    {"http://", ""},
    {"http:", ""},
    {"http://?q", ""},
    {"http://:80/", ""},
    {"http://u:p@/", ""},
    {"http://u@:80/", ""},
    {"http://x.org:65536/", ""},
    {"http://x.org:8a/", ""},
    {"http://x.org:-1/", ""},
    {"http://x.org:99999999999999999999/", ""},
    {"http://[::1/", ""},
    {"http://[::1]x/", ""},
    {"http://1.2.3.256/", ""},
    {"foo://:80/", ""},
    {"foo://u@/", ""},
    {"file://u@h/x", ""},
    {"http://a b/", ""},  // Chrome makes it a%20b, which no server is called
};

TEST(Url, AbsoluteTextIsReadAsABrowserReadsIt) {
  static_assert(std::size(kAbsolute) >= 80);
  expect_parsed(kAbsolute);
}

TEST(Url, ReferencesOnAWebPage) {
  constexpr Case kCases[] = {
      {"", "http://u:p@x.org:81/a/b/c?q"},
      {"  ", "http://u:p@x.org:81/a/b/c?q"},
      {"#", "http://u:p@x.org:81/a/b/c?q#"},
      {"#g", "http://u:p@x.org:81/a/b/c?q#g"},
      {"?", "http://u:p@x.org:81/a/b/c?"},
      {"?r=1", "http://u:p@x.org:81/a/b/c?r=1"},
      {"d", "http://u:p@x.org:81/a/b/d"},
      {"d/", "http://u:p@x.org:81/a/b/d/"},
      {"./d", "http://u:p@x.org:81/a/b/d"},
      {".", "http://u:p@x.org:81/a/b/"},
      {"..", "http://u:p@x.org:81/a/"},
      {"../d", "http://u:p@x.org:81/a/d"},
      {"../../../d", "http://u:p@x.org:81/d"},
      {"..\\d", "http://u:p@x.org:81/a/d"},
      {"/d", "http://u:p@x.org:81/d"},
      {"\\d", "http://u:p@x.org:81/d"},
      {"//y.org", "http://y.org/"},
      {"//y.org:80/d", "http://y.org/d"},
      {"\\\\y.org\\d", "http://y.org/d"},
      {"/\\y.org", "http://y.org/"},
      {"///y.org/d", "http://y.org/d"},
      {"/\n/y.org", "http://y.org/"},
      {"http:d", "http://u:p@x.org:81/a/b/d"},
      {"http:/d", "http://u:p@x.org:81/d"},
      {"http://y.org", "http://y.org/"},
      {"https:d", "https://d/"},
      {"mailto:a@b", "mailto:a@b"},
      {"javascript:void(0)", "javascript:void(0)"},
      {"d:e", "d:e"},
      {"./d:e", "http://u:p@x.org:81/a/b/d:e"},
      {"d?e#f", "http://u:p@x.org:81/a/b/d?e#f"},
      {"a b\tc\né", "http://u:p@x.org:81/a/b/a%20bc%C3%A9"},
      {"//", ""},
      {"//y org/", ""},  // see above
      {"http://", ""},
  };
  expect_resolved("http://u:p@x.org:81/a/b/c?q#f", kCases);
}

TEST(Url, ReferencesOnOtherPages) {
  constexpr Case kOnFile[] = {{"d", "file:///a/d"},        {"/d", "file:///d"},    {"../../d", "file:///d"},
                              {"//srv/d", "file://srv/d"}, {"///d", "file:///d"},  {"file:d", "file:///a/d"},
                              {"file:///d", "file:///d"},  {"http:d", "http://d/"}};
  expect_resolved("file:///a/b?q", kOnFile);
  constexpr Case kOnOpaque[] = {
      {"#f", "about:blank#f"},          {"", ""}, {"d", ""}, {"?q", ""}, {"//x.org", ""},
      {"http://x.org", "http://x.org/"}};
  expect_resolved("about:blank", kOnOpaque);
  constexpr Case kOnOther[] = {
      {"d", "foo://h/a/d"}, {"//g", "foo://g"}, {"/d/..", "foo://h/"}, {"?q", "foo://h/a/b?q"}};
  expect_resolved("foo://h/a/b", kOnOther);
  expect_resolved("foo://h", std::array<Case, 2>{{{"d", "foo://h/d"}, {"", "foo://h"}}});
}

TEST(Url, ItsParts) {
  auto url = parse_url("HTTPS://Ada:Love%20@X.org:8443/a/./b?c=d#e");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->scheme, "https");
  EXPECT_EQ(url->username, "Ada");
  EXPECT_EQ(url->password, "Love%20");
  EXPECT_EQ(url->host, "x.org");
  EXPECT_EQ(url->port, 8443);
  EXPECT_EQ(url->path, "/a/b");
  EXPECT_EQ(url->query, "c=d");
  EXPECT_EQ(url->fragment, "e");
  EXPECT_EQ(url->text_without_fragment(), "https://Ada:Love%20@x.org:8443/a/b?c=d");
  EXPECT_TRUE(url->is_web());
  EXPECT_FALSE(parse_url("ftp://x.org")->is_web());
  EXPECT_TRUE(parse_url("mailto:a")->is_opaque);
  EXPECT_FALSE(parse_url("foo:/a")->has_authority);
}

TEST(Url, OriginIsSchemeHostAndPort) {
  constexpr Case kCases[] = {{"https://u:p@X.org:8443/a", "https://x.org:8443"},
                             {"https://x.org:443/a", "https://x.org"},
                             {"ws://[0::1]:9/", "ws://[::1]:9"},
                             {"blob:https://x.org:9/1-2", "https://x.org:9"},
                             {"blob:null/1-2", "null"},
                             {"blob:blob:https://x.org/", "null"},
                             {"file:///x", "null"},
                             {"data:,x", "null"},
                             {"about:blank", "null"},
                             {"foo://h/", "null"}};
  for (const auto& [input, expected] : kCases) EXPECT_EQ(parse_url(input)->origin(), expected) << input;
}

TEST(Url, EffectivePortKnowsTheDefaults) {
  EXPECT_EQ(parse_url("http://x.org")->effective_port(), 80);
  EXPECT_EQ(parse_url("https://x.org:80")->effective_port(), 80);
  EXPECT_EQ(parse_url("wss://x.org")->effective_port(), 443);
  EXPECT_EQ(parse_url("ftp://x.org")->effective_port(), 21);
  EXPECT_EQ(parse_url("file:///x")->effective_port(), std::nullopt);
  EXPECT_EQ(parse_url("about:blank")->effective_port(), std::nullopt);
  EXPECT_EQ(parse_url("foo://h:80")->effective_port(), 80);
}

TEST(Url, NormalisedTextReadsAsTheSameUrl) {
  for (const auto& [input, expected] : kAbsolute) {
    if (expected.empty()) continue;
    auto url = parse_url(input);
    EXPECT_EQ(parse_url(url->text()), url) << input;
    EXPECT_EQ(resolve_url(*parse_url("https://elsewhere.org/a/b"), url->text()), url) << input;
  }
}

TEST(Url, LongTextCostsItsLengthOnly) {
  std::string deep = "http://x.org";
  for (int i = 0; i < 100'000; ++i) deep += "/..//a";
  EXPECT_TRUE(parse_url(deep));
  EXPECT_TRUE(parse_url(cat("data:,", std::string(4'000'000, ' '), "x")));
}

}  // namespace
}  // namespace oc
