#include "browser/dialog_tracker.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

using testing_support::sent;

struct DialogTrackerTest : testing::Test {
  testing_support::FakePage page;
  DialogTracker dialogs;

  void SetUp() override { dialogs.listen(page.session()); }
  void open(std::string_view kind, std::string_view message, std::string_view preset = "") {
    page.emit(
        "Page.javascriptDialogOpening",
        {{"type", kind}, {"message", message}, {"defaultPrompt", preset}, {"url", "http://x/dialog.html"}});
  }
  void close() { page.emit("Page.javascriptDialogClosed", {{"result", true}}); }
};

TEST_F(DialogTrackerTest, AnAlertIsAcceptedAtOnceAndReportedOnce) {
  open("alert", "hello");
  EXPECT_FALSE(dialogs.open());
  auto answers = sent(page.chrome, "Page.handleJavaScriptDialog", "s1");
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_TRUE(answers[0].at("accept").as_bool());
  auto accepted = dialogs.take_accepted();
  ASSERT_EQ(accepted.size(), 1U);
  EXPECT_EQ(accepted[0].kind, "alert");
  EXPECT_EQ(accepted[0].message, "hello");
  EXPECT_EQ(accepted[0].url, "http://x/dialog.html");
  EXPECT_TRUE(dialogs.take_accepted().empty());
}

TEST_F(DialogTrackerTest, BeforeunloadIsAcceptedToo) {
  open("beforeunload", "");
  EXPECT_EQ(sent(page.chrome, "Page.handleJavaScriptDialog").size(), 1U);
  EXPECT_FALSE(dialogs.open());
}

TEST_F(DialogTrackerTest, AConfirmIsHeldUntilItIsClosed) {
  open("confirm", "Delete\nall?");
  ASSERT_TRUE(dialogs.open());
  EXPECT_EQ(dialogs.open()->kind, "confirm");
  EXPECT_TRUE(sent(page.chrome, "Page.handleJavaScriptDialog").empty()) << "nobody answered for the caller";
  EXPECT_TRUE(dialogs.take_accepted().empty());
  close();
  EXPECT_FALSE(dialogs.open());
}

TEST_F(DialogTrackerTest, APromptKeepsItsPreset) {
  open("prompt", "Name?", "Ada");
  ASSERT_TRUE(dialogs.open());
  EXPECT_EQ(dialogs.open()->preset, "Ada");
}

TEST_F(DialogTrackerTest, TheErrorNamesKindAndText) {
  open("confirm", "Delete\nall?");
  Error error = dialogs.blocking_error();
  EXPECT_EQ(error.code, ErrorCode::dialog_open);
  EXPECT_EQ(error.message, "a confirm dialog is open: \"Delete all?\"");
  const auto& dialog = error.details.as_object().at("dialog").as_object();
  EXPECT_EQ(dialog.at("kind").as_string(), "confirm");
  EXPECT_EQ(dialog.at("message").as_string(), "Delete\nall?");
}

TEST_F(DialogTrackerTest, LongMessagesAreCut) {
  open("confirm", std::string(50'000, 'm'));
  EXPECT_LE(dialogs.open()->message.size(), 2048U + 3);
}

TEST_F(DialogTrackerTest, APageThatAlertsForEverFillsNothing) {
  for (int i = 0; i < 1000; ++i) open("alert", std::to_string(i));
  EXPECT_EQ(sent(page.chrome, "Page.handleJavaScriptDialog").size(), 1000U);
  EXPECT_EQ(dialogs.take_accepted().size(), 10U);
}

TEST_F(DialogTrackerTest, AWatchIsCalledForHeldDialogsUntilItGoes) {
  int first = 0;
  int second = 0;
  std::optional<DialogTracker::Watch> one;
  one.emplace(dialogs, [&] { ++first; });
  DialogTracker::Watch two{dialogs, [&] { ++second; }};
  open("alert", "a");
  EXPECT_EQ(first, 0) << "an alert waits for nobody";
  open("confirm", "b");
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 1);
  close();
  one.reset();
  open("confirm", "c");
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 2);
}

TEST_F(DialogTrackerTest, AWatchMayEndItselfWhenItIsCalled) {
  std::optional<DialogTracker::Watch> watch;
  int called = 0;
  watch.emplace(dialogs, [&] {
    ++called;
    watch.reset();
  });
  open("confirm", "a");
  close();
  open("confirm", "b");
  EXPECT_EQ(called, 1);
}

