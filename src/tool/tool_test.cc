#include "tool/tool.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "json/write.h"
#include "tool/testing/sample_tools.h"

namespace oc::tool {
namespace {

TEST(Tool, TheDeclarationGivesTheSchemas) {
  EXPECT_EQ(json::write(samples::echo().input_schema()),
            R"({"type":"object","properties":{"text":{"type":"string","description":"What to say."},)"
            R"("times":{"type":"integer","description":"How often.","default":1,"minimum":1,"maximum":9},)"
            R"("timeout_ms":{"type":"integer","minimum":1},"taskId":{"type":"string"}},)"
            R"("required":["text"],"additionalProperties":false})");
  EXPECT_FALSE(samples::echo().output_schema());
  EXPECT_EQ(
      json::write(*samples::add().output_schema()),
      R"({"type":"object","properties":{"sum":{"type":"integer","description":"The sum."},)"
      R"("notes":{"type":"array","items":{"type":"string"},)"
      R"("description":"What happened beside it: a dialog, a download, a new tab."}},"required":["sum"]})");
}

TEST(Tool, HintsFollowFromTheEffect) {
  ToolHints observes = hints(samples::echo().spec());
  EXPECT_TRUE(observes.read_only && observes.idempotent && observes.open_world && !observes.destructive);
  ToolHints acts = hints(samples::fail_with().spec());
  EXPECT_TRUE(!acts.read_only && acts.destructive && !acts.idempotent && acts.open_world);
  ToolHints manages = hints(samples::add().spec());
  EXPECT_TRUE(manages.read_only && !manages.open_world);
}

TEST(Tool, EffectRulesLookAtArguments) {
  static constexpr std::array kRules{EffectRule{"action", "screenshot", Effect::observation}};
  Tool tool{{.name = "t", .summary = "", .effect = Effect::action, .effect_rules = kRules},
            kNoArgs,
            +[](ToolContext&, NoArgs) -> Task<Result<ToolOutput>> { co_return ToolOutput::text(""); }};
  EXPECT_EQ(tool.effect_of({{"action", "screenshot"}}), Effect::observation);
  EXPECT_EQ(tool.effect_of({{"action", "click"}}), Effect::action);
}

TEST(Tool, SilentPortsAnswerThatNobodyCanBeAsked) {
  testing_support::Loop loop;
  Ports ports = silent_ports({});
  auto answers = loop.run(ports.asker->ask({}, {}));
  ASSERT_FALSE(answers);
  EXPECT_EQ(answers.error().code, ErrorCode::missing_client_capability);
}

}  // namespace
}  // namespace oc::tool
