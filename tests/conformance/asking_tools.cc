// Fixture tools that ask once: of a client with a session by our own request, of a stateless one by their
// result.
#include "base/text.h"
#include "fixture_tools.h"
#include "questions.h"

namespace oc::conformance {
namespace {

using namespace tool;

struct SamplingArgs {
  std::string prompt;
};
const Record<SamplingArgs> kSampling{required("prompt", &SamplingArgs::prompt, "What to ask the model.")};
Task<Result<ToolOutput>> sampling(ToolContext& context, SamplingArgs args) {
  auto answers = co_await context.ask({ask_model("reply", args.prompt, 100)});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text(cat("LLM response: ", model_text(answers->at("reply"))));
}

// Needs what the suite's client does not declare in this call.
Task<Result<ToolOutput>> undeclared_capability(ToolContext& context, NoArgs) {
  auto answers = co_await context.ask({ask_model("reply", "Say anything.", 10)});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text("The client declared the capability.");
}

json::object plain(std::string_view type, std::string_view description) {
  return {{"type", type}, {"description", description}};
}

struct ElicitationArgs {
  std::string message;
};
const Record<ElicitationArgs> kElicitation{
    required("message", &ElicitationArgs::message, "What to ask the user.")};
Task<Result<ToolOutput>> elicitation(ToolContext& context, ElicitationArgs args) {
  json::object properties{{"username", plain("string", "User's response")},
                          {"email", plain("string", "User's email address")}};
  auto answers = co_await context.ask({Question::form(
      "user", args.message,
      {{"type", "object"}, {"properties", std::move(properties)}, {"required", {"username", "email"}}})});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text(cat("User response: ", outcome_of(answers->at("user"))));
}

// A stream that carries only notifications before its result, however much the tool asks.
Task<Result<ToolOutput>> streaming_elicitation(ToolContext& context, NoArgs) {
  context.keep_going({.done = 1, .total = 2, .message = "before the question"});
  auto answers = co_await context.ask({ask_text("user_name", "What is your name?", "name")});
  if (!answers) co_return std::unexpected(answers.error());
  context.keep_going({.done = 2, .total = 2, .message = "after the question"});
  co_return ToolOutput::text(outcome_of(answers->at("user_name")));
}

Task<Result<ToolOutput>> ask_form(ToolContext& context, json::object properties) {
  auto answers = co_await context.ask({Question::form(
      "form", "Please review the fields.", {{"type", "object"}, {"properties", std::move(properties)}})});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text(cat("Elicitation completed: ", outcome_of(answers->at("form"))));
}

Task<Result<ToolOutput>> defaults(ToolContext& context, NoArgs) {
  return ask_form(
      context,
      {{"name", {{"type", "string"}, {"description", "User name"}, {"default", "John Doe"}}},
       {"age", {{"type", "integer"}, {"description", "User age"}, {"default", 30}}},
       {"score", {{"type", "number"}, {"description", "User score"}, {"default", 95.5}}},
       {"status", {{"type", "string"}, {"enum", {"active", "inactive", "pending"}}, {"default", "active"}}},
       {"verified", {{"type", "boolean"}, {"description", "Is verified"}, {"default", true}}}});
}

json::array titled(std::initializer_list<std::string_view> titles) {
  json::array out;
  for (std::string_view title : titles) {
    out.push_back(json::object{{"const", cat("value", out.size() + 1)}, {"title", title}});
  }
  return out;
}

Task<Result<ToolOutput>> enums(ToolContext& context, NoArgs) {
  const json::array options{"option1", "option2", "option3"};
  return ask_form(
      context,
      {{"untitledSingle", {{"type", "string"}, {"enum", options}}},
       {"titledSingle",
        {{"type", "string"}, {"oneOf", titled({"First Option", "Second Option", "Third Option"})}}},
       {"legacyEnum",
        {{"type", "string"},
         {"enum", {"opt1", "opt2", "opt3"}},
         {"enumNames", {"Option One", "Option Two", "Option Three"}}}},
       {"untitledMulti", {{"type", "array"}, {"items", json::object{{"type", "string"}, {"enum", options}}}}},
       {"titledMulti",
        {{"type", "array"},
         {"items", json::object{{"anyOf", titled({"First Choice", "Second Choice", "Third Choice"})}}}}}});
}

}  // namespace

std::vector<const Tool*> asking_tools() {
  static const Tool model{
      {.name = "test_sampling", .summary = "Asks the client's model."}, kSampling, sampling};
  static const Tool missing{
      {.name = "test_missing_capability", .summary = "Needs the client's model to do anything."},
      kNoArgs,
      undeclared_capability};
  static const Tool form{
      {.name = "test_elicitation", .summary = "Asks the user."}, kElicitation, elicitation};
  static const Tool streaming{
      {.name = "test_streaming_elicitation", .summary = "Asks the user after some progress."},
      kNoArgs,
      streaming_elicitation};
  static const Tool preset{
      {.name = "test_elicitation_sep1034_defaults", .summary = "Asks with a default in every field."},
      kNoArgs,
      defaults};
  static const Tool choices{
      {.name = "test_elicitation_sep1330_enums", .summary = "Asks with every form of choice."},
      kNoArgs,
      enums};
  return {&model, &missing, &form, &streaming, &preset, &choices};
}

}  // namespace oc::conformance
