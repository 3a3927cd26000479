#include "app/output_setup.h"

#include <gtest/gtest.h>

namespace oc::app {
namespace {

TEST(OutputSetup, HoursMayBeFractionsAndZero) {
  Config config;
  EXPECT_EQ(output_options(config)->ttl_ms, 24 * 3'600'000);
  config.output_handle_ttl_hours = "0.5";
  EXPECT_EQ(output_options(config)->ttl_ms, 1'800'000);
  config.output_handle_ttl_hours = "0";
  EXPECT_EQ(output_options(config)->ttl_ms, 0);
}

TEST(OutputSetup, WhatIsNoTimeIsRefusedByName) {
  for (const char* bad : {"", "x", "-1", "1h", "nan", "1e99"}) {
    Config config;
    config.output_handle_ttl_hours = bad;
    auto refused = output_options(config);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_arguments);
    EXPECT_NE(refused.error().message.find("--output-handle-ttl-hours"), std::string::npos);
  }
}

}  // namespace
}  // namespace oc::app
