#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

Result<ToolOutput> invoke(tool::FakeServices& fake, const tool::Tool& tool, json::object arguments) {
  Call call = call_of(tool, arguments);
  call.decoded = *tool.decode(arguments);
  return run_layer(fake, invoke_tool, call, succeed);
}

TEST(InvokeTool, TheToolsAnswerComesBack) {
  tool::FakeServices fake;
  EXPECT_EQ(std::get<std::string>(invoke(fake, tool::samples::echo(), {{"text", "ab"}, {"times", 2}})->body),
            "abab");
}

TEST(InvokeTool, AToolThatRunsAgainHasItsArgumentsAgain) {
  tool::FakeServices fake;
  json::object arguments{{"text", "a text that is too long for a small string"}};
  Call call = call_of(tool::samples::echo(), arguments);
  call.decoded = *tool::samples::echo().decode(arguments);
  auto first = run_layer(fake, invoke_tool, call, succeed);
  auto second = run_layer(fake, invoke_tool, call, succeed);
  EXPECT_EQ(std::get<std::string>(first->body), std::get<std::string>(second->body));
}

TEST(InvokeTool, AnExceptionIsADefectWithALogLine) {
  tool::FakeServices fake;
  auto outcome = invoke(fake, tool::samples::fail_with(), {{"code", "throw"}});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::internal);
  EXPECT_EQ(outcome.error().message.find("a defect"), std::string::npos) << "details stay in the log";
  EXPECT_NE(fake.loop.logged.find("a defect"), std::string::npos);
}

}  // namespace
}  // namespace oc::dispatch
