#include "mcp/request_state.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"

namespace oc::mcp {
namespace {

struct RequestStateTest : testing::Test {
  FakeClock clock;
  RequestSeal seal{clock};
  std::string binding = request_binding("tools/call", {{"name", "t"}, {"arguments", json::object{{"a", 1}}}});
  std::string state = seal.seal(binding, {{"user", {{"action", "accept"}}}});
};

TEST_F(RequestStateTest, OpensWhatItSealed) {
  auto answers = seal.open(state, binding);
  ASSERT_TRUE(answers);
  EXPECT_EQ(answers->at("user").at("action").as_string(), "accept");
}

TEST_F(RequestStateTest, RefusesEveryTamperedCharacter) {
  for (std::size_t i = 0; i < state.size(); i += 7) {
    std::string forged = state;
    forged[i] = forged[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(seal.open(forged, binding)) << i;
  }
  EXPECT_FALSE(seal.open("", binding));
  EXPECT_FALSE(seal.open("a.b", binding));
  EXPECT_FALSE(seal.open(state + "x", binding));
}

TEST_F(RequestStateTest, RefusesAnotherRequestAndAnotherServer) {
  EXPECT_FALSE(seal.open(
      state, request_binding("tools/call", {{"name", "t"}, {"arguments", json::object{{"a", 2}}}})));
  EXPECT_FALSE(seal.open(
      state, request_binding("prompts/get", {{"name", "t"}, {"arguments", json::object{{"a", 1}}}})));
  EXPECT_FALSE(RequestSeal{clock}.open(state, binding));
}

TEST_F(RequestStateTest, Expires) {
  clock.advance(std::chrono::minutes{11});
  EXPECT_FALSE(seal.open(state, binding));
}

}  // namespace
}  // namespace oc::mcp
