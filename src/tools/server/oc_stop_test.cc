#include <gtest/gtest.h>

#include "all_tools.h"
#include "tool/testing/tool_harness.h"

namespace oc::tools {
namespace {

TEST(OcStop, ExitsOnlyWhenAsked) {
  tool::ToolHarness harness;
  EXPECT_FALSE(harness.data(oc_stop(), {}).at("exiting").as_bool());
  EXPECT_EQ(harness.fake.exit_reason, "");
  EXPECT_TRUE(harness.data(oc_stop(), {{"exit", true}}).at("exiting").as_bool());
  EXPECT_EQ(harness.fake.exit_reason, "oc_stop");
}

}  // namespace
}  // namespace oc::tools
