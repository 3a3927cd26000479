#include "crawl/robots.h"

#include <gtest/gtest.h>

namespace oc::crawl {
namespace {

struct Case {
  std::string_view rules;
  std::string_view path;
  bool allowed;
};

bool allows(std::string_view robots, std::string_view path, std::string_view agent = kAgent) {
  return Robots::parse(robots, agent).allows(*parse_url(std::string{"http://x.org"} + std::string{path}));
}

// RFC 9309, 5.1: one file, several crawlers.
TEST(Robots, ExampleOfTheStandardSimple) {
  constexpr std::string_view kFile =
      "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"
      "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"
      "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n"
      "User-Agent: quxbot\n\n# EOF";
  EXPECT_FALSE(allows(kFile, "/a/b.gif"));
  EXPECT_FALSE(allows(kFile, "/example/"));
  EXPECT_TRUE(allows(kFile, "/publications/x"));
  EXPECT_TRUE(allows(kFile, "/other"));
  EXPECT_FALSE(allows(kFile, "/other", "foobot"));
  EXPECT_TRUE(allows(kFile, "/example/page.html", "foobot"));
  EXPECT_TRUE(allows(kFile, "/example/allowed.gif", "foobot"));
  EXPECT_FALSE(allows(kFile, "/example/page.html", "barbot"));
  EXPECT_FALSE(allows(kFile, "/example/page.html", "bazbot"));
  EXPECT_TRUE(allows(kFile, "/a.gif", "bazbot"));
  EXPECT_TRUE(allows(kFile, "/example/page.html", "quxbot")) << "a group of its own without rules";
}

// RFC 9309, 5.2: the longest match.
TEST(Robots, ExampleOfTheStandardLongestMatch) {
  constexpr std::string_view kFile =
      "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";
  EXPECT_FALSE(allows(kFile, "/example/page/disallowed.gif", "foobot"));
  EXPECT_TRUE(allows(kFile, "/example/page/", "foobot"));
}

// RFC 9309, 2.2.2: what is compared.
TEST(Robots, ExamplesOfTheStandardEncoding) {
  auto fits = [](std::string_view rule, std::string_view path) {
    return !allows(std::string{"User-agent: *\nDisallow: "} + std::string{rule}, path);
  };
  EXPECT_TRUE(fits("/foo/bar?baz=quz", "/foo/bar?baz=quz"));
  EXPECT_TRUE(fits("/foo/bar?baz=http://foo.bar", "/foo/bar?baz=http://foo.bar"));
  EXPECT_TRUE(fits("/foo/bar/\xe3\x83\x84", "/foo/bar/%E3%83%84"));
  EXPECT_TRUE(fits("/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"));
  EXPECT_TRUE(fits("/foo/bar/%62%61%7A", "/foo/bar/baz"));
}

TEST(Robots, Rules) {
  constexpr std::string_view kGroup = "User-agent: *\n";
  const Case kCases[] = {
      {"Disallow:", "/x", true},                                 // nothing is forbidden
      {"Disallow: /", "/x", false},                              //
      {"Disallow: /", "/robots.txt", true},                      // always
      {"Disallow: /fish", "/fish", false},                       //
      {"Disallow: /fish", "/fish.html", false},                  //
      {"Disallow: /fish", "/fishheads/yummy.html", false},       //
      {"Disallow: /fish", "/Fish.asp", true},                    // paths know case
      {"Disallow: /fish", "/catfish", true},                     // from the beginning
      {"Disallow: /fish*", "/fishheads", false},                 // the star at the end changes nothing
      {"Disallow: /fish/", "/fish", true},                       //
      {"Disallow: /fish/", "/fish/salmon.htm", false},           //
      {"Disallow: /fish/", "/animals/fish/", true},              //
      {"Disallow: /*.php", "/index.php", false},                 //
      {"Disallow: /*.php", "/folder/any.php.file.html", false},  //
      {"Disallow: /*.php", "/windows.PHP", true},                //
      {"Disallow: /*.php$", "/filename.php", false},             //
      {"Disallow: /*.php$", "/filename.php?x=1", true},          //
      {"Disallow: /*.php$", "/filename.php5", true},             //
      {"Disallow: /fish*.php", "/fishheads/catfish.php?p", false},
      {"Disallow: /fish*.php", "/Fish.php", true},
      {"Allow: /p\nDisallow: /", "/page", true},
      {"Allow: /folder\nDisallow: /folder", "/folder/page", true},  // a tie: Allow
      {"Disallow: /folder\nAllow: /folder", "/folder/page", true},  // whatever comes first
      {"Allow: /page\nDisallow: /*.htm", "/page.htm", false},       // the longer one
      {"Allow: /page\nDisallow: /*.ph", "/page.php5", true},        // a tie again
      {"Allow: /$\nDisallow: /", "/", true},
      {"Allow: /$\nDisallow: /", "/page.htm", false},
      {"Disallow: /a$b", "/a$b", false},                  // a dollar inside is a letter
      {"Disallow: /*?", "/x?y=1", false},                 // queries
      {"Disallow: /*?", "/x", true},                      //
      {"Disallow: /*/private/*", "/a/private/b", false},  //
      {"Disallow: /a%2fb", "/a/b", true},                 // an encoded slash is none
      {"Disallow: /a%2Fb", "/a%2fb", false},              //
      {"Disallow: /%7Ejoe", "/~joe/x", false},            //
      {"Disallow: /x # remark", "/x", false},             //
      {"  disallow :   /x  ", "/x/y", false},             // spaces and case
      {"Disallow /x", "/x", false},                       // no colon
      {"Dissalow: /x", "/x", true},                       // no guesses
      {"Disallow: x", "/x", true},                        // not a path
      {"Disallow: *", "/x", false},                       //
      {"Noindex: /x\nDisallow: /y", "/x", true},          // other words do not end a group
      {"Disallow: /a*a*a*a*a*a*a*a*a*b", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", true},
  };
  for (const Case& one : kCases) {
    std::string file = std::string{kGroup} + std::string{one.rules};
    EXPECT_EQ(allows(file, one.path), one.allowed) << one.rules << " for " << one.path;
  }
}

TEST(Robots, Groups) {
  const Case kCases[] = {
      {"User-agent: OpenChrome\nDisallow: /a\nUser-agent: *\nDisallow: /", "/b", true},
      {"User-agent: *\nDisallow: /\nUser-agent: openchrome/2.0 (x)\nDisallow: /a", "/b", true},
      {"User-agent: openchromebot\nDisallow: /", "/b", true},
      {"User-agent: a\nUser-agent: openchrome\nUser-agent: b\nDisallow: /", "/b", false},
      {"User-agent: openchrome\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: openchrome\nDisallow: "
       "/b",
       "/b", false},
      {"User-agent: openchrome\nDisallow: /a\nUser-agent: openchrome\nDisallow: /b", "/a", false},
      {"Disallow: /", "/b", true},  // of no group
      {"User-agent: openchrome\nSitemap: http://x/s\nUser-agent: y\nDisallow: /", "/b", false},
      {"User-agent: *\nCrawl-delay: 1\nUser-agent: openchrome\nDisallow: /", "/b", false},
      {"\xef\xbb\xbfUser-agent: *\nDisallow: /", "/b", false},
      {"User-agent: *\r\nDisallow: /\r\n", "/b", false},
      {"User-agent: *\rDisallow: /\r", "/b", false},
      {"", "/b", true},
  };
  for (const Case& one : kCases) EXPECT_EQ(allows(one.rules, one.path), one.allowed) << one.rules;
}

TEST(Robots, DelaysAndSitemaps) {
  Robots robots = Robots::parse(
      "Sitemap: http://x.org/a.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow: /p\nsitemap:  /b.xml \n"
      "User-agent: other\nCrawl-delay: 9\n");
  EXPECT_EQ(robots.delay(), std::chrono::milliseconds{2500});
  EXPECT_EQ(robots.sitemaps(), (std::vector<std::string>{"http://x.org/a.xml", "/b.xml"}));
  EXPECT_FALSE(Robots::parse("User-agent: *\nCrawl-delay: soon").delay());
  EXPECT_EQ(Robots::parse("User-agent: *\nCrawl-delay: 86400").delay(), std::chrono::minutes{1});
}

TEST(Robots, WhatTheStatusMeans) {
  Url page = *parse_url("http://x.org/p");
  constexpr std::string_view kNo = "User-agent: *\nDisallow: /";
  EXPECT_FALSE(Robots::for_status(200, kNo).allows(page));
  EXPECT_TRUE(Robots::for_status(404, kNo).allows(page));
  EXPECT_TRUE(Robots::for_status(403, "").allows(page));
  EXPECT_FALSE(Robots::for_status(503, "").allows(page));
  EXPECT_FALSE(Robots::for_status(429, "").allows(page));
  EXPECT_FALSE(Robots::for_status(0, "").allows(page)) << "not reached";
}

TEST(Robots, ALongFileIsReadUpToALimit) {
  std::string file = "User-agent: *\n" + std::string(kMaxRobotsBytes, '#') + "\nDisallow: /";
  EXPECT_TRUE(allows(file, "/x"));
}

}  // namespace
}  // namespace oc::crawl
