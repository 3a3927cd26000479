#include "crawl/url_rules.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::crawl {
namespace {

Url url(std::string_view text) {
  return *parse_url(text);
}

TEST(CanonicalUrl, OneSpelling) {
  auto spelled = [](std::string_view text) { return canonical_url(url(text))->text(); };
  EXPECT_EQ(spelled("HTTP://X.org:80"), "http://x.org/");
  EXPECT_EQ(spelled("http://x.org/a#part"), "http://x.org/a");
  EXPECT_EQ(spelled("http://x.org/a?utm_source=n&b=1&fbclid=2"), "http://x.org/a?b=1");
  EXPECT_EQ(spelled("http://x.org/a?utm_source=n"), "http://x.org/a");
  EXPECT_EQ(spelled("http://u:p@x.org/a"), "http://x.org/a");
  EXPECT_EQ(spelled("http://x.org/a?b=1&a=2"), "http://x.org/a?b=1&a=2") << "the order may matter";
  EXPECT_FALSE(canonical_url(url("mailto:a@b.c")));
  EXPECT_FALSE(canonical_url(url("file:///x")));
}

struct ScopeCase {
  Scope scope;
  std::string_view other;
  bool inside;
};

TEST(UrlRules, Scopes) {
  const ScopeCase kCases[] = {{Scope::origin, "http://www.x.co.uk:8080/b", true},
                              {Scope::origin, "http://www.x.co.uk/b", false},
                              {Scope::origin, "https://www.x.co.uk:8080/b", false},
                              {Scope::host, "https://www.x.co.uk/b", true},
                              {Scope::host, "http://x.co.uk/", false},
                              {Scope::domain, "https://shop.x.co.uk/", true},
                              {Scope::domain, "https://y.co.uk/", false},
                              {Scope::any, "http://other.org/", true}};
  for (const ScopeCase& one : kCases) {
    UrlRules rules{{.scope = one.scope}, url("http://www.x.co.uk:8080/a")};
    EXPECT_EQ(rules.in_scope(url(one.other)), one.inside) << word_of(one.scope) << " " << one.other;
  }
  UrlRules numbers{{.scope = Scope::domain}, url("http://127.0.0.1/")};
  EXPECT_FALSE(numbers.in_scope(url("http://10.0.0.1/"))) << "addresses have no domain";
}

TEST(UrlRules, Wildcards) {
  UrlRules rules{{.include = {"*/docs/*", "*guide*"}, .exclude = {"*.old*"}}, url("http://x.org/")};
  EXPECT_TRUE(rules.is_wanted(url("http://x.org/docs/a")));
  EXPECT_TRUE(rules.is_wanted(url("http://x.org/guide")));
  EXPECT_FALSE(rules.is_wanted(url("http://x.org/blog")));
  EXPECT_FALSE(rules.is_wanted(url("http://x.org/docs/a.old")));
  UrlRules open{{}, url("http://x.org/")};
  EXPECT_TRUE(open.is_wanted(url("http://x.org/any")));
}

TEST(UrlRules, TrapsEnd) {
  UrlRules rules{{.max_pages = 20}, url("http://x.org/")};
  EXPECT_FALSE(rules.is_new_enough(url("http://x.org/a/b/a/b/a/b/a/b")));
  EXPECT_FALSE(rules.is_new_enough(url(cat("http://x.org/", std::string(3000, 'x')))));
  int taken = 0;
  for (int i = 0; i < 10'000; ++i) taken += rules.is_new_enough(url(cat("http://x.org/cal?day=", i)));
  EXPECT_LE(taken, 500);
  EXPECT_GT(taken, 0);
  EXPECT_TRUE(rules.is_new_enough(url("http://x.org/another/kind")));
}

TEST(UrlRules, FilesThatAreNoPages) {
  for (std::string_view path : {"/a.png", "/x/y.ZIP", "/style.css"})
    EXPECT_TRUE(is_binary_path(path)) << path;
  for (std::string_view path : {"/", "/a.html", "/v1.2/notes", "/a.php", "/png"})
    EXPECT_FALSE(is_binary_path(path)) << path;
}

}  // namespace
}  // namespace oc::crawl
