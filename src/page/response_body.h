// Bodies of requests that the browser still keeps.
#pragma once
#include <string>

#include "browser/tab.h"

namespace oc::page {

struct Body {
  std::string text;
  bool is_base64 = false;
  bool cut = false;
};

// Fails when the browser does not keep it any more.
Task<Result<Body>> response_body(browser::Tab& tab, const browser::NetworkEntry& entry, std::size_t max_bytes,
                                 Stop stop);
Task<Result<Body>> request_body(browser::Tab& tab, const browser::NetworkEntry& entry, std::size_t max_bytes,
                                Stop stop);

}  // namespace oc::page
