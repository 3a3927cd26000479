// The pages that a site's sitemaps name: those that its robots.txt points to, else /sitemap.xml.
#pragma once
#include <string>
#include <vector>

#include "crawl/fetcher.h"

namespace oc::crawl {

struct SitemapRequest {
  std::string url;          // of the site
  std::string sitemap_url;  // empty: to be found
  std::string filter;       // wildcards; empty: all
  std::size_t most = 50;
};

struct SitemapPages {
  std::vector<std::string> pages;
  std::vector<std::string> read;  // sitemaps that were
  bool more = false;              // there were more pages than asked for
};

// Indexes are followed, within bounds. resource_not_found when the site has none.
Task<Result<SitemapPages>> sitemap_pages(Fetcher& fetcher, SitemapRequest request, Stop stop);

}  // namespace oc::crawl
