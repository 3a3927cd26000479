#include "journal/journal_summary.h"

#include <gtest/gtest.h>

#include "journal/journal_event.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::journal {
namespace {

json::object call(std::string_view tool, std::int64_t ts, int milliseconds,
                  std::optional<ErrorCode> error = {}) {
  return JournalEvent::tool_call({.ts_ms = ts,
                                  .tool = std::string{tool},
                                  .duration = std::chrono::milliseconds{milliseconds},
                                  .error = error},
                                 {})
      .body();
}

TEST(JournalSummary, CountsPerToolAndInAll) {
  SummaryBuilder builder{0, std::nullopt};
  EXPECT_TRUE(builder.add(call("b", 10, 1)));
  EXPECT_TRUE(builder.add(call("a", 30, 5, ErrorCode::timeout)));
  EXPECT_TRUE(builder.add(call("a", 20, 3)));
  EXPECT_TRUE(builder.add(call("a", 25, 4, ErrorCode::cancelled)));
  EXPECT_TRUE(builder.add(call("a", 26, 4, ErrorCode::input_required)));
  JournalSummary summary = builder.finish();
  ASSERT_EQ(summary.tools.size(), 2U);
  const ToolSummary& a = summary.tools[0];
  EXPECT_EQ(a.tool, "a");
  EXPECT_EQ(a.calls, 4);
  EXPECT_EQ(a.ok, 1);
  EXPECT_EQ(a.errors, 1);
  EXPECT_EQ(a.cancelled, 1);
  EXPECT_EQ(a.input_required, 1);
  EXPECT_EQ(a.last_ts, 30);
  EXPECT_EQ(a.max_ms, 5);
  EXPECT_EQ(a.error_codes, (std::map<std::string, std::int64_t>{{"timeout", 1}, {"cancelled", 1}}));
  EXPECT_EQ(a.failure_classes, (std::map<std::string, std::int64_t>{{"time", 1}, {"user", 1}}));
  EXPECT_EQ(summary.tools[1].tool, "b");
  EXPECT_EQ(summary.total.calls, 5);
  EXPECT_EQ(summary.total.tool, std::nullopt);
}

TEST(JournalSummary, PercentilesAreDurationsThatOccurred) {
  SummaryBuilder builder{0, std::nullopt};
  for (int i = 100; i >= 1; --i) builder.add(call("a", i, i));
  ToolSummary total = builder.finish().total;
  EXPECT_EQ(total.p50_ms, 50);
  EXPECT_EQ(total.p95_ms, 95);
  EXPECT_EQ(total.max_ms, 100);
  SummaryBuilder one{0, std::nullopt};
  one.add(call("a", 1, 7));
  EXPECT_EQ(one.finish().total.p95_ms, 7);
  EXPECT_EQ((SummaryBuilder{0, std::nullopt}.finish().total.p95_ms), 0);
}

TEST(JournalSummary, OnlyTheTimeAndToolAskedFor) {
  SummaryBuilder builder{20, "a"};
  builder.add(call("a", 19, 1));
  builder.add(call("a", 20, 1));
  builder.add(call("b", 21, 1));
  JournalSummary summary = builder.finish();
  EXPECT_EQ(summary.total.calls, 1);
  EXPECT_EQ(summary.since, 20);
}

TEST(JournalSummary, TellsOtherEventsFromBadOnes) {
  SummaryBuilder builder{0, std::nullopt};
  EXPECT_TRUE(builder.add(json::parse(R"({"event":"task_changed","ts":5})")->as_object()));
  for (std::string_view bad :
       {R"({"event":"tool_call","ts":5})",
        R"({"event":"tool_call","ts":"5","tool":"a","outcome":"ok","duration_ms":1})",
        R"({"event":"tool_call","ts":5,"tool":"a","outcome":"great","duration_ms":1})",
        R"({"event":"tool_call","ts":5,"tool":"a","outcome":"ok","duration_ms":"1"})"}) {
    EXPECT_FALSE(builder.add(json::parse(bad)->as_object())) << bad;
  }
  EXPECT_EQ(builder.finish().total.calls, 0);
}

TEST(JournalSummary, EncodesWithItsSchema) {
  SummaryBuilder builder{0, std::nullopt};
  builder.add(call("a", 1, 7, ErrorCode::timeout));
  json::object encoded = JournalSummary::record().encode(builder.finish());
  EXPECT_EQ(
      json::write(encoded.at("tools").at(0)),
      R"({"tool":"a","calls":1,"ok":0,"errors":1,"cancelled":0,"input_required":0,"p50_ms":7,"p95_ms":7,)"
      R"("max_ms":7,"error_codes":{"timeout":1},"failure_classes":{"time":1},"last_ts":1})");
  EXPECT_TRUE(JournalSummary::record().decode(encoded));
}

}  // namespace
}  // namespace oc::journal
