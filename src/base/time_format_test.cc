#include "base/time_format.h"

#include <gtest/gtest.h>

namespace oc {
namespace {

TEST(TimeFormat, Iso8601WithMilliseconds) {
  EXPECT_EQ(iso8601(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(iso8601(1'779'194'096'789), "2026-05-19T12:34:56.789Z");
  EXPECT_EQ(day_of(951'782'400'000), "2000-02-29");
}

TEST(TimeFormat, DaysAreCheckedAndTurnedBack) {
  EXPECT_EQ(day_start_ms("2000-02-29"), 951'782'400'000);
  EXPECT_FALSE(day_start_ms("2001-02-29"));
  EXPECT_FALSE(day_start_ms("2001-2-3"));
  EXPECT_FALSE(day_start_ms("../../etc/"));
  EXPECT_FALSE(day_start_ms("+001-01-01"));
}

}  // namespace
}  // namespace oc
