#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::Delegation;
using tool::Tool;

struct Args {
  std::string say;
};

const json::Record<Args> kParams{json::required("say", &Args::say)};

Result<std::optional<Delegation>> hand_on(const json::object& arguments) {
  std::string what = json::text_of(arguments, "say");
  if (what == "own") return std::nullopt;
  if (what == "wrong") return fail(ErrorCode::invalid_arguments, "that cannot be said");
  if (what == "lost") return Delegation{"no_such_tool", {}};
  if (what == "bare") return Delegation{"echo", {}};
  return Delegation{"echo", {{"text", what}}};
}

Task<Result<ToolOutput>> say_itself(tool::ToolContext&, Args) {
  co_return ToolOutput::text("itself");
}

const Tool& speaker() {
  static const Tool tool{{.name = "speaker", .summary = "", .delegates = hand_on}, kParams, say_itself};
  return tool;
}

// Names the tool that would run, and what it would be given.
Task<Result<ToolOutput>> name_call(Services&, Call& call, Next) {
  call.workspace = "where it ran";
  co_return ToolOutput::text(cat(call.tool.spec().name, " ", json::text_of(call.arguments, "text"), " ",
                                 call.common.timeout_ms.value_or(0)));
}

std::string ran(std::string say) {
  tool::FakeServices fake;
  Call call = call_of(speaker(), {{"say", std::move(say)}, {"timeout_ms", 7}});
  EXPECT_TRUE(decode_arguments(call));
  auto outcome = run_layer(fake, delegate_call, call, name_call);
  if (!outcome) return std::string{outcome.error().word()};
  EXPECT_EQ(call.workspace, "where it ran");
  return std::get<std::string>(outcome->body);
}

TEST(DelegateCall, RunsTheOtherToolWithItsOwnArgumentsAndTheCommonOnes) {
  EXPECT_EQ(ran("hello"), "echo hello 7");
}

TEST(DelegateCall, LeavesToTheToolWhatIsItsOwnWork) {
  EXPECT_EQ(ran("own"), "speaker  7");
}

TEST(DelegateCall, RefusesWhatTheToolOrTheOtherOneRefuses) {
  EXPECT_EQ(ran("wrong"), "invalid_arguments");
  EXPECT_EQ(ran("bare"), "invalid_arguments");
  EXPECT_EQ(ran("lost"), "unsupported");
}

}  // namespace
}  // namespace oc::dispatch
