#include "browser/byte_ring.h"

#include <gtest/gtest.h>

#include <string>

namespace oc::browser {
namespace {

using Ring = ByteRing<std::string>;

std::vector<std::string> kept(const Ring& ring) {
  std::vector<std::string> out;
  for (const auto& numbered : ring.entries()) out.push_back(numbered.entry);
  return out;
}

TEST(ByteRing, NumbersBeginAtOneAndNeverComeAgain) {
  Ring ring{10};
  EXPECT_EQ(ring.last_number(), 0U);
  ring.push("a", 6);
  ring.push("b", 6);
  ring.push("c", 4);
  EXPECT_EQ(kept(ring), (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(ring.entries().front().number, 2U);
  EXPECT_EQ(ring.last_number(), 3U);
  EXPECT_EQ(ring.dropped(), 1U);
}

TEST(ByteRing, ExactlyFullDropsNothing) {
  Ring ring{10};
  ring.push("a", 5);
  ring.push("b", 5);
  EXPECT_EQ(ring.dropped(), 0U);
  ring.push("c", 1);
  EXPECT_EQ(kept(ring), (std::vector<std::string>{"b", "c"}));
}

TEST(ByteRing, TheNewestStaysEvenWhenItAloneIsTooLarge) {
  Ring ring{10};
  ring.push("a", 3);
  EXPECT_EQ(ring.push("huge", 100), "huge");
  EXPECT_EQ(kept(ring), std::vector<std::string>{"huge"});
  ring.push("b", 3);
  EXPECT_EQ(kept(ring), std::vector<std::string>{"b"}) << "and goes with the next";
}

TEST(ByteRing, AnEntryIsFoundByItsNumberUntilItMakesRoom) {
  Ring ring{10};
  EXPECT_EQ(ring.find(0), nullptr);
  EXPECT_EQ(ring.find(1), nullptr);
  ring.push("a", 6);
  ring.push("b", 6);
  EXPECT_EQ(ring.find(1), nullptr);
  ASSERT_NE(ring.find(2), nullptr);
  EXPECT_EQ(*ring.find(2), "b");
  EXPECT_EQ(ring.find(3), nullptr);
}

TEST(ByteRing, AnEntryThatGrowsPushesOlderOnesOut) {
  Ring ring{10};
  ring.push("a", 4);
  ring.push("b", 4);
  ring.grow(2, 3);
  EXPECT_EQ(kept(ring), std::vector<std::string>{"b"});
  ring.push("c", 3);
  EXPECT_EQ(kept(ring), (std::vector<std::string>{"b", "c"})) << "7 + 3 bytes fit";
  ring.push("d", 1);
  EXPECT_EQ(kept(ring), (std::vector<std::string>{"c", "d"}));
}

TEST(ByteRing, GrowingMayPushOutTheEntryItself) {
  Ring ring{10};
  ring.push("a", 4);
  ring.push("b", 4);
  ring.grow(1, 8);
  EXPECT_EQ(kept(ring), std::vector<std::string>{"b"});
  ring.grow(1, 1000);
  EXPECT_EQ(kept(ring), std::vector<std::string>{"b"}) << "what is gone does not grow";
  ring.push("c", 6);
  EXPECT_EQ(ring.dropped(), 1U) << "the bytes of what left are not counted any more";
}

}  // namespace
}  // namespace oc::browser
