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

TEST(CommandRunner, ACommandIsACallWithItsParametersAndNotQueuedOnceMore) {
  json::object arguments =
      arguments_of(command("click", {{"selector", "a"}, {"tabId", "t7"}, {"workspace", "w"}}));
  EXPECT_EQ(json::text_of(arguments, "action"), "click");
  EXPECT_EQ(json::text_of(arguments, "selector"), "a");
  EXPECT_EQ(json::text_of(arguments, "tabId"), "t7");
  EXPECT_EQ(json::text_of(arguments, "workspace"), "w");
  EXPECT_FALSE(arguments.contains("via"));
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
