#include "mcp/revision.h"

#include <gtest/gtest.h>

namespace oc::mcp {
namespace {

TEST(Revision, AKnownLegacyRevisionIsAgreedTo) {
  for (std::string_view asked : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    EXPECT_EQ(word_of(negotiate(asked)), asked);
  }
}

TEST(Revision, AnythingElseGetsOurLatestWithAHandshake) {
  for (std::string_view asked : {"2026-07-28", "2030-01-01", "", "1.0"})
    EXPECT_EQ(negotiate(asked), kLatestLegacy);
}

TEST(Revision, OnlyStatelessRevisionsAreModern) {
  EXPECT_TRUE(is_modern("2026-07-28"));
  EXPECT_FALSE(is_modern("2025-11-25"));
  EXPECT_FALSE(is_modern("2027-01-01"));
}

}  // namespace
}  // namespace oc::mcp
