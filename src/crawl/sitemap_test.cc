#include "crawl/sitemap.h"

#include <gtest/gtest.h>
#include <zlib.h>

namespace oc::crawl {
namespace {

using Urls = std::vector<std::string>;

std::string gzipped(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

constexpr std::string_view kPages =
    "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
    "<url><loc> http://x/a </loc><lastmod>2026-01-01</lastmod></url>"
    "<url><loc>http://x/b?c=1&amp;d=2</loc></url><url><priority>1</priority></url></urlset>";

TEST(Sitemap, Pages) {
  auto map = parse_sitemap(kPages);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->pages, (Urls{"http://x/a", "http://x/b?c=1&d=2"}));
  EXPECT_TRUE(map->sitemaps.empty());
}

TEST(Sitemap, IndexOfOthers) {
  auto map = parse_sitemap(
      "<sitemapindex><sitemap><loc>http://x/1.xml</loc></sitemap><sitemap><loc>http://x/2.xml.gz</loc></"
      "sitemap>"
      "</sitemapindex>");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->sitemaps, (Urls{"http://x/1.xml", "http://x/2.xml.gz"}));
}

TEST(Sitemap, PackedOnes) {
  auto map = parse_sitemap(gzipped(kPages));
  ASSERT_TRUE(map);
  EXPECT_EQ(map->pages.size(), 2U);
  std::string cut = gzipped(kPages);
  cut.resize(cut.size() / 2);
  EXPECT_EQ(parse_sitemap(cut).error().code, ErrorCode::storage_corrupt);
}

TEST(Sitemap, ABombIsRefused) {
  std::string packed = gzipped(std::string(kMaxSitemapBytes + 1, ' '));
  EXPECT_LT(packed.size(), 1'000'000U);
  EXPECT_EQ(parse_sitemap(packed).error().code, ErrorCode::storage_corrupt);
}

TEST(Sitemap, NamespacePrefixes) {
  auto map = parse_sitemap("<s:urlset xmlns:s=\"x\"><s:url><s:loc>http://x/a</s:loc></s:url></s:urlset>");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->pages, Urls{"http://x/a"});
}

TEST(Sitemap, FeedsAndPlainLists) {
  auto rss = parse_sitemap(
      "<rss><channel><link>http://x</link><item><link>http://x/1</link></item></channel></rss>");
  EXPECT_EQ(rss->pages, Urls{"http://x/1"});
  auto atom = parse_sitemap(
      "<feed><entry><link rel=\"self\" href=\"http://x/s\"/><link href=\"http://x/2\"/></entry></feed>");
  EXPECT_EQ(atom->pages, Urls{"http://x/2"});
  auto list = parse_sitemap("http://x/a\r\nhttps://x/b\n\n");
  EXPECT_EQ(list->pages, (Urls{"http://x/a", "https://x/b"}));
}

TEST(Sitemap, OneThatBreaksOffGivesWhatItHad) {
  auto map = parse_sitemap(kPages.substr(0, kPages.find("<url><loc>http://x/b")));
  ASSERT_TRUE(map);
  EXPECT_EQ(map->pages, Urls{"http://x/a"});
}

TEST(Sitemap, WhatIsNone) {
  for (std::string_view text : {"<html><body>404</body></html>", "not a sitemap", "{}"})
    EXPECT_EQ(parse_sitemap(text).error().code, ErrorCode::storage_corrupt) << text;
}

TEST(Sitemap, EntitiesDoNotExpand) {
  auto map = parse_sitemap(
      "<!DOCTYPE u [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b "
      "\"&a;&a;&a;\">]><urlset><url><loc>http://x/&b;</loc></url></urlset>");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->pages, Urls{"http://x/&b;"});
}

}  // namespace
}  // namespace oc::crawl
