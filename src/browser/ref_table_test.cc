#include "browser/ref_table.h"

#include <gtest/gtest.h>

namespace oc::browser {
namespace {

RefTable::Place place(std::string loader, std::string frame = "main") {
  return {.frame_id = std::move(frame), .loader_id = std::move(loader)};
}

TEST(RefTable, ARefIsKnownWithTheDocumentItWasGivenOutIn) {
  RefTable refs;
  EXPECT_EQ(refs.next(), 1);
  refs.given(4, place("L1"));
  refs.given(6, place("L2"));
  EXPECT_EQ(refs.next(), 6);
  EXPECT_EQ(refs.find(1), place("L1"));
  EXPECT_EQ(refs.find(3), place("L1"));
  EXPECT_EQ(refs.find(4), place("L2"));
  EXPECT_EQ(refs.find(5), place("L2"));
}

TEST(RefTable, ARefThatWasNeverGivenOutIsNothing) {
  RefTable refs;
  refs.given(3, place("L1"));
  EXPECT_EQ(refs.find(0), std::nullopt);
  EXPECT_EQ(refs.find(-1), std::nullopt);
  EXPECT_EQ(refs.find(3), std::nullopt);
}

TEST(RefTable, FramesOfOneDocumentHaveTheirOwnRefs) {
  RefTable refs;
  refs.given(3, place("L1", "main"));
  refs.given(5, place("L9", "child"));
  refs.given(7, place("L1", "main"));
  EXPECT_EQ(refs.find(2), place("L1", "main"));
  EXPECT_EQ(refs.find(4), place("L9", "child"));
  EXPECT_EQ(refs.find(6), place("L1", "main"));
}

TEST(RefTable, AnAnswerWithoutNewRefsChangesNothing) {
  RefTable refs;
  refs.given(5, place("L1"));
  refs.given(5, place("L2"));
  refs.given(2, place("L2"));
  refs.given(0, place("L2"));
  EXPECT_EQ(refs.next(), 5) << "refs never come again";
  EXPECT_EQ(refs.find(4), place("L1"));
}

TEST(RefTable, VeryOldRefsAreForgottenAndNewOnesAreKept) {
  RefTable refs;
  for (int i = 1; i <= 1001; ++i) refs.given(i + 1, place("L" + std::to_string(i)));
  EXPECT_EQ(refs.find(1), std::nullopt);
  EXPECT_EQ(refs.find(2), place("L2"));
  EXPECT_EQ(refs.find(1001), place("L1001"));
  EXPECT_EQ(refs.next(), 1002);
}

TEST(RefTable, ManyReadingsOfOneDocumentDoNotPushOthersOut) {
  RefTable refs;
  refs.given(2, place("L1"));
  for (int i = 2; i <= 3000; ++i) refs.given(i + 1, place("L2"));
  EXPECT_EQ(refs.find(1), place("L1"));
  EXPECT_EQ(refs.find(3000), place("L2"));
}

}  // namespace
}  // namespace oc::browser
