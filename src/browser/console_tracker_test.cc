#include "browser/console_tracker.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

json::object text_argument(std::string_view text) {
  return {{"type", "string"}, {"value", text}};
}

json::object frame(std::string_view function, std::string_view url, int line, int column) {
  return {{"functionName", function}, {"url", url}, {"lineNumber", line}, {"columnNumber", column}};
}

json::object trace(json::array frames) {
  return {{"callFrames", std::move(frames)}};
}

struct ConsoleTrackerTest : testing::Test {
  testing_support::FakePage page;
  ConsoleTracker console;

  void SetUp() override { console.listen(*page.session()); }
  const ConsoleEntry& last() const { return console.ring().entries().back().entry; }
  std::size_t count() const { return console.ring().entries().size(); }
  void call(std::string_view type, json::array arguments, json::object more = {}) {
    json::object params{{"type", type}, {"args", std::move(arguments)}, {"timestamp", 1700000000123.75}};
    for (auto& member : more) params[member.key()] = member.value();
    page.emit("Runtime.consoleAPICalled", std::move(params));
  }
  std::string shown(json::object argument) {
    call("log", {std::move(argument)});
    return last().text;
  }
};

TEST_F(ConsoleTrackerTest, AnApiCallIsAnEntryWithItsArgumentsTimeAndPlace) {
  call("log", {text_argument("count:"), json::object{{"type", "number"}, {"value", 7}}},
       {{"stackTrace", trace({frame("f", "http://x/a.js", 4, 9)})}});
  ASSERT_EQ(count(), 1U);
  EXPECT_EQ(last().text, "count: 7");
  EXPECT_EQ(last().source, "console");
  EXPECT_EQ(last().level, ConsoleLevel::log);
  EXPECT_EQ(last().ts_ms, 1700000000123);
  EXPECT_EQ(last().url, "http://x/a.js");
  EXPECT_EQ(last().line, 5) << "CDP counts from 0";
  EXPECT_EQ(last().column, 10);
  EXPECT_TRUE(last().stack.empty()) << "the way there matters when something is wrong";
}

TEST_F(ConsoleTrackerTest, EveryKindOfArgumentIsShownAsTheConsoleWould) {
  EXPECT_EQ(shown(text_argument("plain")), "plain");
  EXPECT_EQ(shown({{"type", "boolean"}, {"value", true}}), "true");
  EXPECT_EQ(shown({{"type", "object"}, {"subtype", "null"}, {"value", nullptr}}), "null");
  EXPECT_EQ(shown({{"type", "undefined"}}), "undefined");
  EXPECT_EQ(shown({{"type", "bigint"}, {"unserializableValue", "12n"}, {"description", "12n"}}), "12n");
  EXPECT_EQ(shown({{"type", "number"}, {"unserializableValue", "NaN"}}), "NaN");
  EXPECT_EQ(shown({{"type", "function"}, {"description", "function f(){}"}}), "function f(){}");
}

json::object previewed(std::string_view subtype, std::string_view description, json::array properties,
                       bool overflow = false) {
  json::object preview{{"properties", std::move(properties)}, {"overflow", overflow}};
  json::object argument{{"type", "object"}, {"description", description}, {"preview", std::move(preview)}};
  if (!subtype.empty()) argument["subtype"] = subtype;
  return argument;
}

json::object property(std::string_view name, std::string_view value) {
  return {{"name", name}, {"value", value}};
}

TEST_F(ConsoleTrackerTest, ObjectsAndArraysAreShownByTheirPreview) {
  EXPECT_EQ(shown(previewed("", "Object", {property("a", "1"), property("b", "Object")})),
            "{a: 1, b: Object}");
  EXPECT_EQ(shown(previewed("array", "Array(2)", {property("0", "x"), property("1", "y")})), "[x, y]");
  EXPECT_EQ(shown(previewed("", "Object", {})), "{}");
  EXPECT_EQ(shown(previewed("array", "Array(0)", {})), "[]");
  EXPECT_EQ(shown(previewed("array", "Array(500)", {property("0", "1"), property("1", "2")}, true)),
            "[1, 2, …]");
}

TEST_F(ConsoleTrackerTest, WhatAPreviewCannotTellIsShownByItsDescription) {
  EXPECT_EQ(shown(previewed("error", "Error: no\n    at f", {property("stack", "s")})),
            "Error: no\n    at f");
  EXPECT_EQ(shown(previewed("date", "Tue Nov 14 2023", {})), "Tue Nov 14 2023");
  EXPECT_EQ(shown(previewed("regexp", "/a+/", {})), "/a+/");
  EXPECT_EQ(shown(previewed("node", "div#main", {})), "div#main");
  EXPECT_EQ(shown(previewed("map", "Map(2)", {property("size", "2")})), "Map(2)");
}

TEST_F(ConsoleTrackerTest, LevelsAreThoseOfTheCall) {
  const std::pair<std::string_view, ConsoleLevel> levels[] = {
      {"log", ConsoleLevel::log},         {"info", ConsoleLevel::info},   {"debug", ConsoleLevel::debug},
      {"warning", ConsoleLevel::warning}, {"error", ConsoleLevel::error}, {"assert", ConsoleLevel::error},
      {"table", ConsoleLevel::log}};
  for (auto& [word, level] : levels) {
    call(word, {text_argument("x")});
    EXPECT_EQ(last().level, level) << word;
  }
}

