#include "receipts/receipt.h"

#include <gtest/gtest.h>

#include "base/process.h"

namespace oc::receipts {
namespace {

TEST(Receipt, ReadsWhatItWrote) {
  Receipt receipt{.state = ReceiptState::done,
                  .tool = "navigate",
                  .fingerprint = "f",
                  .owner = {.pid = 7, .start_ticks = 9},
                  .started_at_ms = 1,
                  .recorded_at_ms = 2,
                  .redacted = true,
                  .outcome = {{"text", "done"}}};
  auto read = parse_receipt(receipt.text());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text(), receipt.text());
  EXPECT_EQ(read->outcome.at("text").as_string(), "done");
  EXPECT_EQ(read->owner, receipt.owner);
}

TEST(Receipt, OtherTextIsNone) {
  for (std::string_view text :
       {"", "{}", "[]", "{\"state\":\"done\"", "{\"state\":\"later\",\"tool\":\"t\"}"})
    EXPECT_FALSE(parse_receipt(text)) << text;
}

TEST(Receipt, TheOwnerIsThisProcess) {
  EXPECT_TRUE(is_running(Owner::self().pid, Owner::self().start_ticks));
}

TEST(Receipt, TheFingerprintIsOfTheArgumentsNotOfTheirOrderOrSpelling) {
  std::string first = fingerprint_of("k", {{"maxPages", 5}, {"deep", {{"a", 1}, {"b", 2}}}});
  EXPECT_EQ(first, fingerprint_of("k", {{"deep", {{"b", 2}, {"a", 1}}}, {"max_pages", 5.0}}));
  EXPECT_NE(first, fingerprint_of("k", {{"maxPages", 6}, {"deep", {{"a", 1}, {"b", 2}}}}));
  EXPECT_NE(first, fingerprint_of("k", {{"maxPages", 5}, {"deep", {{"a", 2}, {"b", 1}}}}));
  EXPECT_NE(fingerprint_of("k", {{"a", {1, 2}}}), fingerprint_of("k", {{"a", {2, 1}}}));
}

TEST(Receipt, NeitherNameTellsTheKeyOrTheArguments) {
  EXPECT_EQ(id_of("k").size(), 64U);
  EXPECT_NE(id_of("k"), id_of("K"));
  EXPECT_NE(fingerprint_of("k1", {{"pin", "1234"}}), fingerprint_of("k2", {{"pin", "1234"}}));
}

}  // namespace
}  // namespace oc::receipts
