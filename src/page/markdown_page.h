// The live page as Markdown: what a person can see of it, without its boilerplate.
#pragma once
#include <string>

#include "base/worker_pool.h"
#include "page/script_runner.h"

namespace oc::page {

struct MarkdownRequest {
  ElementTarget root;  // nothing: the page's main content
  bool drop_hidden = true;
  WorkerPool& pool;
};

struct MarkdownReading {
  std::string markdown;
  std::string cut;  // a line that says what had no room; empty: nothing is missing
  std::size_t hidden_texts = 0;
  browser::PageState state;
};

Task<Result<MarkdownReading>> read_markdown(browser::Tab& tab, MarkdownRequest request, Stop stop);

// What a person can see of the page, as clean HTML with absolute addresses; of a huge page its beginning.
struct VisibleHtml {
  std::string html;
  bool is_cut = false;
  std::size_t hidden_texts = 0;  // left out
};
Task<Result<VisibleHtml>> visible_html(browser::Tab& tab, Stop stop);

}  // namespace oc::page
