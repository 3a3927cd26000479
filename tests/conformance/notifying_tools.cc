// Fixture tools that send something before they answer: log messages, progress, changes of the lists.
#include "fixture_tools.h"

namespace oc::conformance {
namespace {

using namespace tool;

// The suite wants the notifications apart in time, so that they cannot all travel with the answer.
constexpr std::chrono::milliseconds kApart{50};

mcp::SubscriptionHub* hub_in_use = nullptr;

Task<Result<ToolOutput>> log_three_times(ToolContext& context, NoArgs) {
  context.message(MessageLevel::info, "Tool execution started");
  (void)co_await sleep_for(kApart, context.stop());
  context.message(MessageLevel::info, "Tool processing data");
  (void)co_await sleep_for(kApart, context.stop());
  context.message(MessageLevel::info, "Tool execution completed");
  co_return ToolOutput::text("Three messages were logged.");
}

// Logs at every level: the suite checks that nothing of it arrives when the request asked for no messages.
Task<Result<ToolOutput>> log_every_level(ToolContext& context, NoArgs) {
  for (std::size_t level = 0; level < EnumWords<MessageLevel>::words.size(); ++level) {
    context.message(static_cast<MessageLevel>(level), "A message of this level.");
  }
  co_return ToolOutput::text("One message of each level was logged.");
}

Task<Result<ToolOutput>> report_progress(ToolContext& context, NoArgs) {
  for (double done : {0.0, 50.0, 100.0}) {
    if (done > 0) (void)co_await sleep_for(kApart, context.stop());
    if (!context.keep_going({.done = done, .total = 100})) co_return std::unexpected(context.stop().error());
  }
  co_return ToolOutput::text("All progress was reported.");
}

Task<Result<ToolOutput>> change_tools(ToolContext&, NoArgs) {
  hub_in_use->tools_changed();
  co_return ToolOutput::text("The list of tools was announced as changed.");
}

Task<Result<ToolOutput>> change_prompts(ToolContext&, NoArgs) {
  hub_in_use->prompts_changed();
  co_return ToolOutput::text("The list of prompts was announced as changed.");
}

}  // namespace

void set_hub(mcp::SubscriptionHub* hub) {
  hub_in_use = hub;
}

std::vector<const Tool*> notifying_tools() {
  static const Tool logging{
      {.name = "test_tool_with_logging", .summary = "Logs three messages at level info."},
      kNoArgs,
      log_three_times};
  static const Tool every_level{
      {.name = "test_logging_tool", .summary = "Logs a message at every level."}, kNoArgs, log_every_level};
  static const Tool progress{{.name = "test_tool_with_progress", .summary = "Reports 0, 50 and 100 of 100."},
                             kNoArgs,
                             report_progress};
  static const Tool tools{{.name = "test_trigger_tool_change",
                           .summary = "Announces that the list of tools changed.",
                           .effect = Effect::management},
                          kNoArgs,
                          change_tools};
  static const Tool prompts{{.name = "test_trigger_prompt_change",
                             .summary = "Announces that the list of prompts changed.",
                             .effect = Effect::management},
                            kNoArgs,
                            change_prompts};
  return {&logging, &every_level, &progress, &tools, &prompts};
}

}  // namespace oc::conformance
