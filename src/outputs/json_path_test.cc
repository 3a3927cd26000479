#include "outputs/json_path.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace oc::outputs {
namespace {

using Place = std::vector<json::StructureScan::Step>;

json::StructureScan::Step key(std::string name) {
  return {.key = std::move(name)};
}
json::StructureScan::Step at(std::uint64_t index) {
  return {.is_array = true, .index = index};
}

bool leads(std::string_view path, const Place& place) {
  auto parsed = JsonPath::parse(path);
  EXPECT_TRUE(parsed) << path;
  return parsed && parsed->leads_to(place);
}

TEST(JsonPath, NamesIndexesAndWildcards) {
  Place title{key("pages"), at(3), key("title")};
  for (const char* path : {"$.pages[3].title", "$.pages[*].title", "$['pages'][3][\"title\"]", "$.*[*].*",
                           "$..title", "pages[*].title", "$..[3].title", "$.pages..title"})
    EXPECT_TRUE(leads(path, title)) << path;
  for (const char* path : {"$", "$.pages", "$.pages[2].title", "$.pages[3]", "$.title", "$.pages[3].title.x",
                           "$..url", "$[3].title"})
    EXPECT_FALSE(leads(path, title)) << path;
  EXPECT_TRUE(leads("$", {}));
  EXPECT_TRUE(leads("$['a b.c']", {key("a b.c")}));
}

TEST(JsonPath, DeepStepsTryEveryDepth) {
  Place place{key("a"), key("b"), key("a"), at(0), key("b"), key("b"), key("c")};
  for (const char* path : {"$..a..c", "$..b.b.c", "$..a..b.c", "$..a.b..b.c", "$.a..[0].b..c", "$..a[0]..*",
                           "$..*..*..*", "$..b..b..b..c"})
    EXPECT_TRUE(leads(path, place)) << path;
  for (const char* path : {"$..a..b", "$..a.b.c", "$..c..a", "$..a..a..a..c", "$..b..b..b..b..c", "$..[0].c"})
    EXPECT_FALSE(leads(path, place)) << path;
}

// Trying all ways to share the depths out among the steps would take longer than anybody lives.
TEST(JsonPath, ManyDeepStepsAreNoRiddle) {
  std::string path = "$";
  for (int i = 0; i < 40; ++i) path += "..a";
  Place place(120, key("a"));
  EXPECT_TRUE(leads(path, place));
  EXPECT_FALSE(leads(path + "..b", place));
  EXPECT_FALSE(leads(path + "..b.a", place));
}

TEST(JsonPath, PointersTakeNamesAndIndexes) {
  auto path = JsonPath::parse_pointer("/a~1b/0/~0");
  ASSERT_TRUE(path);
  EXPECT_TRUE(path->leads_to({key("a/b"), at(0), key("~")}));
  EXPECT_TRUE(path->leads_to({key("a/b"), key("0"), key("~")}));
  EXPECT_FALSE(path->leads_to({key("a/b"), at(1), key("~")}));
  EXPECT_TRUE(path->is_single());
  EXPECT_TRUE(JsonPath::parse_pointer("")->leads_to({}));
  EXPECT_EQ(JsonPath::parse_pointer("a").error().code, ErrorCode::invalid_arguments);
}

TEST(JsonPath, WhatCannotBeReadIsToldFromWhere) {
  for (const char* path : {"$.", "$[", "$[x]", "$.a b", "$[?(@.x)]", "$.a["}) {
    auto parsed = JsonPath::parse(path);
    ASSERT_FALSE(parsed) << path;
    EXPECT_EQ(parsed.error().code, ErrorCode::invalid_arguments);
  }
}

TEST(JsonPath, ThePathAsTextLeadsThere) {
  Place place{key("pages"), at(12), key("a b")};
  EXPECT_EQ(path_text(place), "$.pages[12]['a b']");
  EXPECT_TRUE(leads(path_text(place), place));
}

bool holds(std::string_view condition, std::string_view value) {
  auto parsed = Condition::parse(condition);
  EXPECT_TRUE(parsed) << condition;
  return parsed && parsed->holds(json::parse(value).value());
}

TEST(Condition, ComparesByKind) {
  std::string_view page =
      R"({"status":404,"title":"Price list","code":"Item 2005","a":{"b":true},"tags":["x","y"],"none":null})";
  for (const char* yes :
       {"status = 404", "status==404", "status >= 400", "status < 405", "status != 200",
        "title contains Price", "code contains 2005", "title = Price list", "title = \"Price list\"",
        "a.b = true", "tags contains y", "none = null", "missing != 1", "title > Apple"})
    EXPECT_TRUE(holds(yes, page)) << yes;
  for (const char* no : {"status = 200", "status > 404", "title contains price", "missing = 1", "a.b = false",
                         "tags contains z", "title > 5", "status contains 4"})
    EXPECT_FALSE(holds(no, page)) << no;
  EXPECT_TRUE(holds(". > 3", "4"));
}

TEST(Condition, WhatIsNoneIsRefused) {
  for (const char* bad : {"", "status", "= 4", "status ~ 4"}) EXPECT_FALSE(Condition::parse(bad)) << bad;
}

}  // namespace
}  // namespace oc::outputs
