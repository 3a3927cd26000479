#include "page/evidence.h"

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace oc::page {
namespace {

std::string error_of(EvidencePart part, const json::value& given) {
  auto found = evidence_from(part, given, {});
  return found ? "none" : found.error().message;
}

TEST(EvidenceFrom, TextIsCleanedUnlessToldOtherwise) {
  json::value given("<p>a\u200bb</p><!-- c -->");
  auto dom = evidence_from(EvidencePart::dom, given, {});
  ASSERT_TRUE(dom);
  EXPECT_EQ(dom->name, "dom.html");
  EXPECT_EQ(dom->bytes, "<p>ab</p>");
  EXPECT_TRUE(dom->removed.any());
  EXPECT_EQ(evidence_from(EvidencePart::ax, given, {.sanitize = false})->bytes, "<p>a\u200bb</p><!-- c -->");
}

TEST(EvidenceFrom, PicturesAreKnownByTheirBytes) {
  std::string png = base64_encode("\x89PNG rest");
  EXPECT_EQ(evidence_from(EvidencePart::screenshot, json::value(png), {})->name, "screenshot.png");
  EXPECT_EQ(
      evidence_from(EvidencePart::screenshot, json::value(cat("data:image/png;base64,", png)), {})->bytes,
      "\x89PNG rest");
  EXPECT_EQ(evidence_from(EvidencePart::screenshot, json::value(base64_encode("RIFFxxxxWEBP")), {})->name,
            "screenshot.webp");
  EXPECT_EQ(evidence_from(EvidencePart::screenshot, json::value(base64_encode("\xFF\xD8x")), {})->name,
            "screenshot.jpg");
}

TEST(EvidenceFrom, WhatIsSomethingElseIsRefused) {
  for (const json::value& other : {json::value(5), json::value("<svg>"), json::value(base64_encode("RIFF"))})
    EXPECT_EQ(error_of(EvidencePart::screenshot, other),
              "evidence.screenshot must be a PNG, WebP or JPEG picture in base64");
  EXPECT_EQ(error_of(EvidencePart::dom, json::value(json::array{})), "evidence.dom must be text");
  EXPECT_EQ(error_of(EvidencePart::network, json::value("x")),
            "evidence.network must be a JSON array or object");
}

TEST(EvidenceFrom, SecretsStayOut) {
  json::value requests(
      json::array{json::object{{"headers", {{"Authorization", "Bearer s3cr3ts3cr3t"}, {"Accept", "*/*"}}}}});
  std::string network = evidence_from(EvidencePart::network, requests, {})->bytes;
  EXPECT_EQ(network.find("s3cr3t"), std::string::npos) << network;
  EXPECT_NE(network.find("*/*"), std::string::npos);
  json::value cookies(
      json::object{{"cookies", json::array{json::object{{"name", "a"}, {"value", "s3cr3t"}}}}});
  std::string meta = evidence_from(EvidencePart::cookies_meta, cookies, {})->bytes;
  EXPECT_EQ(meta.find("s3cr3t"), std::string::npos) << meta;
  EXPECT_NE(meta.find("\"a\""), std::string::npos);
}

}  // namespace
}  // namespace oc::page
