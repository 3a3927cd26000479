#include <gtest/gtest.h>

#include "all_tools.h"
#include "tool/testing/tool_harness.h"

namespace oc::tools {
namespace {

void record(tool::ToolHarness& harness, std::string tool, std::optional<ErrorCode> error = {}) {
  harness.fake.journal.append(journal::JournalEvent::tool_call(
      {.ts_ms = harness.fake.clock.now_ms(), .call_id = "c", .tool = std::move(tool), .error = error}, {}));
}

TEST(OcJournal, RecentIsAnArrayNewestFirstAndFiltered) {
  tool::ToolHarness harness;
  record(harness, "navigate");
  record(harness, "find", ErrorCode::timeout);
  json::array all = harness.value(oc_journal(), {{"action", "recent"}}).as_array();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].at("tool").as_string(), "find");
  EXPECT_EQ(harness.value(oc_journal(), {{"action", "recent"}, {"tool", "navigate"}}).as_array().size(), 1U);
  EXPECT_EQ(harness.value(oc_journal(), {{"action", "recent"}, {"count", 1}}).as_array().size(), 1U);
}

TEST(OcJournal, SummaryCountsPerTool) {
  tool::ToolHarness harness;
  record(harness, "find", ErrorCode::timeout);
  json::object summary = harness.value(oc_journal(), {}).as_object();
  EXPECT_EQ(summary.at("total").at("calls").as_int64(), 1);
  EXPECT_EQ(summary.at("tools").at(0).at("error_codes").at("timeout").as_int64(), 1);
}

TEST(OcJournal, AWrongActionNamesTheRightOnes) {
  tool::ToolHarness harness;
  EXPECT_EQ(oc_journal().decode({{"action", "sum"}}).error().message,
            "'action' must be one of: summary, recent, context");
}

TEST(OcJournal, ContextTellsWhatToolsAnswered) {
  tool::ToolHarness harness;
  harness.fake.journal.append(journal::JournalEvent::tool_call({.ts_ms = harness.fake.clock.now_ms(),
                                                                .call_id = "c",
                                                                .tool = "find",
                                                                .output_bytes = 40,
                                                                .output_tokens = 10,
                                                                .task_id = "t"},
                                                               {}));
  record(harness, "navigate");
  json::object all = harness.value(oc_journal(), {{"action", "context"}}).as_object();
  EXPECT_EQ(all.at("total").at("calls").as_int64(), 2);
  EXPECT_EQ(all.at("tools").at(0).at("output_tokens").as_int64(), 10);
  json::object of_task = harness.value(oc_journal(), {{"action", "context"}, {"taskId", "t"}}).as_object();
  EXPECT_EQ(of_task.at("total").at("calls").as_int64(), 1);
}

}  // namespace
}  // namespace oc::tools
