// Fixture tools for calls that take several rounds: what the tool asks comes back with the same call made
// once more.
#include "base/text.h"
#include "fixture_tools.h"
#include "questions.h"

namespace oc::conformance {
namespace {

using namespace tool;

Task<Result<ToolOutput>> form(ToolContext& context, NoArgs) {
  auto answers = co_await context.ask({ask_text("user_name", "What is your name?", "name")});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text(cat("Hello, ", field_of(answers->at("user_name"), "name"), "!"));
}

Task<Result<ToolOutput>> model(ToolContext& context, NoArgs) {
  auto answers = co_await context.ask({ask_model("capital_question", "What is the capital of France?", 100)});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text(cat("The model said: ", model_text(answers->at("capital_question"))));
}

Task<Result<ToolOutput>> roots(ToolContext& context, NoArgs) {
  auto answers = co_await context.ask({ask_roots("client_roots")});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text(cat("Roots: ", root_uris(answers->at("client_roots"))));
}

// The state is checked before a tool runs, so whoever gets past ask() with it had a good one.
Task<Result<ToolOutput>> checked_state(ToolContext& context, NoArgs) {
  auto answers = co_await context.ask({ask_confirmation("confirm", "Please confirm")});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text(cat("state-ok: ", outcome_of(answers->at("confirm"))));
}

Task<Result<ToolOutput>> all_kinds(ToolContext& context, NoArgs) {
  auto answers =
      co_await context.ask({ask_text("user_name", "What is your name?", "name"),
                            ask_model("greeting", "Generate a greeting", 50), ask_roots("client_roots")});
  if (!answers) co_return std::unexpected(answers.error());
  co_return ToolOutput::text(cat(model_text(answers->at("greeting")), " ",
                                 field_of(answers->at("user_name"), "name"), " (",
                                 root_uris(answers->at("client_roots")), ")"));
}

Task<Result<ToolOutput>> two_rounds(ToolContext& context, NoArgs) {
  auto first = co_await context.ask({ask_text("step1", "Step 1: What is your name?", "name")});
  if (!first) co_return std::unexpected(first.error());
  auto second = co_await context.ask({ask_text("step2", "Step 2: What is your favorite color?", "color")});
  if (!second) co_return std::unexpected(second.error());
  co_return ToolOutput::text(
      cat(field_of(first->at("step1"), "name"), " likes ", field_of(second->at("step2"), "color"), "."));
}

// Asks what this client can answer, each on its own: one that it cannot must not take the others with it.
Task<Result<ToolOutput>> declared_kinds(ToolContext& context, NoArgs) {
  std::string said;
  std::optional<Error> open;
  for (Question& question : std::vector{ask_text("user_name", "What is your name?", "name"),
                                        ask_model("greeting", "Generate a greeting", 50)}) {
    std::string key = question.key;
    auto answers = co_await context.ask({std::move(question)});
    if (answers) {
      said += cat(said.empty() ? "" : " ", key);
    } else if (answers.error().code == ErrorCode::input_required) {
      open = answers.error();
    } else if (answers.error().code != ErrorCode::missing_client_capability) {
      co_return std::unexpected(answers.error());
    }
  }
  if (open) co_return std::unexpected(*open);
  co_return ToolOutput::text(cat("Answered: ", said));
}

}  // namespace

std::vector<const Tool*> round_tools() {
  static const Tool one_form{
      {.name = "test_input_required_result_elicitation", .summary = "Asks the user for a name."},
      kNoArgs,
      form};
  static const Tool one_sampling{
      {.name = "test_input_required_result_sampling", .summary = "Asks the client's model."}, kNoArgs, model};
  static const Tool one_roots{
      {.name = "test_input_required_result_list_roots", .summary = "Asks for the client's roots."},
      kNoArgs,
      roots};
  static const Tool state{
      {.name = "test_input_required_result_request_state", .summary = "Asks, and needs its state back."},
      kNoArgs,
      checked_state};
  static const Tool tampered{
      {.name = "test_input_required_result_tampered_state", .summary = "Asks, and refuses a changed state."},
      kNoArgs,
      checked_state};
  static const Tool several{{.name = "test_input_required_result_multiple_inputs",
                             .summary = "Asks three things of three kinds at once."},
                            kNoArgs,
                            all_kinds};
  static const Tool rounds{
      {.name = "test_input_required_result_multi_round", .summary = "Asks a second thing after the first."},
      kNoArgs,
      two_rounds};
  static const Tool declared{
      {.name = "test_input_required_result_capabilities", .summary = "Asks only what the client can answer."},
      kNoArgs,
      declared_kinds};
  return {&one_form, &one_sampling, &one_roots, &state, &tampered, &several, &rounds, &declared};
}

}  // namespace oc::conformance
