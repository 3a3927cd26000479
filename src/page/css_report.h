// What styles a page: framework, custom properties, elements with notable styles.
#pragma once
#include <string>

#include "page/script_runner.h"

namespace oc::page {

struct CssReport {
  std::string text;
  browser::PageState state;
};

Task<Result<CssReport>> css_report(browser::Tab& tab, ElementTarget root, std::size_t max_bytes, Stop stop);

}  // namespace oc::page
