#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::echo;
using tool::samples::go;
using tool::samples::look;
using tool::samples::press;

struct HoldTabLaneTest : testing::Test {
  tool::FakeServices fake;

  static Task<Result<ToolOutput>> say_tab(Services&, Call& call, Next) {
    co_return ToolOutput::text(call.tab ? call.tab->id() : "none");
  }
  Result<ToolOutput> run(const tool::Tool& tool, tool::CommonArgs common = {}, json::object arguments = {},
                         LayerFunction next = say_tab) {
    Call call = call_of(tool, std::move(arguments));
    call.common = std::move(common);
    return run_layer(fake, hold_tab_lane, call, next);
  }
  Result<ToolOutput> run_for(std::string caller, const tool::Tool& tool) {
    Call call = call_of(tool, {});
    call.ports.caller = std::move(caller);
    return run_layer(fake, hold_tab_lane, call, say_tab);
  }
  std::string tab_of(const tool::Tool& tool, tool::CommonArgs common = {}, json::object arguments = {}) {
    auto outcome = run(tool, std::move(common), std::move(arguments));
    return outcome ? std::get<std::string>(outcome->body) : outcome.error().message;
  }
};

TEST_F(HoldTabLaneTest, AToolThatNeedsNoBrowserWakesNone) {
  EXPECT_EQ(tab_of(echo()), "none");
  EXPECT_EQ(fake.chrome.starts(), 0U);
}

TEST_F(HoldTabLaneTest, WithoutATabOnlyAToolThatOpensOneGoesOn) {
  auto refused = run(look());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::tab_not_found);
  EXPECT_EQ(tab_of(go()), "t1");
  EXPECT_EQ(tab_of(look()), "t1") << "the one used last";
}

TEST_F(HoldTabLaneTest, ATabIsNamedOrTheLatestOrANewOne) {
  EXPECT_EQ(tab_of(go()), "t1");
  EXPECT_EQ(tab_of(go(), {}, {{"fresh", true}}), "t2");
  EXPECT_EQ(tab_of(look()), "t2");
  EXPECT_EQ(tab_of(look(), {.tab_id = "t1"}), "t1");
  EXPECT_EQ(tab_of(look()), "t1");
  EXPECT_EQ(run(look(), {.tab_id = "t9"}).error().code, ErrorCode::tab_not_found);
}

TEST_F(HoldTabLaneTest, EachCallerHasATabOfItsOwn) {
  auto tab = [&](std::string caller, const tool::Tool& tool) {
    return std::get<std::string>(run_for(std::move(caller), tool)->body);
  };
  EXPECT_EQ(tab("anna", go()), "t1");
  EXPECT_EQ(tab("bert", go()), "t2");
  EXPECT_EQ(tab("anna", look()), "t1");
  EXPECT_EQ(tab("bert", look()), "t2");
  auto refused = run_for("cleo", look());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::tab_not_found);
  EXPECT_NE(refused.error().message.find("open there: t1 (about:blank), t2 (about:blank)"), std::string::npos)
      << refused.error().message;
  EXPECT_EQ(refused.error().details.at("tabs").as_array().size(), 2U);
}

TEST_F(HoldTabLaneTest, WorkspacesHaveTheirOwnTabs) {
  EXPECT_EQ(tab_of(go()), "t1");
  EXPECT_EQ(run(look(), {.workspace = "other"}).error().code, ErrorCode::tab_not_found);
}

TEST_F(HoldTabLaneTest, TheAnswerSaysWhichTab) {
  auto outcome = run(go());
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->meta.at("openchrome/page").at("tabId").as_string(), "t1");
}

// Loses the browser the first time it is called.
Task<Result<ToolOutput>> lose_once(Services& services, Call& call, Next) {
  if (services.browser.facts().starts > 1) co_return ToolOutput::text(call.tab->id());
  co_return fail(ErrorCode::browser_disconnected, "gone");
}

TEST_F(HoldTabLaneTest, AnObservationIsRepeatedInTheNextBrowserUnderTheSameTab) {
  ASSERT_EQ(tab_of(go()), "t1");
  fake.chrome.lose();
  fake.loop.io.poll();
  auto outcome = run(look(), {}, {}, lose_once);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(std::get<std::string>(outcome->body), "t1");
  EXPECT_EQ(fake.chrome.starts(), 2U);
  ASSERT_EQ(outcome->notes.size(), 1U);
  std::string said = outcome->notes[0];
  EXPECT_NE(said.find("tab t1 was opened again"), std::string::npos) << said;
  EXPECT_TRUE(run(look())->notes.empty()) << "said once";
}

Task<Result<ToolOutput>> always_lost(Services& services, Call&, Next) {
  services.log.info("test", "ran");
  co_return fail(ErrorCode::browser_disconnected, "gone");
}

std::size_t count(std::string_view whole, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = whole.find(part); at != std::string_view::npos; at = whole.find(part, at + 1))
    ++found;
  return found;
}

TEST_F(HoldTabLaneTest, AnActionIsNeverRepeated) {
  ASSERT_EQ(tab_of(go()), "t1");
  EXPECT_EQ(run(press(), {}, {}, always_lost).error().code, ErrorCode::browser_disconnected);
  EXPECT_EQ(count(fake.loop.logged, "test: ran"), 1U);
  EXPECT_EQ(run(look(), {}, {}, always_lost).error().code, ErrorCode::browser_disconnected);
  EXPECT_EQ(count(fake.loop.logged, "test: ran"), 3U) << "an observation once more, and no more than that";
}

Task<Result<ToolOutput>> lost_after_a_deed(Services&, Call& call, Next) {
  call.tab->note_deed();
  co_return fail(ErrorCode::target_crashed, "gone");
}

TEST_F(HoldTabLaneTest, AnActionThatBeganAndWasLostHasAnUnknownOutcome) {
  ASSERT_EQ(tab_of(go()), "t1");
  auto outcome = run(press(), {}, {}, lost_after_a_deed);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::outcome_unknown);
  EXPECT_EQ(outcome.error().details.at("cause").at("code").as_string(), "target_crashed");
  EXPECT_EQ(run(look(), {}, {}, lost_after_a_deed).error().code, ErrorCode::target_crashed);
}

TEST_F(HoldTabLaneTest, AnActionWaitsForTheOneBeforeItAndTheWaitCounts) {
  ASSERT_EQ(tab_of(go()), "t1");
  auto tab = *fake.browser.tabs().find("t1");
  auto held = fake.loop.run(tab->lane().enter(browser::TabLane::Use::alone, {}));
  StopSource impatient{Stop{}, std::chrono::steady_clock::now() + std::chrono::milliseconds{5}};
  Call call = call_of(press(), {}, impatient.stop());
  auto outcome = run_layer(fake, hold_tab_lane, call, say_tab);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::timeout);
  EXPECT_NE(outcome.error().message.find("another call"), std::string::npos);
}

}  // namespace
}  // namespace oc::dispatch
