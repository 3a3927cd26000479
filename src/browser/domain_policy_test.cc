#include "browser/domain_policy.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/text.h"

namespace oc::browser {
namespace {

namespace fs = std::filesystem;

DomainPolicy policy(DomainRules rules) {
  auto made = DomainPolicy::make(std::move(rules));
  EXPECT_TRUE(made) << made.error().message;
  return made ? *made : DomainPolicy{};
}

// "" when the judge lets it pass, else the error's word.
std::string navigation(const DomainPolicy& judge, std::string_view url) {
  auto verdict = judge.check_navigation(url);
  return verdict ? "" : std::string{verdict.error().word()};
}
std::string request(const DomainPolicy& judge, std::string_view url) {
  auto verdict = judge.check_request(url);
  return verdict ? "" : std::string{verdict.error().word()};
}

TEST(DomainPolicy, WithoutRulesEveryWebAddressPasses) {
  DomainPolicy judge;
  EXPECT_TRUE(judge.is_open());
  for (std::string_view url : {"http://x.org", "HTTPS://X.ORG:8443/a?b#c", "http://127.0.0.1/", "about:blank",
                               "about:srcdoc", "about:blank#x", " http:\\\\x.org\\a "})
    EXPECT_EQ(navigation(judge, url), "") << url;
}

TEST(DomainPolicy, OtherSchemesAreNotVisited) {
  DomainPolicy judge;
  for (std::string_view url :
       {"javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "ftp://x.org/",
        "file:///etc/passwd", "chrome://settings", "chrome-extension://abc/x", "view-source:http://x.org",
        "devtools://x", "ws://x.org", "blob:https://x.org/1", "about:version", "about:config",
        "filesystem:http://x.org/t/", "chrome-error://chromewebdata/"})
    EXPECT_EQ(navigation(judge, url), "domain_blocked") << url;
  for (std::string_view url :
       {"", "x.org", "//x.org", "http://", "http://[::1", "http://x.org:99999", "hello world"})
    EXPECT_EQ(navigation(judge, url), "invalid_arguments") << url;
}

TEST(DomainPolicy, PagesMayLoadMoreThanTabsMayVisit) {
  DomainPolicy judge;
  for (std::string_view url : {"http://x.org", "ws://x.org", "wss://x.org/s", "data:image/png;base64,AA",
                               "DATA:,x", " data:,x", "blob:https://x.org/1", "blob:null/1", "about:blank",
                               "about:srcdoc", "chrome-error://chromewebdata/"})
    EXPECT_EQ(request(judge, url), "") << url;
  for (std::string_view url : {"ftp://x.org/", "file:///etc/passwd", "chrome://settings", "javascript:1",
                               "chrome-extension://abc/x", "chrome-error://other/"})
    EXPECT_EQ(request(judge, url), "domain_blocked") << url;
  EXPECT_EQ(request(judge, "nonsense"), "invalid_arguments");
}

TEST(DomainPolicy, OnlyAllowedHosts) {
  DomainPolicy judge = policy({.allow = {"Good.org", "*.good.org", "10.0.*.*"}});
  EXPECT_FALSE(judge.is_open());
  for (std::string_view url :
       {"http://good.org/", "https://GOOD.org:8443", "http://good.org./", "http://a.b.good.org/",
        "http://u:p@good.org", "http://good%2Eorg", "http://ｇｏｏｄ.org", "http://10.0.3.4",
        "http://0xa.0.3.4", "http://evil.org@good.org/", "about:blank"})
    EXPECT_EQ(navigation(judge, url), "") << url;
  for (std::string_view url :
       {"http://evil.org/", "http://good.org@evil.org/", "http://good.org:80@evil.org",
        "http://good.org%40evil.org", "http://evil.org\\@good.org/", "http://evil.org#@good.org",
        "http://evil.org?good.org", "http://good.org.evil.org", "http://notgood.org", "http://goodorg",
        "http://good.org..", "http://10.1.3.4", "http://10.0.3.4.evil.org",
        "http://gооd.org" /* Cyrillic о */, "http://[::ffff:10.0.3.4]",
        "http://evil.org\t.good.org.evil.org"})
    EXPECT_NE(navigation(judge, url), "") << url;
  EXPECT_EQ(request(judge, "wss://good.org"), "");
  EXPECT_EQ(request(judge, "wss://evil.org"), "domain_blocked");
  EXPECT_EQ(request(judge, "blob:https://good.org/1"), "");
  EXPECT_EQ(request(judge, "blob:https://evil.org/1"), "domain_blocked");
  EXPECT_EQ(request(judge, "data:,x"), "");
}

TEST(DomainPolicy, AStarDoesNotCoverTheApex) {
  DomainPolicy judge = policy({.allow = {"*.x.org"}});
  EXPECT_EQ(navigation(judge, "http://a.x.org"), "");
  EXPECT_EQ(navigation(judge, "http://x.org"), "domain_blocked");
  EXPECT_EQ(navigation(judge, "http://x.org."), "domain_blocked");
}

TEST(DomainPolicy, BlockedHostsInEverySpelling) {
  DomainPolicy judge =
      policy({.block = {"evil.org", "*.evil.org", "192.168.0.1", "CAFÉ.fr", "*.münchen.de"}});
  EXPECT_FALSE(judge.is_open());
  for (std::string_view url : {"http://evil.org",
                               "http://EVIL.ORG",
                               "http://evil.org.",
                               "http://a.b.evil.org",
                               "http://good.org@evil.org",
                               "http://%65vil.org",
                               "http://ｅｖｉｌ。org",
                               "http://ev\u00ADil.org",
                               "http://e\tv\nil.org",
                               "http://192.168.0.1",
                               "http://192.168.1",
                               "http://0xc0.0xa8.0.1",
                               "http://3232235521",
                               "http://0300.0250.0.01",
                               "http://192.168.0.1.",
                               "http://[::ffff:192.168.0.1]",
                               "http://[0:0:0:0:0:ffff:c0a8:1]",
                               "http://café.fr",
                               "http://xn--caf-dma.fr",
                               "http://XN--CAF-DMA.fr",
                               "http://caf%C3%A9.fr",
                               "http://www.MÜNCHEN.de"})
    EXPECT_EQ(navigation(judge, url), "domain_blocked") << url;
  for (std::string_view url : {"http://good.org", "http://evil.org@good.org", "http://evil.com",
                               "http://münchen.de", "http://192.168.0.2", "http://evil.org.good.org"})
    EXPECT_EQ(navigation(judge, url), "") << url;
  EXPECT_EQ(request(judge, "ws://evil.org"), "domain_blocked");
}

TEST(DomainPolicy, BlockWinsOverAllow) {
  DomainPolicy judge = policy({.allow = {"*"}, .block = {"*.ads.org"}});
  EXPECT_EQ(navigation(judge, "http://x.org"), "");
  EXPECT_EQ(navigation(judge, "http://a.ads.org"), "domain_blocked");
  judge = policy({.allow = {"a.ads.org"}, .block = {"*.ads.org"}});
  EXPECT_EQ(navigation(judge, "http://a.ads.org"), "domain_blocked");
}

TEST(DomainPolicy, BlockingThisMachineBlocksAllItsNames) {
  for (std::string_view rule : {"localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]"}) {
    DomainPolicy judge = policy({.block = {std::string{rule}}});
    for (std::string_view url :
         {"http://localhost/", "http://LocalHost.:3000/", "http://app.localhost/", "http://127.0.0.1/",
          "http://127.9.9.9/", "http://2130706433/", "http://0x7f.1/", "http://0/", "http://[::1]/",
          "http://[::]/", "http://[::ffff:7f00:1]/"})
      EXPECT_EQ(navigation(judge, url), "domain_blocked") << rule << ' ' << url;
    EXPECT_EQ(navigation(judge, "http://128.0.0.1/"), "");
    EXPECT_EQ(navigation(judge, "http://localhost.org/"), "");
  }
}

TEST(DomainPolicy, RulesMayNameAPort) {
  DomainPolicy judge =
      policy({.allow = {"x.org:8080", "y.org", "[::1]:3000", "z.org:443"}, .block = {"y.org:81", "*:25"}});
  for (std::string_view url :
       {"http://x.org:8080", "http://y.org", "https://y.org", "http://[0::1]:3000", "https://z.org"})
    EXPECT_EQ(navigation(judge, url), "") << url;
  for (std::string_view url : {"http://x.org", "https://x.org", "http://x.org:8081", "http://y.org:81",
                               "http://[::1]", "http://z.org", "http://y.org:25"})
    EXPECT_EQ(navigation(judge, url), "domain_blocked") << url;
}

TEST(DomainPolicy, OwnPortsAreClosedForEveryHost) {
  DomainPolicy judge = policy({.allow = {"*"}, .own_ports = {9222, 80}});
  for (std::string_view url :
       {"http://localhost:9222/json", "http://rebound.evil.org:9222", "https://127.0.0.1:9222",
        "http://x.org", "http://[::1]:9222", "http://x.org:009222/"})
    EXPECT_EQ(navigation(judge, url), "domain_blocked") << url;
  EXPECT_EQ(request(judge, "ws://127.1:9222/devtools/browser/1"), "domain_blocked");
  EXPECT_EQ(request(judge, "blob:http://localhost:9222/1"), "domain_blocked");
  EXPECT_EQ(navigation(judge, "https://x.org"), "");
  EXPECT_EQ(navigation(judge, "http://x.org:9223"), "");
  EXPECT_TRUE(policy({.own_ports = {9222}}).is_open());
}

TEST(DomainPolicy, NarrowingIsAnIntersection) {
  DomainPolicy wide = policy({.allow = {"*.x.org", "y.org"}, .block = {"bad.x.org"}, .own_ports = {9222}});
  auto narrow = wide.narrowed_to(std::vector<std::string>{"*.x.org", "z.org"});
  ASSERT_TRUE(narrow);
  EXPECT_EQ(navigation(*narrow, "http://a.x.org"), "");
  for (std::string_view url : {"http://y.org", "http://z.org", "http://bad.x.org", "http://a.x.org:9222"})
    EXPECT_EQ(navigation(*narrow, url), "domain_blocked") << url;
  EXPECT_EQ(navigation(wide, "http://y.org"), "");
  auto narrower = narrow->narrowed_to(std::vector<std::string>{"a.x.org"});
  EXPECT_EQ(navigation(*narrower, "http://a.x.org"), "");
  EXPECT_EQ(navigation(*narrower, "http://b.x.org"), "domain_blocked");
  EXPECT_EQ(navigation(*wide.narrowed_to({}), "http://y.org"), "");
  EXPECT_TRUE(DomainPolicy{}.narrowed_to({})->is_open());
  EXPECT_FALSE(DomainPolicy{}.narrowed_to(std::vector<std::string>{"*"})->is_open());
  EXPECT_EQ(wide.narrowed_to(std::vector<std::string>{"a b"}).error().code, ErrorCode::invalid_arguments);
}

TEST(DomainPolicy, BadGlobsAreNamed) {
  for (std::string_view glob :
       {"",        " ",           "x.org ",     "http://x.org", "https:x.org", "x.org/a", "u@x.org", "x.org?",
        "x.org:0", "x.org:65536", "x.org:http", "x.org:",       "::1",         "[::1",    "[::g]",   ".x.org",
        "*.",      "x..org",      "*..org",     "**.x.org",     "1.2.3.999",   "a%20b",   "x\\y",    "a^b",
        "*.a^b",   "\n",          "x\xFF",      "*.ⓔ.org",      "a*é.org",     ":80"}) {
    for (bool is_allow : {true, false}) {
      DomainRules rules;
      (is_allow ? rules.allow : rules.block) = {"fine.org", std::string{glob}};
      auto made = DomainPolicy::make(std::move(rules));
      ASSERT_FALSE(made) << glob;
      EXPECT_EQ(made.error().code, ErrorCode::invalid_arguments);
      EXPECT_NE(made.error().message.find(cat("\"", one_line(glob), "\"")), std::string::npos)
          << made.error().message;
      EXPECT_FALSE(made.error().hint.empty());
    }
  }
  for (std::string_view glob :
       {"x.org", "x.org.", "X.ORG:1", "*", "*:8080", "*.x.org", "cdn*.x.org", "*.x.org.", "[::1]",
        "[0:0::1]:80", "localhost", "a_b", "127.1", "*.café.fr", "münchen.de"})
    EXPECT_TRUE(DomainPolicy::make({.allow = {std::string{glob}}})) << glob;
}

TEST(DomainPolicy, RefusalsSayWhichRule) {
  DomainPolicy judge = policy({.allow = {"a.org", "b.org", "c.org", "d.org", "e.org", "f.org", "*.evil.org"},
                               .block = {"*.Evil.org"},
                               .own_ports = {9222}});
  auto blocked = judge.check_navigation("http://u:secret@x.evil.org/?token=secret").error();
  EXPECT_EQ(blocked.message, "x.evil.org is blocked by the rule *.Evil.org");
  auto other = judge.check_navigation("http://other.org:81/?token=secret").error();
  EXPECT_EQ(other.message, "other.org:81 is not among the allowed hosts");
  EXPECT_EQ(other.hint, "Allowed: a.org, b.org, c.org, d.org, e.org and 2 more.");
  EXPECT_NE(judge.check_navigation("http://a.org:9222").error().message.find("9222"), std::string::npos);
  auto scheme = judge.check_navigation("javascript:secret").error();
  EXPECT_EQ(scheme.message, "addresses with javascript: are not allowed");
}

struct DomainPolicyFiles : testing::Test {
  fs::path base;
  fs::path root;

