#include "app/product_prompts.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "tool/ports.h"

namespace oc::app {
namespace {

TEST(ProductPrompts, EveryPromptSpeaksWithItsArguments) {
  testing_support::Loop loop;
  tool::Ports ports = tool::silent_ports({});
  for (const mcp::Prompt& prompt : product_prompts()) {
    mcp::PromptArguments arguments;
    for (const auto& argument : prompt.arguments) arguments[argument.name] = "value-of-" + argument.name;
    auto messages = loop.run(prompt.render(arguments, *ports.asker, {}));
    ASSERT_TRUE(messages) << prompt.name;
    std::string text{messages->at(0).content.at("text").as_string()};
    for (const auto& argument : prompt.arguments)
      EXPECT_NE(text.find("value-of-" + argument.name), std::string::npos) << prompt.name;
  }
}

TEST(ProductPrompts, OptionalArgumentsMayBeLeftOut) {
  testing_support::Loop loop;
  tool::Ports ports = tool::silent_ports({});
  for (const mcp::Prompt& prompt : product_prompts()) {
    mcp::PromptArguments arguments;
    for (const auto& argument : prompt.arguments) {
      if (argument.required) arguments[argument.name] = "x";
    }
    EXPECT_TRUE(loop.run(prompt.render(arguments, *ports.asker, {}))) << prompt.name;
  }
}

}  // namespace
}  // namespace oc::app
