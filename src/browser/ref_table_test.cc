#include "browser/ref_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace oc::browser {
namespace {

RefTable::Place place(std::string loader, std::string frame = "main") {
  return {.frame_id = std::move(frame), .loader_id = std::move(loader)};
}

// A script that runs and answers before the next one is sent; returns its first number.
std::int64_t run(RefTable& refs, std::int64_t used, RefTable::Place where) {
  RefTable::Block block = refs.reserve(100, std::move(where));
  refs.settle(block, block.first + used);
  return block.first;
}

TEST(RefTable, ScriptsThatRunOneAfterTheOtherNumberWithoutGaps) {
  RefTable refs;
  EXPECT_EQ(run(refs, 3, place("L1")), 1);
  EXPECT_EQ(run(refs, 2, place("L2")), 4);
  EXPECT_EQ(run(refs, 1, place("L1")), 6);
  EXPECT_EQ(refs.find(1), place("L1"));
  EXPECT_EQ(refs.find(3), place("L1"));
  EXPECT_EQ(refs.find(4), place("L2"));
  EXPECT_EQ(refs.find(5), place("L2"));
  EXPECT_EQ(refs.find(6), place("L1"));
}

TEST(RefTable, ScriptsInFlightTogetherGetDifferentNumbers) {
  RefTable refs;
  RefTable::Block slow = refs.reserve(100, place("L1", "slow"));
  RefTable::Block quick = refs.reserve(100, place("L2", "quick"));
  EXPECT_EQ(quick.first, slow.end);
  refs.settle(quick, quick.first + 5);
  RefTable::Block third = refs.reserve(100, place("L2", "quick"));
  refs.settle(slow, slow.first + 7);
  EXPECT_EQ(third.first, quick.first + 5);
  EXPECT_EQ(refs.find(slow.first + 6), place("L1", "slow"));
  EXPECT_EQ(refs.find(slow.first + 7), std::nullopt);
  EXPECT_EQ(refs.find(quick.first + 4), place("L2", "quick"));
}

TEST(RefTable, PagesWithManyFramesKeepShortRefs) {
  RefTable refs;
  std::int64_t longest = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<RefTable::Block> asked;
    for (int frame = 0; frame < 8; ++frame)
      asked.push_back(refs.reserve(2000, place("L", "frame " + std::to_string(frame))));
    for (const RefTable::Block& block : asked) {
      refs.settle(block, block.first + 2);
      longest = std::max(longest, block.first + 1);
      EXPECT_GE(block.end - block.first, 1500);
    }
  }
  EXPECT_LT(longest, 32'000);
}

TEST(RefTable, NumbersOfAScriptThatHasNotAnsweredBelongToItsDocument) {
  RefTable refs;
  RefTable::Block silent = refs.reserve(10, place("L1"));
  EXPECT_EQ(run(refs, 2, place("L2")), 11);
  EXPECT_EQ(refs.find(silent.first), place("L1"));
  EXPECT_EQ(refs.find(11), place("L2"));
}

TEST(RefTable, ARefThatWasNeverGivenOutIsNothing) {
  RefTable refs;
  run(refs, 2, place("L1"));
  EXPECT_EQ(refs.find(0), std::nullopt);
  EXPECT_EQ(refs.find(-1), std::nullopt);
  EXPECT_EQ(refs.find(3), std::nullopt);
}

TEST(RefTable, AnAnswerOutsideOfItsBlockIsClamped) {
  RefTable refs;
  RefTable::Block block = refs.reserve(10, place("L1"));
  refs.settle(block, 10'000);
  EXPECT_EQ(refs.reserve(1, place("L2")).first, 11);
  RefTable::Block other = refs.reserve(10, place("L3"));
  refs.settle(other, 0);
  EXPECT_EQ(refs.find(other.first), std::nullopt);
}

TEST(RefTable, VeryOldRefsAreForgottenAndNewOnesAreKept) {
  RefTable refs;
  for (int i = 1; i <= 1001; ++i) run(refs, 1, place("L" + std::to_string(i)));
  EXPECT_EQ(refs.find(1), std::nullopt);
  EXPECT_EQ(refs.find(2), place("L2"));
  EXPECT_EQ(refs.find(1001), place("L1001"));
}

TEST(RefTable, ManyReadingsOfOneDocumentDoNotPushOthersOut) {
  RefTable refs;
  run(refs, 1, place("L1"));
  for (int i = 2; i <= 3000; ++i) run(refs, 1, place("L2"));
  EXPECT_EQ(refs.find(1), place("L1"));
  EXPECT_EQ(refs.find(3000), place("L2"));
}

TEST(RefTable, NoNumberIsEverGivenTwiceInAnyOrderOfAnswers) {
  struct Flight {
    RefTable::Block block;
    RefTable::Place where;
  };
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random{seed};
    RefTable refs;
    std::vector<Flight> flying;
    std::map<std::int64_t, RefTable::Place> given;
    for (int step = 0; step < 60; ++step) {
      if (flying.empty() || random() % 2 == 0) {
        RefTable::Place where = place("L" + std::to_string(random() % 4));
        flying.push_back({refs.reserve(1 + static_cast<std::int64_t>(random() % 20), where), where});
        continue;
      }
      auto one = flying.begin() + static_cast<std::ptrdiff_t>(random() % flying.size());
      std::int64_t room = one->block.end - one->block.first + 1;
      std::int64_t end = one->block.first + static_cast<std::int64_t>(random()) % room;
      refs.settle(one->block, end);
      for (std::int64_t ref = one->block.first; ref < end; ++ref)
        EXPECT_TRUE(given.emplace(ref, one->where).second) << "seed " << seed << ", ref " << ref;
      flying.erase(one);
    }
    for (const auto& [ref, where] : given) EXPECT_EQ(refs.find(ref), where) << "seed " << seed;
  }
}

}  // namespace
}  // namespace oc::browser
