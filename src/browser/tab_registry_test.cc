#include "browser/tab_registry.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

struct TabRegistryTest : testing::Test {
  testing_support::Stage stage;
  TabOptions options{.policy = std::make_shared<const DomainPolicy>()};
  TabRegistry tabs;

  TabRegistry::TabPtr add(std::string target, std::string workspace = "default", bool ours = true) {
    return tabs.add(
        {.id = "ignored", .target_id = std::move(target), .workspace = std::move(workspace), .ours = ours},
        options, stage.loop.executor());
  }
};

TEST_F(TabRegistryTest, IdsAreCountedAndNeverComeAgain) {
  EXPECT_EQ(add("A")->id(), "t1");
  EXPECT_EQ(add("B")->id(), "t2");
  tabs.remove("t2");
  EXPECT_EQ(add("C")->id(), "t3");
  EXPECT_EQ(tabs.size(), 2U);
}

TEST_F(TabRegistryTest, ATabIsFoundByItsIdAndByItsTarget) {
  auto one = add("A");
  auto two = add("B");
  EXPECT_EQ(*tabs.find("t1"), one);
  EXPECT_EQ(*tabs.find("t2"), two);
  EXPECT_EQ(tabs.by_target("B"), two);
  EXPECT_EQ(tabs.by_target("C"), nullptr);
  tabs.remove("t1");
  EXPECT_EQ(tabs.by_target("A"), nullptr);
  tabs.remove("t1");
  tabs.remove("nonsense");
  EXPECT_EQ(tabs.size(), 1U);
}

TEST_F(TabRegistryTest, AnUnknownTabIsAnErrorThatListsThoseThereAre) {
  EXPECT_EQ(tabs.find("t1").error().message, "there is no tab 't1'; none is open");
  add("A");
  add("B");
  auto missing = tabs.find("t7");
  EXPECT_EQ(missing.error().code, ErrorCode::tab_not_found);
  EXPECT_EQ(missing.error().message, "there is no tab 't7'; open: t1, t2");
  for (std::string_view id : {"", "t", "1", "t0", "t-1", "t1x", "T1", "t99999999999999999999999", " t1"})
    EXPECT_FALSE(tabs.find(std::string{id})) << id;
}

TEST_F(TabRegistryTest, AnErrorListsTenTabsAtMost) {
  for (int i = 0; i < 11; ++i) add(std::to_string(i));
  auto missing = tabs.find("t70");
  EXPECT_NE(missing.error().message.find("t10 …"), std::string::npos) << missing.error().message;
  EXPECT_EQ(missing.error().message.find("t11"), std::string::npos);
}

TEST_F(TabRegistryTest, TheMostRecentIsTheOneUsedLastInItsWorkspace) {
  EXPECT_EQ(tabs.most_recent("default"), nullptr);
  auto one = add("A");
  auto two = add("B");
  auto other = add("C", "work");
  EXPECT_EQ(tabs.most_recent("default"), two) << "the newest, when none was used";
  tabs.touch(*one);
  EXPECT_EQ(tabs.most_recent("default"), one);
  tabs.touch(*two);
  tabs.touch(*other);
  EXPECT_EQ(tabs.most_recent("default"), two);
  EXPECT_EQ(tabs.most_recent("work"), other);
  EXPECT_EQ(tabs.most_recent("nowhere"), nullptr);
  tabs.remove(two->id());
  EXPECT_EQ(tabs.most_recent("default"), one);
}

TEST_F(TabRegistryTest, AForeignTabIsNeverTheDefaultUntilSomebodyNamedIt) {
  auto foreign = add("A", "default", false);
  EXPECT_EQ(tabs.most_recent("default"), nullptr);
  auto ours = add("B");
  EXPECT_EQ(tabs.most_recent("default"), ours);
  tabs.touch(*foreign);
  EXPECT_EQ(tabs.most_recent("default"), foreign);
}

TEST_F(TabRegistryTest, APopupDoesNotTakeOverFromTheTabInUse) {
  auto opener = add("A");
  tabs.touch(*opener);
  add("B");
  EXPECT_EQ(tabs.most_recent("default"), opener);
}

