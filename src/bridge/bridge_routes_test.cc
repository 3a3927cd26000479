#include "bridge/bridge_routes.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace oc::bridge {
namespace {

Result<Report> parsed(std::string_view text) {
  return parse_report(*json::parse(text));
}

TEST(ParseReport, UnderstandsTheFourStates) {
  EXPECT_EQ(parsed(R"({"correlation_id":"c","status":"pending","elapsed_ms":2000})")->elapsed,
            std::chrono::seconds{2});
  auto complete = parsed(R"({"correlation_id":"c","status":"complete","result":[1]})");
  EXPECT_EQ(complete->state, CommandState::complete);
  EXPECT_TRUE(complete->result->is_array());
  EXPECT_TRUE(parsed(R"({"correlation_id":"c","status":"complete"})")->result->is_null());
  auto late = parsed(R"({"correlation_id":"c","status":"timeout","error":"too slow"})");
  EXPECT_EQ(late->state, CommandState::timeout);
  EXPECT_EQ(late->failure->code, "execution_timeout");
  EXPECT_EQ(late->failure->message, "too slow");
}

TEST(ParseReport, TakesTheExtensionsOwnWordsForAnError) {
  auto told = parsed(
      R"({"correlation_id":"c","status":"error","error":{"code":"no_tab_shared","message":"none","hint":"ask",)"
      R"("outcome_unknown":true}})");
  EXPECT_EQ(told->failure->code, "no_tab_shared");
  EXPECT_EQ(told->failure->hint, "ask");
  EXPECT_EQ(told->failure->outcome_unknown, true);
  EXPECT_EQ(parsed(R"({"correlation_id":"c","status":"error","error":"oops"})")->failure->message, "oops");
}

TEST(ParseReport, RefusesWhatMakesNoSense) {
  for (std::string_view text :
       {R"([])", R"({})", R"({"status":"complete"})", R"({"correlation_id":"","status":"complete"})",
        R"({"correlation_id":"c"})", R"({"correlation_id":"c","status":"done"})",
        R"({"correlation_id":5,"status":"complete"})"})
    EXPECT_EQ(parsed(text).error().code, ErrorCode::invalid_arguments) << text;
}

}  // namespace
}  // namespace oc::bridge