TEST_F(ConsoleTrackerTest, ErrorsAndWarningsKeepTheirStackOfTenFrames) {
  json::array frames;
  for (int i = 0; i < 15; ++i) frames.push_back(frame(i == 0 ? "" : "g", "http://x/a.js", i, 0));
  call("warning", {text_argument("w")}, {{"stackTrace", trace(frames)}});
  ASSERT_EQ(last().stack.size(), 10U);
  EXPECT_EQ(last().stack[0], "(anonymous) (http://x/a.js:1:1)");
  EXPECT_EQ(last().stack[1], "g (http://x/a.js:2:1)");
}

TEST_F(ConsoleTrackerTest, AnUncaughtExceptionIsAnErrorWithItsText) {
  page.emit("Runtime.exceptionThrown",
            {{"timestamp", 5.0},
             {"exceptionDetails",
              {{"text", "Uncaught"},
               {"url", "http://x/b.js"},
               {"lineNumber", 2},
               {"columnNumber", 3},
               {"exception", {{"type", "object"}, {"subtype", "error"}, {"description", "Error: boom"}}},
               {"stackTrace", trace({frame("h", "http://x/b.js", 2, 3)})}}}});
  EXPECT_EQ(last().text, "Uncaught Error: boom");
  EXPECT_EQ(last().level, ConsoleLevel::error);
  EXPECT_EQ(last().source, "exception");
  EXPECT_EQ(last().url, "http://x/b.js");
  EXPECT_EQ(last().line, 3);
  EXPECT_EQ(last().column, 4);
  EXPECT_EQ(last().ts_ms, 5);
  EXPECT_EQ(last().stack, std::vector<std::string>{"h (http://x/b.js:3:4)"});
}

TEST_F(ConsoleTrackerTest, AnExceptionThatIsNoErrorShowsItsValue) {
  page.emit("Runtime.exceptionThrown",
            {{"exceptionDetails", {{"text", "Uncaught"}, {"exception", text_argument("just text")}}}});
  EXPECT_EQ(last().text, "Uncaught just text");
}

TEST_F(ConsoleTrackerTest, TheBrowsersOwnEntriesNameTheirSource) {
  page.emit("Log.entryAdded", {{"entry",
                                {{"source", "network"},
                                 {"level", "error"},
                                 {"text", "Failed to load"},
                                 {"url", "http://x/c.png"},
                                 {"lineNumber", 0},
                                 {"timestamp", 9.0}}}});
  EXPECT_EQ(last().source, "network");
  EXPECT_EQ(last().level, ConsoleLevel::error);
  EXPECT_EQ(last().text, "Failed to load");
  EXPECT_EQ(last().url, "http://x/c.png");
  EXPECT_EQ(last().line, 1);
  EXPECT_EQ(last().ts_ms, 9);
  page.emit("Log.entryAdded", {{"entry", {{"source", "violation"}, {"level", "verbose"}, {"text", "slow"}}}});
  EXPECT_EQ(last().level, ConsoleLevel::debug);
  EXPECT_EQ(last().line, 0) << "no place was told";
}

TEST_F(ConsoleTrackerTest, LongTextsAreCut) {
  call("error", {text_argument(std::string(100'000, 'x')), text_argument("never seen")});
  EXPECT_LE(last().text.size(), 4096U + 3);
  EXPECT_TRUE(last().text.ends_with("…"));
}

TEST_F(ConsoleTrackerTest, AddressesWithoutEndDoNotFillTheStack) {
  std::string address = "data:text/javascript," + std::string(500'000, 'x');
  call("error", {text_argument("e")}, {{"stackTrace", trace({frame("f", address, 0, 0)})}});
  EXPECT_LT(last().url.size(), 2000U);
  ASSERT_EQ(last().stack.size(), 1U);
  EXPECT_LT(last().stack[0].size(), 2000U);
  EXPECT_TRUE(last().stack[0].ends_with(":1:1)")) << "the place stays readable";
}

TEST_F(ConsoleTrackerTest, TheRingIsBoundedAndSaysHowManyWereDropped) {
  for (int i = 0; i < 500; ++i) call("log", {text_argument(std::to_string(i) + std::string(2000, 'x'))});
  EXPECT_LT(count(), 140U);
  EXPECT_GT(count(), 100U);
  EXPECT_EQ(console.ring().dropped() + count(), 500U);
  EXPECT_TRUE(last().text.starts_with("499"));
}

TEST_F(ConsoleTrackerTest, NonsenseIsNoEntryAndNoHarm) {
  page.emit("Runtime.exceptionThrown", {});
  page.emit("Log.entryAdded", {});
  EXPECT_EQ(count(), 0U);
  page.emit("Runtime.consoleAPICalled", {});
  EXPECT_EQ(last().text, "");
}

TEST_F(ConsoleTrackerTest, OneSessionOrAllMayBeForgotten) {
  console.listen(*page.session("s2"));
  page.emit("Log.entryAdded", {{"entry", {{"text", "two"}}}}, "s2");
  EXPECT_EQ(count(), 1U);
  console.forget_session("s2");
  page.emit("Log.entryAdded", {{"entry", {{"text", "lost"}}}}, "s2");
  call("log", {text_argument("one")});
  EXPECT_EQ(count(), 2U);
  EXPECT_EQ(last().text, "one");
  console.forget_sessions();
  call("log", {text_argument("lost")});
  EXPECT_EQ(count(), 2U) << "what was heard stays";
}

}  // namespace
}  // namespace oc::browser
