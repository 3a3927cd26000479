#include <gtest/gtest.h>

#include "all_tools.h"
#include "tool/testing/tool_harness.h"

namespace oc::tools {
namespace {

struct OcTaskList : testing::Test {
  std::string make(std::string kind) {
    harness.fake.clock.advance(std::chrono::milliseconds{1});
    return harness.fake.loop.run(harness.fake.tasks.create({std::move(kind), {}})).value().record.task_id;
  }
  std::string listed(const json::object& arguments) {
    json::object out = harness.data(oc_task_list(), arguments);
    std::string kinds;
    for (const json::value& task : out.at("tasks").as_array()) kinds += task.at("kind").as_string().c_str();
    EXPECT_EQ(out.at("count").as_int64(), static_cast<std::int64_t>(out.at("tasks").as_array().size()));
    return kinds;
  }
  tool::ToolHarness harness;
};

TEST_F(OcTaskList, NewestFirstAndFiltered) {
  EXPECT_EQ(listed({}), "");
  std::string first = make("a");
  make("b");
  make("c");
  (void)harness.fake.loop.run(harness.fake.tasks.cancel(first, {}));
  EXPECT_EQ(listed({}), "cba");
  EXPECT_EQ(listed({{"limit", 2}}), "cb");
  EXPECT_EQ(listed({{"kind", {"a", "c"}}}), "ca");
  EXPECT_EQ(listed({{"kind", "b"}}), "b");
  EXPECT_EQ(listed({{"status", "CANCELLED"}}), "a");
  EXPECT_EQ(listed({{"status", {"PENDING", "RUNNING"}}}), "cb");
  EXPECT_EQ(listed({{"since", harness.fake.clock.now_ms()}}), "c");
}

TEST_F(OcTaskList, WrongFiltersAreTold) {
  for (const json::object& wrong : {json::object{{"limit", 0}}, json::object{{"limit", 1001}},
                                    json::object{{"status", "DONE"}}, json::object{{"kind", 1}}})
    EXPECT_EQ(harness.run(oc_task_list(), wrong).error().code, ErrorCode::invalid_arguments);
}

}  // namespace
}  // namespace oc::tools
