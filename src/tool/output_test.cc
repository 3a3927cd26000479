#include "tool/output.h"

#include <gtest/gtest.h>

#include "json/write.h"

namespace oc::tool {
namespace {

ToolOutput folded(ToolOutput output) {
  output.notes = {"[browser] one", "[task] two"};
  fold_notes(output);
  return output;
}

TEST(FoldNotes, ATextEndsWithThem) {
  EXPECT_EQ(std::get<std::string>(folded(ToolOutput::text("done")).body), "done\n[browser] one\n[task] two");
  EXPECT_EQ(std::get<std::string>(folded(ToolOutput::text("done\n")).body),
            "done\n[browser] one\n[task] two");
  EXPECT_TRUE(folded(ToolOutput::text("done")).notes.empty());
}

TEST(FoldNotes, AnObjectHoldsThem) {
  ToolOutput output = folded(ToolOutput::json(json::object{{"tabId", "t1"}}));
  EXPECT_EQ(json::write(std::get<json::value>(output.body)),
            R"({"tabId":"t1","notes":["[browser] one","[task] two"]})");
  EXPECT_TRUE(output.notes.empty());
}

TEST(FoldNotes, WhatHasNoRoomForThemStaysAsItIs) {
  ToolOutput list = folded(ToolOutput::json(json::array{1, 2}));
  EXPECT_EQ(json::write(std::get<json::value>(list.body)), "[1,2]");
  EXPECT_EQ(list.notes.size(), 2U);
  ToolOutput own = folded(ToolOutput::json(json::object{{"notes", "of the page"}}));
  EXPECT_EQ(json::write(std::get<json::value>(own.body)), R"({"notes":"of the page"})");
  EXPECT_EQ(own.notes.size(), 2U);
  EXPECT_EQ(folded(ToolOutput::only(Image{"bytes", "image/png"})).notes.size(), 2U);
}

TEST(FoldNotes, WithoutNotesNothingIsAdded) {
  ToolOutput output = ToolOutput::json(json::object{{"tabId", "t1"}});
  fold_notes(output);
  EXPECT_EQ(json::write(std::get<json::value>(output.body)), R"({"tabId":"t1"})");
}

}  // namespace
}  // namespace oc::tool
