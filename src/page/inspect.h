// One element in detail, or a digest of one aspect of the page.
#pragma once
#include <string>

#include "page/script_runner.h"

namespace oc::page {

struct Inspection {
  std::string text;
  browser::PageState state;
};

Task<Result<Inspection>> inspect_element(browser::Tab& tab, ElementTarget target, Stop stop);
// `query`: focus, tabs, forms, headings, errors, panels … or plain words.
Task<Result<Inspection>> digest(browser::Tab& tab, std::string query, Stop stop);

}  // namespace oc::page
