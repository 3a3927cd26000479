#include "dispatch/recorded_outcome.h"

#include <gtest/gtest.h>

#include "json/write.h"

namespace oc::dispatch {
namespace {

using tool::ToolOutput;

Result<ToolOutput> again(const Result<ToolOutput>& outcome) {
  return from_record(to_record(outcome));
}

TEST(RecordedOutcome, TextDataNotesAndMetaComeBack) {
  ToolOutput text = ToolOutput::text("hello").with("attached");
  text.notes = {"a note"};
  text.meta["x"] = 1;
  text.stopped = StopReason::deadline;
  auto back = again(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<std::string>(back->body), "hello");
  EXPECT_EQ(back->notes, std::vector<std::string>{"a note"});
  EXPECT_EQ(std::get<std::string>(back->attachments.at(0)), "attached");
  EXPECT_EQ(back->meta.at("x").as_int64(), 1);
  EXPECT_EQ(back->stopped, StopReason::deadline);
  auto data = again(ToolOutput::json(json::object{{"tabId", "t1"}}));
  EXPECT_EQ(json::write(std::get<json::value>(data->body)), R"({"tabId":"t1"})");
  EXPECT_TRUE(std::get<json::value>(again(ToolOutput::json(nullptr))->body).is_null());
}

TEST(RecordedOutcome, PicturesAreLeftOutAndCounted) {
  auto back = again(ToolOutput::only(tool::Image{"bytes", "image/png"}).with("shown"));
  ASSERT_TRUE(back);
  ASSERT_EQ(back->attachments.size(), 1U);
  EXPECT_EQ(std::get<std::string>(back->attachments[0]), "shown");
  ASSERT_EQ(back->notes.size(), 1U);
  EXPECT_NE(back->notes[0].find("1 attachment of the first answer"), std::string::npos);
}

TEST(RecordedOutcome, ErrorsComeBackWhole) {
  Error error{ErrorCode::element_covered, "covered", "move it", json::object{{"by", "div"}}};
  error.state = json::object{{"url", "u"}};
  error.meta["x"] = 1;
  error.notes = {"held: POST /"};
  auto back = again(std::unexpected(error));
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().code, ErrorCode::element_covered);
  EXPECT_EQ(back.error().message, "covered");
  EXPECT_EQ(back.error().hint, "move it");
  EXPECT_EQ(json::write(back.error().details), R"({"by":"div"})");
  EXPECT_EQ(json::write(back.error().state), R"({"url":"u"})");
  EXPECT_EQ(json::write(back.error().meta), R"({"x":1})");
  EXPECT_EQ(back.error().notes, std::vector<std::string>{"held: POST /"});
}

TEST(RecordedOutcome, WhatStandsBesideTheBodyComesBackWithoutIt) {
  EXPECT_FALSE(beside_body(ToolOutput::text("hello")));
  EXPECT_FALSE(beside_body(std::unexpected(Error{ErrorCode::timeout, "late"})));
  EXPECT_FALSE(beside_body(ToolOutput::text("hello").with(std::string(20'000, 'x')))) << "not worth keeping";
  ToolOutput output = ToolOutput::text("hello").with("attached");
  output.notes = {"a note"};
  output.meta["x"] = 1;
  auto kept = beside_body(output);
  ASSERT_TRUE(kept);
  EXPECT_EQ(json::write(*kept), R"({"notes":["a note"],"texts":["attached"],"meta":{"x":1}})");
  ToolOutput back = ToolOutput::text("other");
  put_beside(*kept, back);
  EXPECT_EQ(std::get<std::string>(back.body), "other");
  EXPECT_EQ(back.notes, std::vector<std::string>{"a note"});
  EXPECT_EQ(std::get<std::string>(back.attachments.at(0)), "attached");
  EXPECT_EQ(back.meta.at("x").as_int64(), 1);
  auto of_error =
      beside_body(std::unexpected(Error{ErrorCode::timeout, "late", "", json::object{{"by", 1}}}));
  ASSERT_TRUE(of_error);
  Error error{ErrorCode::timeout, "late"};
  put_beside(*of_error, error);
  EXPECT_EQ(json::write(error.details), R"({"by":1})");
}

TEST(RecordedOutcome, ACodeOfALaterVersionIsAnUnknownOutcome) {
  auto back = from_record({{"error", {{"code", "eaten_by_bear"}, {"message", "m"}}}});
  EXPECT_EQ(back.error().code, ErrorCode::outcome_unknown);
}

TEST(RecordedOutcome, AHugeTextIsShortened) {
  auto back = again(ToolOutput::text(std::string(3'000'000, 'x')));
  EXPECT_LT(std::get<std::string>(back->body).size(), 1'100'000U);
}

}  // namespace
}  // namespace oc::dispatch
