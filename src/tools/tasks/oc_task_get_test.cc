#include <gtest/gtest.h>

#include "all_tools.h"
#include "json/write.h"
#include "tool/testing/tool_harness.h"

namespace oc::tools {
namespace {

struct OcTaskGet : testing::Test {
  OcTaskGet() {
    EXPECT_TRUE(run(tasks().begin(id)));
    EXPECT_TRUE(run(tasks().finish(id, {.result = R"({"pages":[1.5,"é"]})"})));
  }
  template <class T>
  T run(Task<T> task) {
    return harness.fake.loop.run(std::move(task));
  }
  ledger::TaskLedger& tasks() { return harness.fake.tasks; }

  tool::ToolHarness harness;
  std::string id = run(tasks().create({"sample", {}, "k"})).value().record.task_id;
};

TEST_F(OcTaskGet, TheRecordAloneUnlessMoreIsAskedFor) {
  json::object task = harness.data(oc_task_get(), {{"taskId", id}});
  EXPECT_EQ(task.at("status").as_string(), "COMPLETED");
  EXPECT_EQ(task.at("result_bytes").as_int64(), 20);
  EXPECT_FALSE(task.contains("result"));
  EXPECT_FALSE(task.contains("events"));
  EXPECT_FALSE(task.contains("args_digest"));
}

TEST_F(OcTaskGet, TheResultIsWhatWasStored) {
  json::object task = harness.data(oc_task_get(), {{"task_id", id}, {"include_result", true}});
  EXPECT_EQ(json::write(task.at("result")), R"({"pages":[1.5,"é"]})");
}

TEST_F(OcTaskGet, EventsFromATimeOn) {
  json::object task = harness.data(oc_task_get(), {{"task_id", id}, {"events_since", 0}});
  ASSERT_EQ(task.at("events").as_array().size(), 2U);
  EXPECT_EQ(task.at("events").at(0).at("kind").as_string(), "started");
  std::int64_t later = harness.fake.clock.now_ms() + 1;
  EXPECT_TRUE(harness.data(oc_task_get(), {{"task_id", id}, {"events_since", later}})
                  .at("events")
                  .as_array()
                  .empty());
}

TEST_F(OcTaskGet, WhatIsNoTaskIsNotFound) {
  for (std::string_view wrong : {"0123456789abcdef", "../..", ""})
    EXPECT_EQ(harness.run(oc_task_get(), {{"task_id", wrong}}).error().code, ErrorCode::task_not_found);
}

}  // namespace
}  // namespace oc::tools
