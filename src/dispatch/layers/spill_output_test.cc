#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"
#include "json/write.h"
#include "outputs/output_record.h"
#include "outputs/output_store.h"

namespace oc::dispatch {
namespace {

using tool::OutputMode;
using tool::samples::look;

struct SpillOutputTest : testing::Test {
  tool::FakeServices fake;

  Result<ToolOutput> run(LayerFunction next, tool::CommonArgs args) {
    Call call = call_of(look(), {});
    call.common = std::move(args);
    return run_layer(fake, spill_output, call, next);
  }
  // The payload of the stored output that an answer describes.
  std::string stored(const ToolOutput& answer) {
    const json::object& described = std::get<json::value>(answer.body).as_object();
    std::string handle = json::text_of(described, "output_handle");
    EXPECT_TRUE(outputs::is_handle(handle)) << handle;
    auto whole = fake.loop.run(fake.outputs.whole(handle, 1'000'000'000, {}));
    return whole ? whole->payload : whole.error().message;
  }
};

Task<Result<ToolOutput>> say_words(Services&, Call&, Next) {
  co_return ToolOutput::text("words", "text/markdown");
}

Task<Result<ToolOutput>> say_much(Services&, Call&, Next) {
  ToolOutput output = ToolOutput::json(json::object{{"text", std::string(200'000, 'x')}});
  output.notes = {"a remark"};
  co_return output;
}

TEST_F(SpillOutputTest, InlineIsTheAnswerAsItIs) {
  EXPECT_EQ(std::get<std::string>(run(say_words, {})->body), "words");
  EXPECT_TRUE(fake.journalled().empty());
}

TEST_F(SpillOutputTest, AHandleIsADescriptorAndALink) {
  auto answer = run(say_words, {.output_mode = OutputMode::handle});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(stored(*answer), "words");
  EXPECT_EQ(std::get<json::value>(answer->body).at("mime_type").as_string(), "text/markdown");
  ASSERT_EQ(answer->attachments.size(), 1U);
  const auto& link = std::get<tool::ResourceLink>(answer->attachments[0]);
  EXPECT_TRUE(link.uri.starts_with("openchrome://output/oh_")) << link.uri;
  EXPECT_EQ(link.size_bytes, 5);
}

TEST_F(SpillOutputTest, TheJournalHearsOfIt) {
  auto answer = run(say_words, {.output_mode = OutputMode::handle});
  json::object event = fake.journalled().at(0).as_object();
  EXPECT_EQ(event.at("event").as_string(), "output_handle_created");
  EXPECT_EQ(event.at("source_tool").as_string(), "look");
  EXPECT_EQ(event.at("size_bytes").as_int64(), 5);
  EXPECT_EQ(event.at("handle"), std::get<json::value>(answer->body).at("output_handle"));
}

TEST_F(SpillOutputTest, AutoGoesByTheSize) {
  auto small = run(say_words, {.output_mode = OutputMode::automatic, .output_inline_limit_bytes = 5});
  EXPECT_EQ(std::get<std::string>(small->body), "words");
  auto large = run(say_words, {.output_mode = OutputMode::automatic, .output_inline_limit_bytes = 4});
  EXPECT_EQ(stored(*large), "words");
}

TEST_F(SpillOutputTest, BeyondTheCeilingItIsStoredAndSaidSo) {
  auto answer = run(say_much, {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(stored(*answer).size(), 200'011U);
  EXPECT_LE(json::write(std::get<json::value>(answer->body)).size(), 4096U);
  ASSERT_EQ(answer->notes.size(), 2U);
  EXPECT_EQ(answer->notes[0], "a remark");
  EXPECT_TRUE(answer->notes[1].starts_with("[output] 200011 bytes")) << answer->notes[1];
  fake.services.pages.max_inline_bytes = 1'000'000;
  EXPECT_EQ(run(say_much, {})->notes.size(), 1U);
}

TEST_F(SpillOutputTest, ErrorsAndAnswersWithoutABodyPass) {
  auto failing = [](Services&, Call&, Next) -> Task<Result<ToolOutput>> {
    co_return fail(ErrorCode::timeout, "late");
  };
  EXPECT_EQ(run(failing, {.output_mode = OutputMode::handle}).error().code, ErrorCode::timeout);
  auto picture = [](Services&, Call&, Next) -> Task<Result<ToolOutput>> {
    co_return ToolOutput::only(tool::Image{"png", "image/png"});
  };
  EXPECT_EQ(run(picture, {.output_mode = OutputMode::handle})->attachments.size(), 1U);
}

}  // namespace
}  // namespace oc::dispatch
