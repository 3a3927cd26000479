// From the HTML of a page to what a crawl brings home of it. Pure: fit for a worker thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "crawl/plan.h"
#include "page/page_facts.h"
#include "page/sanitizer.h"

namespace oc::crawl {

struct PageText {
  std::string title;
  json::value content;
  std::vector<page::Link> links;
  std::string canonical;
  bool nofollow = false;
  bool needs_browser = false;  // its content comes by script
  page::SanitizeCounts cleaned;
  std::size_t hidden_texts = 0;  // left out
  bool truncated = false;        // the page is larger than what is read of one
};

// `html` is UTF-8 in any condition. What nobody can see is taken out of the characters, as everywhere.
PageText read_page(std::string_view html, const Url& url, Format format);

// The encoding that the answer's type or the page's first bytes name, as UTF-8; nothing when it is one that
// nobody here knows.
std::optional<std::string> as_utf8(std::string body, std::string_view content_type);

}  // namespace oc::crawl
