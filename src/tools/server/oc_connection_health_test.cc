#include <gtest/gtest.h>

#include "all_tools.h"
#include "tool/testing/tool_harness.h"

namespace oc::tools {
namespace {

TEST(OcConnectionHealth, TellsOfServerBrowserCallsAndJournal) {
  tool::ToolHarness harness;
  harness.fake.reported.started_at_ms = harness.fake.clock.now_ms() - 1500;
  json::object health = harness.data(oc_connection_health(), {});
  EXPECT_EQ(health.at("server").at("uptime_ms").as_int64(), 1500);
  EXPECT_GT(health.at("server").at("rss_bytes").as_int64(), 0);
  EXPECT_EQ(health.at("browser").at("state").as_string(), "not_started");
  EXPECT_TRUE(health.contains("calls"));
  EXPECT_EQ(health.at("journal").at("dropped").as_int64(), 0);
}

}  // namespace
}  // namespace oc::tools
