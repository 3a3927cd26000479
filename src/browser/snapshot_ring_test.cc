#include "browser/snapshot_ring.h"

#include <gtest/gtest.h>

namespace oc::browser {
namespace {

constexpr std::size_t kMost = std::size_t{512} * 1024;

TEST(SnapshotRing, AReadingIsFoundByItsId) {
  SnapshotRing ring;
  EXPECT_EQ(ring.keep("ax", "L1", "one"), "s1");
  EXPECT_EQ(ring.keep("dom", "L2", "two"), "s2");
  const Snapshot* found = ring.find("s2");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->id, "s2");
  EXPECT_EQ(found->kind, "dom");
  EXPECT_EQ(found->loader_id, "L2");
  EXPECT_EQ(found->text, "two");
  EXPECT_EQ(ring.find("s1")->text, "one");
  EXPECT_EQ(ring.find("s3"), nullptr);
  EXPECT_EQ(ring.find(""), nullptr);
}

TEST(SnapshotRing, OldReadingsMakeRoomForNewOnes) {
  SnapshotRing ring;
  ring.keep("ax", "L", std::string(kMost / 2, 'a'));
  ring.keep("ax", "L", std::string(kMost / 2, 'b'));
  EXPECT_NE(ring.find("s1"), nullptr) << "both fit exactly";
  ring.keep("ax", "L", "c");
  EXPECT_EQ(ring.find("s1"), nullptr);
  EXPECT_NE(ring.find("s2"), nullptr);
  EXPECT_NE(ring.find("s3"), nullptr);
}

TEST(SnapshotRing, AReadingTooLargeToKeepHasAnIdAndPushesNothingOut) {
  SnapshotRing ring;
  ring.keep("ax", "L", "small");
  EXPECT_EQ(ring.keep("ax", "L", std::string(kMost + 1, 'x')), "s2");
  EXPECT_EQ(ring.find("s2"), nullptr);
  EXPECT_NE(ring.find("s1"), nullptr);
  EXPECT_EQ(ring.keep("ax", "L", std::string(kMost, 'y')), "s3");
  EXPECT_EQ(ring.find("s1"), nullptr);
  EXPECT_EQ(ring.find("s3")->text.size(), kMost);
}

}  // namespace
}  // namespace oc::browser
