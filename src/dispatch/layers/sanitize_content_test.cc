#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"
#include "json/write.h"

namespace oc::dispatch {
namespace {

using tool::samples::add;
using tool::samples::look;

Result<ToolOutput> run(tool::FakeServices& fake, LayerFunction next, const tool::Tool& tool = look()) {
  Call call = call_of(tool, {});
  return run_layer(fake, sanitize_content, call, next);
}

Task<Result<ToolOutput>> say_dirty(Services&, Call&, Next) {
  co_return ToolOutput::text("a\u200bb<!-- c -->");
}

TEST(SanitizeContent, TextIsCleanedAndANoteSaysSo) {
  tool::FakeServices fake;
  auto outcome = run(fake, say_dirty);
  EXPECT_EQ(std::get<std::string>(outcome->body), "ab");
  ASSERT_EQ(outcome->notes.size(), 1U);
  EXPECT_TRUE(outcome->notes[0].starts_with("[sanitizer] removed ")) << outcome->notes[0];
}

TEST(SanitizeContent, DataIsCleanedAndANoteSaysSo) {
  tool::FakeServices fake;
  auto data = [](Services&, Call& call, Next) -> Task<Result<ToolOutput>> {
    call.page.hidden_texts = 2;
    co_return ToolOutput::json(json::object{{"k\u200b", json::array{"x\u202ey"}}});
  };
  auto outcome = run(fake, data);
  EXPECT_EQ(json::write(std::get<json::value>(outcome->body)), R"({"k":["xy"]})");
  ASSERT_EQ(outcome->notes.size(), 1U);
  EXPECT_NE(outcome->notes[0].find("dropped 2 hidden texts"), std::string::npos);
}

TEST(SanitizeContent, ErrorsQuotePagesToo) {
  tool::FakeServices fake;
  auto failing = [](Services&, Call&, Next) -> Task<Result<ToolOutput>> {
    Error error{ErrorCode::dialog_open, "a dialog: x\u200by"};
    error.details = json::object{{"text", "p\u200bq"}};
    co_return std::unexpected(error);
  };
  auto outcome = run(fake, failing);
  EXPECT_EQ(outcome.error().message, "a dialog: xy");
  EXPECT_EQ(outcome.error().details.at("text").as_string(), "pq");
}

TEST(SanitizeContent, CleanTextIsNotTouched) {
  tool::FakeServices fake;
  EXPECT_EQ(std::get<std::string>(run(fake, succeed)->body), "done");
}

TEST(SanitizeContent, ItCanBeTurnedOffAndLeavesTheServersOwnAnswersAlone) {
  tool::FakeServices fake;
  EXPECT_NE(std::get<std::string>(run(fake, say_dirty, add())->body).find("<!--"), std::string::npos);
  fake.services.pages.sanitize = false;
  EXPECT_NE(std::get<std::string>(run(fake, say_dirty)->body).find("<!--"), std::string::npos);
}

}  // namespace
}  // namespace oc::dispatch
