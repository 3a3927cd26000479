#include "browser/first_requests.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

using testing_support::sent;

struct FirstRequestsTest : testing::Test {
  testing_support::FakePage page;
  std::vector<std::string> told;
  FirstRequests requests{[this](const std::string& frame) { told.push_back(frame); }};

  void SetUp() override { requests.listen(page.connection->browser()); }
  void pause(std::string_view id, std::string_view frame) {
    page.emit("Fetch.requestPaused",
              {{"requestId", id}, {"frameId", frame}, {"request", {{"url", "http://x/"}, {"method", "GET"}}}},
              "");
  }
  std::vector<std::string> gone_on() const {
    std::vector<std::string> out;
    for (const json::object& params : sent(page.chrome, "Fetch.continueRequest"))
      out.emplace_back(json::find_string(params, "requestId").value_or(""));
    return out;
  }
};

using Words = std::vector<std::string>;

TEST_F(FirstRequestsTest, ARequestWaitsForItsTabAndTheHoldingEndsWithIt) {
  requests.expect();
  requests.made("F1");
  EXPECT_TRUE(requests.is_opening("F1"));
  EXPECT_EQ(requests.held("F1"), nullptr);
  pause("R1", "F1");
  EXPECT_EQ(told, Words{"F1"});
  ASSERT_NE(requests.held("F1"), nullptr);
  EXPECT_EQ(json::find_string(*requests.held("F1"), "url"), "http://x/");
  EXPECT_EQ(gone_on(), Words{});
  requests.release("F1");
  EXPECT_EQ(gone_on(), Words{"R1"});
  EXPECT_FALSE(requests.is_opening("F1"));
  EXPECT_EQ(sent(page.chrome, "Fetch.enable").size(), 1U);
  EXPECT_EQ(sent(page.chrome, "Fetch.disable").size(), 1U);
}

TEST_F(FirstRequestsTest, OneThatComesBeforeItsTabIsKnownIsKept) {
  requests.expect();
  pause("R1", "F1");
  EXPECT_EQ(requests.held("F1"), nullptr) << "whose it is, is not known yet";
  requests.made("F1");
  EXPECT_NE(requests.held("F1"), nullptr);
  EXPECT_EQ(gone_on(), Words{});
}

TEST_F(FirstRequestsTest, RequestsOfOtherPagesGoOn) {
  requests.expect();
  pause("R1", "other");
  requests.made("F1");
  EXPECT_EQ(gone_on(), Words{"R1"}) << "as soon as it is known to be another's";
  pause("R2", "other");
  EXPECT_EQ(gone_on(), (Words{"R1", "R2"})) << "and then at once";
}

TEST_F(FirstRequestsTest, SeveralTabsShareOneHolding) {
  requests.expect();
  requests.expect();
  requests.made("F1");
  pause("R1", "F1");
  requests.release("F1");
  EXPECT_EQ(sent(page.chrome, "Fetch.disable").size(), 0U) << "the second is still to come";
  requests.made("F2");
  EXPECT_EQ(gone_on(), Words{"R1"});
  pause("R2", "F2");
  requests.release("F2");
  EXPECT_EQ(gone_on(), (Words{"R1", "R2"}));
  EXPECT_EQ(sent(page.chrome, "Fetch.enable").size(), 1U);
  EXPECT_EQ(sent(page.chrome, "Fetch.disable").size(), 1U);
}

TEST_F(FirstRequestsTest, ATargetThatWasNotMadeHoldsNothing) {
  requests.expect();
  pause("R1", "other");
  requests.made("");
  EXPECT_EQ(gone_on(), Words{"R1"});
  EXPECT_EQ(sent(page.chrome, "Fetch.disable").size(), 1U);
}

TEST_F(FirstRequestsTest, ALostBrowserLeavesNothingBehind) {
  requests.expect();
  requests.made("F1");
  pause("R1", "F1");
  requests.forget_session();
  EXPECT_FALSE(requests.is_opening("F1"));
  EXPECT_EQ(requests.held("F1"), nullptr);
  requests.release("F1");
  EXPECT_EQ(gone_on(), Words{});
}

}  // namespace
}  // namespace oc::browser
