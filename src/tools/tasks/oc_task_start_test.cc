#include <gtest/gtest.h>

#include "all_tools.h"
#include "json/write.h"
#include "tool/testing/tool_harness.h"

namespace oc::tools {
namespace {

TEST(OcTaskStart, AnswersWithTheRecordedTask) {
  tool::ToolHarness harness;
  json::object started = harness.data(oc_task_start(), {{"kind", "sample"}, {"args", {{"a", 1}}}});
  EXPECT_EQ(started.at("status").as_string(), "PENDING");
  EXPECT_EQ(started.at("kind").as_string(), "sample");
  auto task =
      harness.fake.loop.run(harness.fake.tasks.get(std::string{started.at("task_id").as_string()}, {}));
  ASSERT_TRUE(task);
  EXPECT_EQ(task->args_summary, R"({"a":1})");
}

TEST(OcTaskStart, TheSameKeyIsTheSameTaskAndOtherArgumentsAreAConflict) {
  tool::ToolHarness harness;
  json::object first = harness.data(oc_task_start(), {{"kind", "sample"}, {"idempotency_key", "k"}});
  json::object again = harness.data(oc_task_start(), {{"kind", "sample"}, {"idempotencyKey", "k"}});
  EXPECT_EQ(first.at("task_id"), again.at("task_id"));
  auto other =
      harness.run(oc_task_start(), {{"kind", "sample"}, {"args", {{"a", 1}}}, {"idempotency_key", "k"}});
  EXPECT_EQ(other.error().code, ErrorCode::conflict);
}

TEST(OcTaskStart, AnUnknownKindIsRefused) {
  tool::ToolHarness harness;
  EXPECT_EQ(harness.run(oc_task_start(), {{"kind", "dance"}}).error().code, ErrorCode::unknown_task_kind);
  EXPECT_EQ(harness.run(oc_task_start(), {}).error().code, ErrorCode::invalid_arguments);
}

}  // namespace
}  // namespace oc::tools
