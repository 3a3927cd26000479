#include <gtest/gtest.h>

#include "all_tools.h"
#include "tool/testing/tool_harness.h"

namespace oc::tools {
namespace {

TEST(OcTaskCancel, AsksOnceAndLeavesWhatHasEnded) {
  tool::ToolHarness harness;
  auto run = [&](auto task) { return harness.fake.loop.run(std::move(task)); };
  std::string id = run(harness.fake.tasks.create({"sample", {}})).value().record.task_id;
  ASSERT_TRUE(run(harness.fake.tasks.begin(id)));
  json::object asked = harness.data(oc_task_cancel(), {{"task_id", id}});
  EXPECT_EQ(asked.at("status").as_string(), "RUNNING");
  EXPECT_EQ(asked.at("cancel_requested_at").as_int64(), harness.fake.clock.now_ms());
  ASSERT_TRUE(run(harness.fake.tasks.finish(id, {.status = ledger::TaskStatus::cancelled})));
  json::object ended = harness.data(oc_task_get(), {{"task_id", id}});
  EXPECT_EQ(harness.data(oc_task_cancel(), {{"task_id", id}}), ended);
}

TEST(OcTaskCancel, WhatIsNoTaskIsNotFound) {
  tool::ToolHarness harness;
  EXPECT_EQ(harness.run(oc_task_cancel(), {{"task_id", "x"}}).error().code, ErrorCode::task_not_found);
}

}  // namespace
}  // namespace oc::tools
