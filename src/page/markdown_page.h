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
  std::size_t hidden_texts = 0;
  browser::PageState state;
};

Task<Result<MarkdownReading>> read_markdown(browser::Tab& tab, MarkdownRequest request, Stop stop);

}  // namespace oc::page
