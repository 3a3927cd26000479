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

TEST(TimeFormat, ReadsTimesBack) {
  constexpr std::int64_t kNoon = 1'779'192'000'000;  // 2026-05-19T12:00:00Z
  EXPECT_EQ(parse_iso8601("2026-05-19T12:00:00.000Z"), kNoon);
  EXPECT_EQ(parse_iso8601(iso8601(kNoon + 56'789)), kNoon + 56'789);
  EXPECT_EQ(parse_iso8601("2026-05-19T12:00"), kNoon);
  EXPECT_EQ(parse_iso8601("2026-05-19 12:00:01Z"), kNoon + 1000);
  EXPECT_EQ(parse_iso8601("2026-05-19T14:00:00+02:00"), kNoon);
  EXPECT_EQ(parse_iso8601("2026-05-19T06:30:00-05:30"), kNoon);
  EXPECT_EQ(parse_iso8601("2026-05-19T12:00:00.5Z"), kNoon + 500);
  EXPECT_EQ(parse_iso8601("2026-05-19T12:00:00.1234567Z"), kNoon + 123);
  EXPECT_EQ(parse_iso8601("2026-05-19"), kNoon - 12 * 3'600'000);
}

TEST(TimeFormat, WhatIsNoTimeIsRefused) {
  for (std::string_view text :
       {"", "x", "2026-05", "2026-13-01", "2026-05-19T", "2026-05-19T12", "2026-05-19T24:00",
        "2026-05-19T12:60", "2026-05-19T12:00:60Z", "2026-05-19T12:00:00.Z", "2026-05-19T12:00:00ZZ",
        "2026-05-19T12:00:00+2", "2026-05-19T12:00:00+02:00x", "2026-05-19x", "1779192000"})
    EXPECT_FALSE(parse_iso8601(text)) << text;
}

}  // namespace
}  // namespace oc