  void SetUp() override {
    char name[] = "/tmp/oc_domain_policy_XXXXXX";
    base = fs::canonical(mkdtemp(name));
    root = base / "root dir";
    fs::create_directories(root / "sub");
    fs::create_directories(base / "root dir2");
    for (const fs::path& file :
         {root / "a b.html", root / "sub/é.html", base / "secret", base / "root dir2/x"})
      std::ofstream{file} << "x";
    fs::create_symlink(base / "secret", root / "escape");
    fs::create_directory_symlink(base, root / "up");
    fs::create_symlink(root / "a b.html", root / "inside");
    fs::create_symlink(base / "not there", root / "dangling");
  }
  void TearDown() override { fs::remove_all(base); }

  DomainPolicy judge() const { return policy({.file_roots = {root.string()}}); }
  std::string verdict(std::string_view rest) const {
    return navigation(judge(), cat("file://", base.string(), rest));
  }
};

TEST_F(DomainPolicyFiles, BelowARootOnly) {
  for (std::string_view file : {"/root%20dir/a%20b.html", "/root dir/a b.html#x?y", "/root%20dir/",
                                "/root%20dir", "/root%20dir/sub/é.html", "/root%20dir/sub/../a%20b.html",
                                "/root%20dir/inside", "/root%20dir/%61%20b.html?q", "\\root dir\\a b.html"})
    EXPECT_EQ(verdict(file), "") << file;
  for (std::string_view file :
       {"/secret", "/", "", "/root%20dir/../secret", "/root%20dir/%2e%2e/secret",
        "/root%20dir/sub/..%2f..%2fsecret", "/root%20dir/sub/..%5c..%5csecret", "/root%20dir/escape",
        "/root%20dir/up/secret", "/root%20dir/dangling", "/root%20dir2/x", "/root%20dir/not_there",
        "/root%20dir/a%20b.html%00", "/root%20dir/a%20b.html/"})
    EXPECT_EQ(verdict(file), "path_not_allowed") << file;
  EXPECT_EQ(navigation(judge(), "file:///etc/passwd"), "path_not_allowed");
  EXPECT_EQ(navigation(judge(), cat("file://srv", root.string(), "/sub")), "path_not_allowed");
  EXPECT_EQ(navigation(judge(), cat("file://localhost", root.string(), "/sub")), "");
  EXPECT_EQ(request(judge(), cat("file://", root.string(), "/sub")), "");
  EXPECT_EQ(request(judge(), "file:///etc/passwd"), "path_not_allowed");
}

TEST_F(DomainPolicyFiles, MissingFilesAndForeignFilesLookAlike) {
  auto foreign = judge().check_navigation(cat("file://", base.string(), "/secret")).error();
  auto missing = judge().check_navigation(cat("file://", base.string(), "/sEcret")).error();
  EXPECT_EQ(foreign.hint, missing.hint);
  EXPECT_EQ(lower(foreign.message), lower(missing.message));
}

TEST_F(DomainPolicyFiles, RootsMayBeLinksOrEndInASlash) {
  fs::create_directory_symlink(root, base / "link");
  DomainPolicy linked = policy({.file_roots = {(base / "link").string() + "/"}});
  EXPECT_EQ(navigation(linked, cat("file://", root.string(), "/sub")), "");
  EXPECT_EQ(navigation(linked, cat("file://", base.string(), "/link/sub")), "");
  EXPECT_EQ(navigation(linked, cat("file://", base.string(), "/secret")), "path_not_allowed");
  EXPECT_EQ(navigation(policy({.file_roots = {"/"}}), "file:///etc/passwd"), "");
  EXPECT_EQ(navigation(policy({.file_roots = {"/not/there"}}), "file:///etc/passwd"), "path_not_allowed");
  EXPECT_FALSE(DomainPolicy::make({.file_roots = {"relative"}}));
  EXPECT_FALSE(DomainPolicy::make({.file_roots = {""}}));
}

TEST(DomainPolicy, CookiesKnowNoPorts) {
  auto verdict = [](const DomainPolicy& judge, std::string_view host) {
    auto outcome = judge.check_cookies_of(host);
    return outcome ? std::string_view{} : outcome.error().word();
  };
  DomainPolicy allows = policy({.allow = {"x.org:8080", "*.y.org"}});
  EXPECT_EQ(verdict(allows, "x.org"), "");
  EXPECT_EQ(verdict(allows, "A.Y.org"), "");
  EXPECT_EQ(verdict(allows, "y.org"), "domain_blocked");
  DomainPolicy blocks = policy({.block = {"x.org:8080", "z.org", "localhost"}, .own_ports = {80}});
  EXPECT_EQ(verdict(blocks, "x.org"), "");
  EXPECT_EQ(verdict(blocks, "z.org"), "domain_blocked");
  EXPECT_EQ(verdict(blocks, "127.0.0.1"), "domain_blocked");
  EXPECT_EQ(verdict(blocks, "no host"), "invalid_arguments");
}

}  // namespace
}  // namespace oc::browser
