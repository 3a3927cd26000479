#include "page/kept_value.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

Kept kept_as(std::string_view given, std::string_view now, std::string_view before = "") {
  return kept(json::value(given), json::value(before), json::value(now));
}

TEST(KeptValue, SpacesAroundAValueDoNotCount) {
  EXPECT_EQ(kept_as("Ada", "Ada"), Kept::as_given);
  EXPECT_EQ(kept_as("Ada", "Ada\n"), Kept::as_given);
  EXPECT_EQ(kept(json::value(true), nullptr, json::value(true)), Kept::as_given);
  EXPECT_EQ(kept(json::value(true), nullptr, json::value(false)), Kept::no);
}

TEST(KeptValue, TheSameLettersAreTheSameValue) {
  EXPECT_EQ(kept_as("5551234567", "(555) 123-4567"), Kept::rewritten);
  EXPECT_EQ(kept_as("5551234567", "(555) 123-4567", "(555) 123-4567"), Kept::rewritten) << "held before";
  EXPECT_EQ(kept_as("4242424242424242", "4242 4242 4242 4242"), Kept::rewritten);
  EXPECT_EQ(kept_as("12/28", "12 / 28"), Kept::rewritten);
  EXPECT_EQ(kept_as("ab 12 cd", "AB12CD"), Kept::rewritten);
  EXPECT_EQ(kept_as("", "__/__/____", "12/12/2026"), Kept::rewritten) << "a mask";
}

TEST(KeptValue, NumbersWithCurrencyUnitOrDecimalsAreTheSame) {
  EXPECT_EQ(kept_as("5", "$5.00"), Kept::rewritten);
  EXPECT_EQ(kept_as("1234.5", "1,234.50 €"), Kept::rewritten);
  EXPECT_EQ(kept_as("1234.5", "1.234,50"), Kept::rewritten);
  EXPECT_EQ(kept_as("80", "80 kg"), Kept::rewritten);
  EXPECT_EQ(kept_as("05", "5"), Kept::rewritten);
  EXPECT_EQ(kept(json::value(5), nullptr, json::value("5.0")), Kept::rewritten);
}

TEST(KeptValue, AnotherNumberIsNotKept) {
  EXPECT_EQ(kept_as("5", "15"), Kept::no);
  EXPECT_EQ(kept_as("5", "50"), Kept::no);
  EXPECT_EQ(kept_as("150", "100"), Kept::no);
  EXPECT_EQ(kept_as("100000", "1000000"), Kept::no);
  EXPECT_EQ(kept_as("-5", "5"), Kept::no);
}

TEST(KeptValue, ANumberWithoutItsDecimalMarkIsAnother) {
  for (auto [given, now] : {std::pair{"12.50", "1250"},
                            {"1.5", "15"},
                            {"0.05", "005"},
                            {"10.00", "1000"},
                            {"$1,000.50", "100050"},
                            {"25", "$0.25"},
                            {"100", "1.00"},
                            {"12,5", "125"},
                            {"1250", "12.50"},
                            {"-5", "5"},
                            {"€ 12.50", "1250"}})
    EXPECT_EQ(kept_as(given, now), Kept::no) << given << " as " << now;
  for (auto [given, now] : {std::pair{"1234567", "1,234,567"},
                            {"100000", "1,00,000"},
                            {"1 234", "1234"},
                            {"12.5", "12.50"},
                            {"$5", "5.00"},
                            {"1'234.5", "1234.50"},
                            {"+5", "5"},
                            {"80%", "80"},
                            {"1.234", "1234"}})
    EXPECT_EQ(kept_as(given, now), Kept::rewritten) << given << " as " << now;
}

TEST(KeptValue, MarksThatAreLostAreMissed) {
  for (auto [given, now] : {std::pair{"3/4", "34"},
                            {"C++", "C"},
                            {"a.b@x.org", "ab@xorg"},
                            {"a@b", "ab"},
                            {"12/28", "1228"},
                            {"A-1", "A1"},
                            {"x_y", "xy"}})
    EXPECT_EQ(kept_as(given, now), Kept::no) << given << " as " << now;
  for (auto [given, now] : {std::pair{"(555) 123-4567", "5551234567"},
                            {"555-123-4567", "(555) 123-4567"},
                            {"4242-4242-4242-4242", "4242 4242 4242 4242"},
                            {"A1", "A-1"},
                            {"1228", "12/28"}})
    EXPECT_EQ(kept_as(given, now), Kept::rewritten) << given << " as " << now;
}

TEST(KeptValue, WhatIsMissingOrLeftOverIsNotKept) {
  EXPECT_EQ(kept_as("NEW", "OLDNEW", "OLD"), Kept::no);
  EXPECT_EQ(kept_as("Banana", "OLD Banana", "OLD"), Kept::no);
  EXPECT_EQ(kept_as("Banana", "OLDBanana"), Kept::no);
  EXPECT_EQ(kept_as("hello", "hell"), Kept::no);
  EXPECT_EQ(kept_as("hello", ""), Kept::no);
  EXPECT_EQ(kept_as("", "old", "old"), Kept::no);
  EXPECT_EQ(kept_as("!?", ""), Kept::no);
  EXPECT_EQ(kept_as("Rome", "Rome, Italy", "Rome, Italy"), Kept::no) << "typing changed nothing";
}

TEST(KeptValue, PagesAddToAValue) {
  EXPECT_EQ(kept_as("Rome", "Rome, Italy"), Kept::rewritten);
  EXPECT_EQ(kept_as("5551234567", "+1 (555) 123-4567"), Kept::rewritten);
  EXPECT_EQ(kept_as("example.org", "https://example.org/"), Kept::rewritten);
}

TEST(KeptValue, DatesAreWrittenInManyOrders) {
  EXPECT_EQ(kept_as("2026-11-05", "11/5/2026"), Kept::rewritten);
  EXPECT_EQ(kept_as("2026-11-05", "05.11.2026"), Kept::rewritten);
  EXPECT_EQ(kept_as("2026-11-05", "5 Nov 2026"), Kept::rewritten);
  EXPECT_EQ(kept_as("2026-11-05", "12/5/2026"), Kept::no);
  EXPECT_EQ(kept_as("2026-11-05", "6 Nov 2026"), Kept::no);
  EXPECT_EQ(kept_as("05/03/2027", "03/05/2027"), Kept::no);
  EXPECT_EQ(kept_as("5/3/2027", "05.03.2027"), Kept::rewritten);
}

}  // namespace
}  // namespace oc::page
