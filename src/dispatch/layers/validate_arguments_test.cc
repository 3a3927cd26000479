#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::echo;

TEST(ValidateArguments, GoodArgumentsGoOnDecodedAndWithoutTheCommonOnes) {
  tool::FakeServices fake;
  Call call = call_of(echo(), {{"text", "x"}, {"timeout_ms", 5}});
  EXPECT_TRUE(run_layer(fake, validate_arguments, call, succeed));
  EXPECT_EQ(call.common.timeout_ms, 5);
  EXPECT_EQ(call.arguments.size(), 2U) << "what came stays for the journal";
}

TEST(ValidateArguments, LaterLayersSeeTheDeclaredNamesAndNoNulls) {
  tool::FakeServices fake;
  Call call = call_of(echo(), {{"Text", "x"}, {"timeoutMs", 5}, {"times", nullptr}});
  EXPECT_TRUE(run_layer(fake, validate_arguments, call, succeed));
  EXPECT_EQ(json::write(call.arguments), R"({"text":"x","timeout_ms":5})");
}

TEST(ValidateArguments, OneGivenTwiceIsRefusedAndANeededNullToo) {
  tool::FakeServices fake;
  Call twice = call_of(echo(), {{"text", "x"}, {"Text", "y"}});
  EXPECT_NE(run_layer(fake, validate_arguments, twice, succeed).error().message.find("twice"),
            std::string::npos);
  Call null = call_of(echo(), {{"text", nullptr}});
  EXPECT_NE(run_layer(fake, validate_arguments, null, succeed).error().message.find("'text'"),
            std::string::npos);
}

TEST(ValidateArguments, BadArgumentsNeverReachTheTool) {
  tool::FakeServices fake;
  auto unreachable = [](Services&, Call&, Next) -> Task<Result<ToolOutput>> {
    ADD_FAILURE() << "called";
    co_return ToolOutput::text("");
  };
  for (json::object arguments :
       {json::object{}, json::object{{"text", 5}}, json::object{{"text", "x"}, {"times", 10}},
        json::object{{"text", "x"}, {"timeout_ms", -1}}, json::object{{"txt", "x"}}}) {
    Call call = call_of(echo(), std::move(arguments));
    auto outcome = run_layer(fake, validate_arguments, call, unreachable);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::invalid_arguments);
  }
}

}  // namespace
}  // namespace oc::dispatch
