#include "session/resumption.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace oc::session {
namespace {

TabRecord tab(std::string id, std::string url) {
  return {.tab_id = std::move(id), .url = std::move(url), .title = "T"};
}

TEST(Fates, LiveRemappedAndClosed) {
  auto found =
      fates({tab("t1", "https://x.org/a"), tab("t2", "https://x.org/b"), tab("t3", "https://x.org/c")},
            {{"t1", "https://x.org/a"}, {"t2", "https://x.org/other"}, {"t7", "https://x.org/b"}});
  EXPECT_EQ(found[0].fate, Fate::live);
  EXPECT_EQ(found[1].fate, Fate::remapped);
  EXPECT_EQ(found[1].tab_id, "t7");
  EXPECT_EQ(found[2].fate, Fate::closed);
  EXPECT_EQ(found[2].tab_id, "");
}

TEST(Fates, AClosedOneTellsWhatItsTabShowsInstead) {
  auto found = fates({tab("t1", "https://x.org/a")}, {{"t1", "https://x.org/b"}});
  EXPECT_EQ(found[0].fate, Fate::closed);
  EXPECT_EQ(found[0].shows_now, "https://x.org/b");
}

TEST(Fates, ATabStandsForOneAndItsOwnComesFirst) {
  auto found =
      fates({tab("t1", "https://x.org/a"), tab("t2", "https://x.org/a")}, {{"t2", "https://x.org/a"}});
  EXPECT_EQ(found[0].fate, Fate::closed);
  EXPECT_EQ(found[1].fate, Fate::live);
}

TEST(Fates, APartOfAPageIsThePage) {
  auto found = fates({tab("t1", "https://x.org/a#one"), tab("t2", "https://x.org/a?q#x")},
                     {{"t1", "https://x.org/a#two"}, {"t2", "https://x.org/a#x"}});
  EXPECT_EQ(found[0].fate, Fate::live);
  EXPECT_EQ(found[1].fate, Fate::closed) << "another query is another page";
}

Snapshot sample() {
  return {.snapshot_id = "id1",
          .created_at = 1'700'000'000'000,
          .workspace = "default",
          .memo = {.objective = "Buy a kettle",
                   .current_step = "Fill in the address",
                   .next_actions = {"pay", "save the receipt"},
                   .completed_steps = {"found one"},
                   .notes = "under 40",
                   .label = "kettle"},
          .tabs = {{.tab_id = "t1",
                    .url = "https://x.org/a",
                    .title = "A",
                    .scroll = json::parse(R"({"x":0,"y":300})").value(),
                    .passwords = 1},
                   tab("t2", "https://x.org/b")}};
}

TEST(ResumeText, BeginsWithTheMemoAndEndsWithTheTabs) {
  std::vector<TabFate> tabs{{.fate = Fate::remapped, .tab_id = "t9"}, {}};
  EXPECT_EQ(resume_text(sample(), tabs, 1'700'000'000'000 + 5 * 60'000),
            "Objective: Buy a kettle\n"
            "Current step: Fill in the address\n"
            "Next actions:\n1. pay\n2. save the receipt\n"
            "Completed:\n- found one\n"
            "Notes: under 40\n\n"
            "Snapshot id1 \"kettle\", taken 2023-11-14T22:13:20.000Z (5 minutes ago), workspace default\n"
            "Tabs:\n"
            "- t1 REMAPPED → t9 https://x.org/a \"A\" (scrolled to 300, 1 password fields not kept)\n"
            "- t2 CLOSED https://x.org/b \"T\"\n"
            "reopen: true opens the closed ones again.\n");
}

TEST(ResumeText, TellsWhatWasRestoredAndWhatWasNot) {
  std::vector<TabFate> tabs{
      {.fate = Fate::live, .tab_id = "t1"},
      {.reopened = Reopened{.tab_id = "t5", .done = {"scrolling", "2 fields"}, .not_done = {"1 file"}}}};
  std::string text = resume_text(sample(), tabs, 1'700'000'000'000);
  EXPECT_NE(text.find("  opened again as t5\n  restored: scrolling, 2 fields\n  not restored: 1 file\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("reopen: true"), std::string::npos);
}

TEST(ResumeJson, SaysTheSame) {
  std::vector<TabFate> tabs{{.fate = Fate::remapped, .tab_id = "t9"},
                            {.shows_now = "u", .reopened = Reopened{.not_done = {"x"}}}};
  json::object data = resume_json(sample(), tabs);
  EXPECT_EQ(data.at("memo").at("objective").as_string(), "Buy a kettle");
  EXPECT_EQ(data.at("tabs").at(0).at("status").as_string(), "REMAPPED");
  EXPECT_EQ(data.at("tabs").at(0).at("currentTabId").as_string(), "t9");
  EXPECT_EQ(data.at("tabs").at(1).at("showsNow").as_string(), "u");
  EXPECT_FALSE(data.at("tabs").at(1).at("reopened").as_object().contains("tabId"));
}

}  // namespace
}  // namespace oc::session
