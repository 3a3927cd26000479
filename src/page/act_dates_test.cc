#include "page/act_dates.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

std::string date(std::string_view text, DateOrder order = DateOrder::unknown) {
  return iso_date(text, order).value_or("none");
}

TEST(ActDates, DatesWithOneReadingNeedNoOrder) {
  EXPECT_EQ(date("2015-03-11"), "2015-03-11");
  EXPECT_EQ(date("2015/3/1"), "2015-03-01");
  EXPECT_EQ(date("12/25/2016"), "2016-12-25");
  EXPECT_EQ(date("25/12/2016"), "2016-12-25");
  EXPECT_EQ(date("05/05/2016"), "2016-05-05");
  EXPECT_EQ(date("11.03.2015"), "2015-03-11");
  EXPECT_EQ(date("March 11, 2015"), "2015-03-11");
  EXPECT_EQ(date("11 march 2015"), "2015-03-11");
  EXPECT_EQ(date("3rd of Sept 2021"), "2021-09-03");
  EXPECT_EQ(date("29/02/2024"), "2024-02-29");
}

TEST(ActDates, DatesWithTwoReadingsTakeTheOrderGiven) {
  EXPECT_EQ(date("03/11/2015"), "none");
  EXPECT_TRUE(needs_order("03/11/2015"));
  EXPECT_EQ(date("03/11/2015", DateOrder::month_first), "2015-03-11");
  EXPECT_EQ(date("03/11/2015", DateOrder::day_first), "2015-11-03");
  EXPECT_EQ(date("3-11-2015", DateOrder::day_first), "2015-11-03");
  EXPECT_FALSE(needs_order("12/25/2016"));
}

TEST(ActDates, WhatIsNoDateIsNone) {
  for (std::string_view text : {"", "tea", "31/02/2015", "2015", "1/2", "1/2/15", "29/02/2023", "13/13/2015",
                                "99999/1/1", "1/2/2015/3", "15.15.2015", "march 2015", "1 + 2 / 2015"}) {
    EXPECT_EQ(date(text, DateOrder::day_first), "none") << text;
    EXPECT_FALSE(needs_order(text)) << text;
  }
}

TEST(ActDates, TheOrderIsReadFromASample) {
  EXPECT_EQ(order_of_sample("2/3/2001"), DateOrder::month_first);
  EXPECT_EQ(order_of_sample("03.02.2001"), DateOrder::day_first);
  EXPECT_EQ(order_of_sample("2001-02-03"), DateOrder::unknown);
  EXPECT_EQ(order_of_sample("Feb 3"), DateOrder::unknown);
}

TEST(ActDates, TimesHaveTwentyFourHours) {
  EXPECT_EQ(iso_time("8:22 AM"), "08:22");
  EXPECT_EQ(iso_time("08:22 pm"), "20:22");
  EXPECT_EQ(iso_time("12:05 a.m."), "00:05");
  EXPECT_EQ(iso_time("12:05 PM"), "12:05");
  EXPECT_EQ(iso_time("9pm"), "21:00");
  EXPECT_EQ(iso_time("14:30"), "14:30");
  EXPECT_EQ(iso_time("14:30:05"), "14:30:05");
  for (std::string_view text :
       {"", "9", "24:00", "13:00 PM", "0:30 AM", "9:75", "9:30 xm", "123:00", "1:2:3:4", ":"})
    EXPECT_FALSE(iso_time(text)) << text;
}

}  // namespace
}  // namespace oc::page
