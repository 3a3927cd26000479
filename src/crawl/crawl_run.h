// A whole crawl: pages as they are finished for whoever keeps them, and the answer at the end.
#pragma once
#include <functional>

#include "crawl/crawler.h"

namespace oc::crawl {

// Told of every finished page. False: that is enough. An error ends the crawl with it.
using OnPage = std::function<Task<Result<bool>>(json::object page, std::int64_t done, std::int64_t planned)>;

enum class Pages : std::uint8_t { in_answer, elsewhere };  // whoever is told of them keeps them

struct CrawlAnswer {
  json::object summary;
  json::array pages;  // in the order of their discovery; none when they are elsewhere
  page::SanitizeCounts cleaned = {};
  std::size_t hidden_texts = 0;
  std::vector<std::size_t> order;  // of pages that are elsewhere: when each was told of, from 0
};

// A stop is no failure: the answer holds what was done, and its summary says so.
Task<Result<CrawlAnswer>> run_crawl(CrawlParts parts, Plan plan, Pages pages, OnPage on_page, Stop stop);

// {"summary": …, "pages": […]} of pages that somebody kept, when the crawl could not answer itself.
json::object answer_from_pages(json::array pages);

}  // namespace oc::crawl
