#include "outputs/descriptor.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/write.h"

namespace oc::outputs {
namespace {

OutputRecord record_of(std::string mime_type) {
  return {.output_handle = "oh_ABCDEFGHIJKL",
          .mime_type = std::move(mime_type),
          .size_bytes = 9,
          .expires_at = 1000};
}

TEST(Descriptor, SaysWhatIsThereAndHowToGetIt) {
  json::object out = descriptor(record_of("text/plain"), "some text");
  EXPECT_EQ(
      json::write(out),
      R"({"output_handle":"oh_ABCDEFGHIJKL","mime_type":"text/plain","size_bytes":9,"item_count":null,)"
      R"("preview":"some text","expires_at":"1970-01-01T00:00:01.000Z","fetch_with":"oc_output_fetch"})");
}

TEST(Descriptor, WhatIsNoTextHasNoPreview) {
  EXPECT_TRUE(descriptor(record_of("image/png"), "\x89PNG").at("preview").is_null());
}

TEST(Descriptor, ItStaysSmallWhateverThePayloadIs) {
  std::string umlauts;
  std::string quotes(100'000, '"');
  std::string controls(100'000, '\x01');
  for (int i = 0; i < 50'000; ++i) umlauts += "ä€😀";
  for (const std::string& payload : {std::string(1'000'000, 'x'), umlauts, quotes, controls}) {
    json::object out = descriptor(record_of("text/plain"), payload);
    EXPECT_LE(json::write(out).size(), kMaxDescriptorBytes);
    std::string_view preview = json::view(out.at("preview").as_string());
    EXPECT_LE(preview.size(), kMaxPreviewBytes);
    EXPECT_GT(preview.size(), 400U);
    EXPECT_TRUE(is_valid_utf8(preview));
    EXPECT_TRUE(payload.starts_with(preview));
  }
}

}  // namespace
}  // namespace oc::outputs