TEST_F(TabRegistryTest, AllComesInTheOrderOfTheIds) {
  for (int i = 0; i < 12; ++i) add(std::to_string(i));
  auto all = tabs.all();
  ASSERT_EQ(all.size(), 12U);
  EXPECT_EQ(all[1]->id(), "t2");
  EXPECT_EQ(all[9]->id(), "t10");
}

TEST_F(TabRegistryTest, ATabMayGoOnAsAnotherTarget) {
  auto tab = add("A");
  tab->set_status(TabStatus::lost);
  tabs.move(tab, "B");
  EXPECT_EQ(tab->target_id(), "B");
  EXPECT_EQ(tab->status(), TabStatus::unattached);
  EXPECT_EQ(tabs.by_target("A"), nullptr);
  EXPECT_EQ(tabs.by_target("B"), tab);
  EXPECT_EQ(*tabs.find("t1"), tab);
}

TEST_F(TabRegistryTest, ATabThatWasRemovedIsNotMadeKnownByMovingIt) {
  auto tab = add("A");
  tabs.remove("t1");
  tabs.move(tab, "B");
  EXPECT_EQ(tabs.by_target("B"), nullptr);
  EXPECT_EQ(tabs.size(), 0U);
}

TEST_F(TabRegistryTest, WorkspacesHaveTheContextTheyWereGiven) {
  EXPECT_EQ(tabs.context_of("work"), "");
  tabs.set_context("work", "C1");
  EXPECT_EQ(tabs.context_of("work"), "C1");
  EXPECT_EQ(tabs.workspace_of("C1"), "work");
  EXPECT_EQ(tabs.workspace_of("C9"), "default");
  EXPECT_EQ(tabs.workspace_of(""), "default");
  tabs.forget_contexts();
  EXPECT_EQ(tabs.context_of("work"), "");
  EXPECT_EQ(tabs.workspace_of("C1"), "default");
}

TEST_F(TabRegistryTest, EachCallerHasItsOwnMostRecentTab) {
  auto one = add("A");
  auto two = add("B");
  tabs.touch(*one, "anna");
  tabs.touch(*two, "bert");
  EXPECT_EQ(tabs.most_recent("default", "anna"), one);
  EXPECT_EQ(tabs.most_recent("default", "bert"), two);
  EXPECT_EQ(tabs.most_recent("default", "cleo"), nullptr) << "both have their callers";
  EXPECT_EQ(tabs.most_recent("default"), two) << "nobody in particular means the last one used";
  tabs.touch(*two, "anna");
  EXPECT_EQ(tabs.most_recent("default", "anna"), two);
  EXPECT_EQ(tabs.most_recent("default", "bert"), two);
  EXPECT_EQ(tabs.most_recent("work", "anna"), nullptr);
}

TEST_F(TabRegistryTest, ATabThatNobodyUsesAnyMoreIsFree) {
  auto one = add("A");
  tabs.touch(*one, "anna");
  tabs.forget_caller("anna");
  EXPECT_EQ(tabs.most_recent("default", "bert"), one);
}

TEST_F(TabRegistryTest, ATabThatIsBeingOpenedForAnotherIsNotFree) {
  auto one = add("A");
  EXPECT_EQ(tabs.most_recent("default", "anna"), nullptr);
  tabs.touch(*one);
  EXPECT_EQ(tabs.most_recent("default", "anna"), one);
}

TEST_F(TabRegistryTest, ATabThatAPageOpenedBelongsToTheCallersOfThatPage) {
  auto opener = add("A");
  tabs.touch(*opener, "anna");
  auto popup = add("B");
  popup->belongs_to_callers_of(*opener);
  EXPECT_EQ(tabs.most_recent("default", "anna"), opener) << "it was not used yet";
  EXPECT_EQ(tabs.most_recent("default", "bert"), nullptr);
  tabs.remove(opener->id());
  EXPECT_EQ(tabs.most_recent("default", "anna"), popup);
}

}  // namespace
}  // namespace oc::browser
