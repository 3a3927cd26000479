#include "app/metrics.h"

#include <gtest/gtest.h>

namespace oc::app {
namespace {

TEST(Metrics, AreInPrometheusTextFormat) {
  std::string text = metrics_text({.version = "1.2", .started_at_ms = 1000, .calls_total = 7}, 61'000);
  EXPECT_NE(text.find("openchrome_info{version=\"1.2\"} 1\n"), std::string::npos);
  EXPECT_NE(text.find("# TYPE openchrome_tool_calls_total counter\nopenchrome_tool_calls_total 7\n"),
            std::string::npos);
  EXPECT_NE(text.find("openchrome_uptime_seconds 60\n"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\n"));
}

}  // namespace
}  // namespace oc::app
