// HTML as Markdown for reading: CommonMark with GitHub's tables, task lists and strikethrough. Serves the
// live page, whose hidden content is gone already, and pages of a crawler alike.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace oc::page {

struct MarkdownOptions {
  std::string base_url;           // of the page; without it relative links become text
  bool main_content_only = true;  // or everything that is visible
  bool images = true;
  std::size_t max_bytes = 4 << 20;  // of Markdown
};

struct MarkdownPage {
  std::string
      markdown;  // ends with one newline unless it is empty; no two blank lines in a row outside of code
  std::string title;
  std::size_t links = 0;       // written in the Markdown
  bool was_html_cut = false;   // the page was larger than kMaxHtmlBytes
  bool was_flattened = false;  // the page nested too deep: tables and wrappers are gone, the text is not
  bool was_cut = false;        // the Markdown was longer than max_bytes
};

// Takes UTF-8 in any condition, never fails, and takes time in proportion to the input. Fit for a worker
// thread.
MarkdownPage to_markdown(std::string_view html, const MarkdownOptions& options);

}  // namespace oc::page
