#include "app/ledger_setup.h"

#include <gtest/gtest.h>

#include "json/write.h"
#include "tool/testing/sample_tools.h"

namespace oc::app {
namespace {

TEST(LedgerSetup, RetentionComesFromTheSettingsAndResultsFromTheTools) {
  tool::Catalog catalog{{&tool::samples::count_to()}};
  Config config;
  config.task_ttl_days = 2;
  config.task_max = 5;
  ledger::LedgerOptions options = ledger_options(config, catalog);
  EXPECT_EQ(options.keep, std::chrono::hours{48});
  EXPECT_EQ(options.most_tasks, 5U);
  EXPECT_EQ(json::write(options.assemble("count_to", {1})), R"({"numbers":[1]})");
}

}  // namespace
}  // namespace oc::app
