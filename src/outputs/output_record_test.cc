#include "outputs/output_record.h"

#include <gtest/gtest.h>

#include <set>

namespace oc::outputs {
namespace {

TEST(OutputRecord, HandlesAreShapedAlikeAndNeverTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    std::string handle = new_handle();
    EXPECT_TRUE(is_handle(handle)) << handle;
    EXPECT_TRUE(seen.insert(handle).second);
  }
}

TEST(OutputRecord, WhatIsShapedOtherwiseIsNone) {
  for (const char* bad :
       {"", "oh_", "oh_DEADBEEF000", "oh_DEADBEEF00000", "oh_deadbeefaaaa", "oh_DEADBEEF0000",
        "xx_ABCDEFGHIJKL", "oh_ABCDEFGHIJK/", "oh_../../../..", "oh_ABCDEFGHIJKL/../x"})
    EXPECT_FALSE(is_handle(bad)) << bad;
  EXPECT_TRUE(is_handle("oh_ABCDEFGH2345"));
}

TEST(OutputRecord, TextIsToldFromWhatIsNot) {
  for (const char* text : {"application/json", "text/markdown", "text/html", "text/plain"})
    EXPECT_TRUE(OutputRecord{.mime_type = text}.is_text()) << text;
  for (const char* bytes : {"application/gzip", "image/png", ""})
    EXPECT_FALSE(OutputRecord{.mime_type = bytes}.is_text()) << bytes;
}

}  // namespace
}  // namespace oc::outputs
