#include <gtest/gtest.h>

#include "all_tools.h"
#include "tool/testing/tool_harness.h"

namespace oc::tools {
namespace {

struct OcTaskWait : testing::Test {
  tool::ToolHarness harness;
  std::string id = harness.fake.loop.run(harness.fake.tasks.create({"sample", {}})).value().record.task_id;
};

TEST_F(OcTaskWait, EndsWithTheTask) {
  Nursery nursery{harness.fake.loop.executor(), harness.fake.loop.log};
  nursery.start("cancel", [](ledger::TaskLedger& tasks, std::string task) -> Task<void> {
    (void)co_await tasks.cancel(task, {});
  }(harness.fake.tasks, id));
  EXPECT_EQ(harness.data(oc_task_wait(), {{"task_id", id}}).at("status").as_string(), "CANCELLED");
  EXPECT_EQ(harness.data(oc_task_wait(), {{"task_id", id}}).at("status").as_string(), "CANCELLED");
}

TEST_F(OcTaskWait, ATimeoutIsAnErrorAndTheTaskGoesOn) {
  auto waited = harness.run(oc_task_wait(), {{"task_id", id}, {"timeout_ms", 1}});
  EXPECT_EQ(waited.error().code, ErrorCode::timeout);
  EXPECT_NE(waited.error().hint.find("goes on"), std::string::npos);
  EXPECT_EQ(harness.data(oc_task_get(), {{"task_id", id}}).at("status").as_string(), "PENDING");
}

TEST_F(OcTaskWait, ACancelledCallSaysSo) {
  StopSource stop;
  stop.request(StopReason::cancelled);
  auto waited = harness.run(oc_task_wait(), {{"task_id", id}}, stop.stop());
  EXPECT_EQ(waited.error().code, ErrorCode::cancelled);
}

TEST_F(OcTaskWait, WhatIsNoTaskIsNotFound) {
  EXPECT_EQ(harness.run(oc_task_wait(), {{"task_id", "x"}}).error().code, ErrorCode::task_not_found);
}

}  // namespace
}  // namespace oc::tools
