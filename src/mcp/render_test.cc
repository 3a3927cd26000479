#include "mcp/render.h"

#include <gtest/gtest.h>

#include "json/write.h"
#include "tool/testing/sample_tools.h"

namespace oc::mcp {
namespace {

using tool::ToolOutput;

std::string rendered(Result<ToolOutput> outcome, Revision revision,
                     const tool::Tool& tool = tool::samples::echo()) {
  return json::write(render_outcome(outcome, tool, revision));
}

TEST(Render, TextIsOneBlock) {
  EXPECT_EQ(rendered(ToolOutput::text("hi"), kModern), R"({"content":[{"type":"text","text":"hi"}]})");
}

TEST(Render, DataIsTextAndStructuredContentWhereTheRevisionHasIt) {
  auto data = [] { return ToolOutput::json(json::object{{"sum", 3}}); };
  EXPECT_EQ(rendered(data(), Revision::v2025_06_18, tool::samples::add()),
            R"({"content":[{"type":"text","text":"{\"sum\":3}"}],"structuredContent":{"sum":3}})");
  EXPECT_EQ(rendered(data(), Revision::v2025_03_26, tool::samples::add()),
            R"({"content":[{"type":"text","text":"{\"sum\":3}"}]})");
}

TEST(Render, NotesStandInTheTextOrInTheData) {
  ToolOutput text = ToolOutput::text("hi");
  text.notes = {"[browser] news"};
  EXPECT_EQ(rendered(std::move(text), kModern),
            R"({"content":[{"type":"text","text":"hi\n[browser] news"}]})");
  ToolOutput data = ToolOutput::json(json::object{{"sum", 3}});
  data.notes = {"[browser] news"};
  EXPECT_EQ(rendered(std::move(data), kModern, tool::samples::add()),
            R"({"content":[{"type":"text","text":"{\"sum\":3,\"notes\":[\"[browser] news\"]}"}],)"
            R"("structuredContent":{"sum":3,"notes":["[browser] news"]}})");
  ToolOutput list = ToolOutput::json(json::array{1});
  list.notes = {"[browser] news"};
  EXPECT_EQ(rendered(std::move(list), kModern),
            R"({"content":[{"type":"text","text":"[1]"},{"type":"text","text":"[browser] news"}]})");
}

TEST(Render, LongDataIsSentOnce) {
  json::object rows{{"rows", std::string(3000, 'x')}};
  json::object result = render_outcome(ToolOutput::json(rows), tool::samples::echo(), kModern);
  EXPECT_FALSE(result.contains("structuredContent"));
  EXPECT_EQ(result.at("content").at(0).at("text").as_string(), json::write(json::value(rows)));
}

TEST(Render, AToolThatPromisesStructuredContentKeepsItShort) {
  json::object data{{"sum", 3}, {"title", std::string(9000, 'x')}};
  json::object result = render_outcome(ToolOutput::json(data), tool::samples::add(), kModern);
  EXPECT_EQ(result.at("structuredContent").at("sum").as_int64(), 3);
  std::string text{json::view(result.at("content").at(0).at("text").as_string())};
  EXPECT_EQ(text, json::write(result.at("structuredContent")));
  EXPECT_LE(text.size(), 2048U);
  json::object old = render_outcome(ToolOutput::json(data), tool::samples::add(), Revision::v2025_03_26);
  EXPECT_EQ(old.at("content").at(0).at("text").as_string().size(), json::write(json::value(data)).size());
}

TEST(Render, WhatIsAttachedToDataComesAfterIt) {
  auto data = ToolOutput::json(json::object{{"sum", 3}}).with("a note").with("another");
  EXPECT_EQ(rendered(std::move(data), kModern, tool::samples::add()),
            R"({"content":[{"type":"text","text":"{\"sum\":3}"},{"type":"text","text":"a note"},)"
            R"({"type":"text","text":"another"}],"structuredContent":{"sum":3}})");
}

TEST(Render, ThePageOfAnErrorStandsBeforeIt) {
  Error error{ErrorCode::element_not_found, "none", "look"};
  error.state = json::object{{"url", "u"}};
  EXPECT_TRUE(json::write(error_json(error)).starts_with(R"({"state":{"url":"u"},"error":{"code")"));
}

TEST(Render, ErrorsSayWhatToDoNext) {
  Error error{ErrorCode::timeout, "too slow", "wait longer"};
  EXPECT_EQ(rendered(std::unexpected(error), kModern, tool::samples::add()),
            R"({"content":[{"type":"text","text":"{\"error\":{\"code\":\"timeout\",\"message\":\"too slow\",)"
            R"(\"hint\":\"wait longer\",\"retryable\":true}}"}],"isError":true})");
}

TEST(Render, ErrorsAreTextWhateverTheTool) {
  Error error{ErrorCode::timeout, "too slow", "wait longer"};
  EXPECT_EQ(rendered(std::unexpected(error), kModern, tool::samples::add()),
            rendered(std::unexpected(error), kModern, tool::samples::echo()));
}

TEST(Render, NotesFollowAnError) {
  Error error{ErrorCode::timeout, "too slow", "wait longer"};
  error.notes = {"[task] close to it"};
  EXPECT_NE(rendered(std::unexpected(error), kModern, tool::samples::add())
                .find(R"(},\"notes\":[\"[task] close to it\"]}"}],"isError":true)"),
            std::string::npos);
}

TEST(Render, WhatIsKnownOfAnErrorBesidesStandsInMeta) {
  Error error{ErrorCode::timeout, "too slow", "wait longer"};
  error.meta["openchrome/receipt"] = json::object{{"key", "k"}};
  EXPECT_TRUE(rendered(std::unexpected(error), kModern, tool::samples::add())
                  .ends_with(R"("isError":true,"_meta":{"openchrome/receipt":{"key":"k"}}})"));
}

TEST(Render, BlocksOfLaterRevisionsBecomeText) {
  auto link = [] { return ToolOutput::only(tool::ResourceLink{"openchrome://x", "x"}); };
  EXPECT_EQ(rendered(link(), Revision::v2025_03_26),
            R"({"content":[{"type":"text","text":"openchrome://x"}]})");
  EXPECT_EQ(rendered(link(), Revision::v2025_11_25),
            R"({"content":[{"type":"resource_link","uri":"openchrome://x","name":"x"}]})");
  EXPECT_EQ(rendered(ToolOutput::only(tool::Audio{"abc", "audio/wav"}), Revision::v2024_11_05),
            R"({"content":[{"type":"text","text":"[audio/wav, 3 bytes]"}]})");
}

}  // namespace
}  // namespace oc::mcp
