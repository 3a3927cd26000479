#include "mcp/listed_schema.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"

namespace oc::mcp {
namespace {

json::object parsed(std::string_view text) {
  return json::parse(text)->as_object();
}

TEST(ListedSchema, ArgumentsKeepWhatACallerNeeds) {
  auto listed = listed_input(parsed(
      R"({"type":"object","properties":{"limit":{"type":"integer","description":"Most.","default":10,"minimum":1,"maximum":9},)"
      R"("of":{"type":"array","items":{"type":"string","maxLength":5},"maxItems":2},"flag":{"type":"boolean","default":false}},)"
      R"("required":["of"],"additionalProperties":false})"));
  EXPECT_EQ(
      json::write(json::value(listed)),
      R"({"type":"object","properties":{"limit":{"type":"integer","description":"Most.","default":10},)"
      R"("of":{"type":"array","items":{"type":"string"}},"flag":{"type":"boolean"}},"required":["of"]})");
}

TEST(ListedSchema, AnArgumentMayBeCalledLikeALimit) {
  auto listed = listed_input(
      parsed(R"({"type":"object","properties":{"maximum":{"type":"integer"},"pattern":{"type":"string"}}})"));
  EXPECT_EQ(listed.at("properties").as_object().size(), 2U);
}

TEST(ListedSchema, WhatGoesWithoutSayingIsLeftOut) {
  auto listed = listed_input(
      parsed(R"({"type":"object","properties":{"mode":{"type":"string","enum":["a","b"],"default":"a"},)"
             R"("key":{"type":"string","minLength":1},"offset":{"type":"integer","default":0},)"
             R"("seldom":{"type":"integer","x-listed-when":"never"}}})"));
  EXPECT_EQ(json::write(json::value(listed)),
            R"({"type":"object","properties":{"mode":{"enum":["a","b"],"default":"a"},)"
            R"("key":{"type":"string"},"offset":{"type":"integer"}}})");
}

TEST(ListedSchema, AnArgumentForTheExtensionIsListedOnceOneIsPaired) {
  json::object schema = parsed(
      R"({"type":"object","properties":{"via":{"type":"string","x-listed-when":"extension_paired"}}})");
  EXPECT_EQ(json::write(json::value(listed_input(schema))), R"({"type":"object","properties":{}})");
  EXPECT_EQ(json::write(json::value(listed_input(schema, {.extension_paired = true}))),
            R"({"type":"object","properties":{"via":{"type":"string"}}})");
}

}  // namespace
}  // namespace oc::mcp
