#include "dispatch/command_runner.h"

#include <gtest/gtest.h>

#include "tool/testing/fake_services.h"
#include "tool/testing/sample_tools.h"

namespace oc::dispatch {
namespace {

bridge::Command command(std::string action, json::object params = {}) {
  return {
      .correlation_id = "corr-1-0011223344556677", .action = std::move(action), .params = std::move(params)};
}

TEST(CommandRunner, EveryActionHasItsTool) {
  auto tool = [](std::string action, json::object params = {}) {
    return std::string{tool_call_of(command(std::move(action), std::move(params)))->tool};
  };
  EXPECT_EQ(tool("execute_js", {{"script", "1"}}), "javascript_tool");
  EXPECT_EQ(tool("navigate", {{"url", "x"}}), "navigate");
  EXPECT_EQ(tool("click", {{"selector", "a"}}), "interact");
  EXPECT_EQ(tool("type", {{"text", "x"}}), "computer");
  EXPECT_EQ(tool("type", {{"text", "x"}, {"selector", "a"}}), "form_input");
  EXPECT_EQ(tool("get_text"), "read_page");
  EXPECT_EQ(tool("screenshot"), "page_screenshot");
  EXPECT_EQ(tool("list_tabs"), "tabs_context");
  EXPECT_EQ(tool_call_of(command("dance")).error().code, ErrorCode::unsupported);
}

TEST(CommandRunner, AClickIsNotQueuedOnceMore) {
  auto call = tool_call_of(command("click", {{"selector", "a"}}));
  EXPECT_FALSE(call->arguments.contains("via"));
}

TEST(CommandRunner, TheTabThatWasNamedIsTheTabThatIsUsed) {
  json::object place{{"selector", "a"}, {"tabId", "t7"}, {"workspace", "w"}};
  auto click = tool_call_of(command("click", place));
  EXPECT_EQ(json::text_of(click->arguments, "tabId"), "t7");
  EXPECT_EQ(json::text_of(click->arguments, "workspace"), "w");
  auto list = tool_call_of(command("list_tabs", place));
  EXPECT_FALSE(list->arguments.contains("tabId"));
}

TEST(CommandRunner, AToolThatIsNotThereIsAnError) {
  tool::FakeServices fake;
  tool::Catalog catalog{{&tool::samples::echo()}};
  Dispatcher dispatcher{fake.services, {}};
  CommandRunner runner{catalog, dispatcher};
  auto outcome = fake.loop.run(runner.run(command("list_tabs"), {}));
  EXPECT_EQ(outcome.error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace oc::dispatch
