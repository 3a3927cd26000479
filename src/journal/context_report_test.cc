#include "journal/context_report.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::journal {
namespace {

json::object call(std::string_view tool, std::int64_t ts, std::int64_t bytes, std::string_view task = {}) {
  json::object out{{"event", "tool_call"},
                   {"tool", tool},
                   {"ts", ts},
                   {"output_bytes", bytes},
                   {"output_tokens", bytes / 4}};
  if (!task.empty()) out["task_id"] = task;
  return out;
}

std::string told(ContextQuery query) {
  ContextBuilder builder{std::move(query)};
  for (const json::object& event :
       {call("find", 10, 40), call("read_page", 20, 400, "a"), call("find", 30, 80, "a"),
        call("read_page", 40, 4000, "b"), json::object{{"event", "output_handle_created"}, {"ts", 50}}})
    builder.add(event);
  ContextReport report = builder.finish();
  std::string out = cat(report.total.calls, " ", report.total.output_tokens);
  for (const ToolContext& tool : report.tools)
    out += cat("; ", *tool.tool, " ", tool.calls, " ", tool.output_bytes, " ", tool.largest_bytes);
  return out;
}

TEST(ContextReport, PerToolTheLargestFirst) {
  EXPECT_EQ(told({}), "4 1130; read_page 2 4400 4000; find 2 120 80");
}

TEST(ContextReport, OfATaskOrSinceATime) {
  EXPECT_EQ(told({.task_id = "a"}), "2 120; read_page 1 400 400; find 1 80 80");
  EXPECT_EQ(told({.since_ms = 30}), "2 1020; read_page 1 4000 4000; find 1 80 80");
  EXPECT_EQ(told({.task_id = "none"}), "0 0");
}

}  // namespace
}  // namespace oc::journal
