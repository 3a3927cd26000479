// Texts and arguments are fixed by the scenarios; what is completed is not.
#include "fixture_prompts.h"

#include "base/encoding.h"
#include "base/text.h"
#include "questions.h"
#include "sample_media.h"

namespace oc::conformance {
namespace {

using mcp::PromptArguments;
using mcp::PromptMessage;
using tool::AskPort;
using Rendered = Task<Result<std::vector<PromptMessage>>>;

std::vector<PromptMessage> messages(std::initializer_list<PromptMessage> all) {
  return all;
}

Rendered simple(PromptArguments, AskPort&, Stop) {
  co_return messages({PromptMessage::text("This is a simple prompt for testing.")});
}

Rendered with_arguments(PromptArguments arguments, AskPort&, Stop) {
  co_return messages({PromptMessage::text(
      cat("Prompt with arguments: arg1='", arguments.at("arg1"), "', arg2='", arguments.at("arg2"), "'"))});
}

Rendered with_resource(PromptArguments arguments, AskPort&, Stop) {
  json::object resource{{"uri", arguments.at("resourceUri")},
                        {"mimeType", "text/plain"},
                        {"text", "Embedded resource content for testing."}};
  PromptMessage embedded{"user", {{"type", "resource"}, {"resource", std::move(resource)}}};
  co_return messages(
      {std::move(embedded), PromptMessage::text("Please process the embedded resource above.")});
}

Rendered with_image(PromptArguments, AskPort&, Stop) {
  PromptMessage image{
      "user", {{"type", "image"}, {"data", base64_encode(red_pixel_png())}, {"mimeType", "image/png"}}};
  co_return messages({std::move(image), PromptMessage::text("Please analyze the image above.")});
}

Rendered after_asking(PromptArguments, AskPort& asker, Stop stop) {
  auto answers = co_await asker.ask(
      {ask_text("user_context", "What context should the prompt use?", "context")}, std::move(stop));
  if (!answers) co_return std::unexpected(answers.error());
  co_return messages(
      {PromptMessage::text(cat("Use this context: ", field_of(answers->at("user_context"), "context")))});
}

std::vector<std::string> complete_argument(std::string_view argument, std::string_view prefix) {
  std::vector<std::string> out;
  if (argument != "arg1") return out;
  for (std::string_view value : {"paris", "park", "party", "test1", "test2"}) {
    if (value.starts_with(prefix)) out.emplace_back(value);
  }
  return out;
}

}  // namespace

mcp::PromptSet fixture_prompts() {
  return {
      {.name = "test_simple_prompt", .description = "A prompt without arguments.", .render = simple},
      {.name = "test_prompt_with_arguments",
       .description = "A prompt that repeats its arguments.",
       .arguments = {{"arg1", "First test argument", true}, {"arg2", "Second test argument", true}},
       .render = with_arguments,
       .complete = complete_argument},
      {.name = "test_prompt_with_embedded_resource",
       .description = "A prompt that carries a resource.",
       .arguments = {{"resourceUri", "URI of the resource to embed", true}},
       .render = with_resource},
      {.name = "test_prompt_with_image",
       .description = "A prompt that carries a picture.",
       .render = with_image},
      {.name = "test_input_required_result_prompt",
       .description = "A prompt that asks the user first.",
       .render = after_asking},
  };
}

}  // namespace oc::conformance
