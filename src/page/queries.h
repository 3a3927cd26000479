// Questions about a page that a script answers with data: elements, HTML, extracted values, a summary.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "page/script_runner.h"

namespace oc::page {

struct DomQuery {
  std::string css;
  std::string xpath;
  int limit = 20;
  std::optional<std::vector<std::string>> attributes;  // nothing: all
  bool drop_hidden = true;
};
// {total, truncated, elements: [{ref: "ref_3", …}]}
Task<Result<ScriptAnswer>> query_dom(browser::Tab& tab, DomQuery query, Stop stop);

// {selector, length, content, cut}
Task<Result<ScriptAnswer>> html_content(browser::Tab& tab, ElementTarget target, bool outer,
                                        std::size_t max_bytes, Stop stop);

struct Extraction {
  json::object schema;
  std::string selector;
  bool multiple = false;
  int max_items = 1000;
};
// {data, sources, missing}
Task<Result<ScriptAnswer>> extract_data(browser::Tab& tab, Extraction what, Stop stop);

Task<Result<ScriptAnswer>> page_summary(browser::Tab& tab, std::size_t text_bytes, Stop stop);

// The state of the document and nothing else, for answers that could not be given.
Task<Result<browser::PageState>> page_state(browser::Tab& tab, Stop stop);

}  // namespace oc::page