TEST_F(DialogTrackerTest, AWatchMayOutliveTheTracker) {
  auto tracker = std::make_unique<DialogTracker>();
  DialogTracker::Watch watch{*tracker, [] {}};
  tracker.reset();
  SUCCEED();
}

TEST_F(DialogTrackerTest, AGuardedWaitEndsWithTheDialogThatCameAndNotForTheCaller) {
  StopSource caller;
  DialogWait wait{dialogs, caller.stop()};
  EXPECT_FALSE(wait.blocked());
  open("confirm", "Sure?");
  EXPECT_TRUE(wait.stop().requested());
  EXPECT_FALSE(caller.stop().requested());
  close();
  ASSERT_TRUE(wait.blocked()) << "also when the dialog is gone before anybody looked";
  EXPECT_EQ(wait.blocked()->code, ErrorCode::dialog_open);
  EXPECT_NE(wait.blocked()->message.find("Sure?"), std::string::npos);
}

TEST_F(DialogTrackerTest, AGuardedWaitIsBlockedFromItsBeginningByAnOpenDialog) {
  open("confirm", "Sure?");
  DialogWait wait{dialogs, {}};
  EXPECT_TRUE(wait.blocked());
  EXPECT_TRUE(wait.stop().requested());
}

TEST_F(DialogTrackerTest, AGuardedWaitStopsWithItsCaller) {
  StopSource caller;
  DialogWait wait{dialogs, caller.stop()};
  caller.request(StopReason::deadline);
  EXPECT_EQ(wait.stop().reason(), StopReason::deadline);
  EXPECT_FALSE(wait.blocked());
}

TEST_F(DialogTrackerTest, AnAnswerGoesToThePageThatAsked) {
  dialogs.listen(page.session("s2"));
  page.chrome.answer("Page.handleJavaScriptDialog", json::object{});
  page.emit("Page.javascriptDialogOpening", {{"type", "prompt"}, {"message", "Name?"}}, "s2");
  ASSERT_TRUE(page.run(dialogs.answer(true, "Ada", {})));
  EXPECT_FALSE(dialogs.open());
  auto answers = sent(page.chrome, "Page.handleJavaScriptDialog", "s2");
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_TRUE(answers[0].at("accept").as_bool());
  EXPECT_EQ(answers[0].at("promptText").as_string(), "Ada");
}

TEST_F(DialogTrackerTest, ARefusedAnswerLeavesTheDialogOpen) {
  page.chrome.answer("Page.handleJavaScriptDialog",
                     [](const json::object&) { return testing_support::refused("No dialog is showing"); });
  open("confirm", "a");
  EXPECT_EQ(page.run(dialogs.answer(false, std::nullopt, {})).error().code, ErrorCode::protocol_error);
  EXPECT_TRUE(dialogs.open());
}

TEST_F(DialogTrackerTest, AnAnswerDoesNotForgetTheNextDialog) {
  page.chrome.answer("Page.handleJavaScriptDialog", [&](const json::object&) -> Result<json::value> {
    page.chrome.emit("Page.javascriptDialogClosed", {{"result", true}}, "s1");
    page.chrome.emit("Page.javascriptDialogOpening", {{"type", "confirm"}, {"message", "two"}}, "s1");
    return json::object{};
  });
  open("confirm", "one");
  ASSERT_TRUE(page.run(dialogs.answer(true, std::nullopt, {})));
  ASSERT_TRUE(dialogs.open());
  EXPECT_EQ(dialogs.open()->message, "two");
}

TEST_F(DialogTrackerTest, ADialogGoesWithTheSessions) {
  open("confirm", "a");
  dialogs.forget_sessions();
  EXPECT_FALSE(dialogs.open());
  open("confirm", "b");
  EXPECT_FALSE(dialogs.open());
}

TEST_F(DialogTrackerTest, OneSessionMayBeForgotten) {
  dialogs.listen(page.session("s2"));
  dialogs.forget_session("s2");
  page.emit("Page.javascriptDialogOpening", {{"type", "confirm"}}, "s2");
  EXPECT_FALSE(dialogs.open());
  open("confirm", "a");
  EXPECT_TRUE(dialogs.open());
}

TEST_F(DialogTrackerTest, ADialogGoesWithThePageThatOpenedItAndWithNoOther) {
  auto frame = page.session("s2");
  dialogs.listen(frame);
  page.emit("Page.javascriptDialogOpening", {{"type", "confirm"}}, "s2");
  dialogs.forget_session("s1");
  EXPECT_TRUE(dialogs.open());
  dialogs.forget_session("s2");
  EXPECT_FALSE(dialogs.open());
}

}  // namespace
}  // namespace oc::browser
