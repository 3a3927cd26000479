// Sitemaps: addresses of pages, or of further sitemaps, out of XML (also gzipped) or plain lists.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace oc::crawl {

inline constexpr std::size_t kMaxSitemapBytes = std::size_t{50} * 1024 * 1024;  // as sitemaps.org allows
inline constexpr std::size_t kMaxSitemapUrls = 50'000;

struct Sitemap {
  std::vector<std::string> pages;     // <urlset>, in order
  std::vector<std::string> sitemaps;  // <sitemapindex>
};

// Takes XML, gzip of it, RSS or Atom feeds, or a text with one address per line. storage_corrupt for what is
// none of these, or unpacks to more than the limit.
Result<Sitemap> parse_sitemap(std::string_view body);

}  // namespace oc::crawl
