// `openchrome crawl URL`: a site as Markdown files in a folder, with an index, for people. A bar shows how
// far it is on a terminal; Ctrl-C ends it and keeps what is done.
#pragma once
#include <string>
#include <string_view>

#include "app/config.h"
#include "base/log.h"
#include "crawl/plan.h"

namespace oc::app {

struct CrawlRequest {
  crawl::Plan plan;
  bool sitemap = false;  // the pages that the site's sitemaps name
  std::string out = "crawl";
};

int run_crawl_command(const Config& config, Logger& log, const CrawlRequest& request);

// "https://x.org/docs/a?b=1" → "docs-a-b-1.md"; one that is taken already gets a number.
std::string file_name_for(std::string_view url, int number);
// "[#####.....] 5/10 https://…", at most so many columns wide.
std::string progress_bar(std::int64_t done, std::int64_t planned, std::string_view url, std::size_t columns);

}  // namespace oc::app
