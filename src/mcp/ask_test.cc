#include "mcp/ask.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "json/parse.h"
#include "rpc/testing/recording_outlet.h"

namespace oc::mcp {
namespace {

using tool::Question;

Question name_question(std::string key = "user_name") {
  return Question::form(
      std::move(key), "Your name?",
      json::parse(R"({"type":"object","properties":{"name":{"type":"string"}},"required":["name"]})")
          ->as_object());
}
json::object accepted(std::string_view name) {
  return {{"action", "accept"}, {"content", {{"name", name}}}};
}

struct AskTest : testing::Test {
  testing_support::Loop loop;
  FakeClock clock;
  RequestSeal seal{clock};
  RequestContext context{.client = {.revision = kModern, .capabilities = {{"elicitation", json::object{}}}},
                         .outlet = std::make_shared<rpc::RecordingOutlet>()};
  json::object params{{"name", "t"}};

  std::unique_ptr<Asker> asker() { return std::move(*make_asker(context, "tools/call", params, seal)); }
};

TEST_F(AskTest, ModernAsksByResultAndGoesOnWithTheAnswer) {
  auto first = asker();
  EXPECT_EQ(loop.run(first->ask({name_question()}, {})).error().code, ErrorCode::input_required);
  json::object result = *first->unanswered();
  EXPECT_EQ(result.at("inputRequests").at("user_name").at("method").as_string(), "elicitation/create");
  params["requestState"] = result.at("requestState");
  params["inputResponses"] = json::object{{"user_name", accepted("Ada")}, {"extra", 5}};
  auto second = asker();
  auto answers = loop.run(second->ask({name_question()}, {}));
  ASSERT_TRUE(answers);
  EXPECT_EQ(answers->at("user_name").at("content").at("name").as_string(), "Ada");
  EXPECT_FALSE(second->unanswered());
}

TEST_F(AskTest, ModernCarriesAnswersOverRounds) {
  auto first = asker();
  (void)loop.run(first->ask({name_question("a")}, {}));
  params["requestState"] = first->unanswered()->at("requestState");
  params["inputResponses"] = json::object{{"a", accepted("Ada")}};
  auto second = asker();
  ASSERT_TRUE(loop.run(second->ask({name_question("a")}, {})));
  EXPECT_FALSE(loop.run(second->ask({name_question("b")}, {})));
  params["requestState"] = second->unanswered()->at("requestState");
  params["inputResponses"] = json::object{{"b", accepted("Bob")}};
  auto third = asker();
  EXPECT_TRUE(loop.run(third->ask({name_question("a")}, {})));
  EXPECT_TRUE(loop.run(third->ask({name_question("b")}, {})));
}

TEST_F(AskTest, GarbageIsAskedAgain) {
  for (json::value answer :
       {json::value(5), json::value(nullptr), json::value(json::object{{"action", "accept"}}),
        json::value(json::object{{"action", "accept"}, {"content", {{"name", 5}}}})}) {
    params["inputResponses"] = json::object{{"user_name", answer}};
    EXPECT_FALSE(loop.run(asker()->ask({name_question()}, {})));
  }
}

TEST_F(AskTest, AForgedStateIsRefused) {
  params["requestState"] = "forged.state";
  auto made = make_asker(context, "tools/call", params, seal);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, rpc::kInvalidParams);
}

TEST_F(AskTest, AClientThatCannotBeAskedIsToldWhatItLacks) {
  context.client.capabilities = {{"elicitation", {{"url", json::object{}}}}};
  auto answers = loop.run(asker()->ask({name_question()}, {}));
  ASSERT_FALSE(answers);
  EXPECT_EQ(answers.error().code, ErrorCode::missing_client_capability);
  EXPECT_TRUE(answers.error().details.at("requiredCapabilities").as_object().contains("elicitation"));
}

TEST_F(AskTest, LegacyAsksByARequestOfItsOwn) {
  Nursery nursery{loop.executor(), loop.log};
  rpc::Peer peer{nursery};
  context.client.revision = Revision::v2025_06_18;
  context.peer = &peer;
  auto outlet = std::make_shared<rpc::RecordingOutlet>();
  context.outlet = outlet;
  auto legacy = asker();
  // The question goes out first, then the answer comes in.
  nursery.start("answer", [](auto sent, rpc::Peer& asked) -> Task<void> {
    EXPECT_EQ(sent->sent.size(), 0U);
    (void)co_await sleep_for(std::chrono::nanoseconds{1}, {});
    EXPECT_EQ(sent->sent.size(), 1U);
    EXPECT_EQ(sent->sent[0].find("\"mode\""), std::string::npos);
    EXPECT_TRUE(asked.settle({"srv-1", json::value(accepted("Ada"))}));
  }(outlet, peer));
  EXPECT_TRUE(loop.run(legacy->ask({name_question()}, {})));
}

}  // namespace
}  // namespace oc::mcp
