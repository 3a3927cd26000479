// Where a Chrome is: the places a browser of the Chromium family is installed to on Linux, best first.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"
#include "base/result.h"

namespace oc::browser {

// What the search may ask of the machine; tests answer for it.
struct ChromeSearch {
  std::string chosen;  // --chrome: if set, nothing else is tried
  Environment environment;
  std::function<bool(const std::string& path)> is_program;
  std::function<std::vector<std::string>(const std::string& directory)>
      list;  // names in it, sorted; empty when absent
};

// browser_unavailable, with what to do in the hint, when there is none.
Result<std::string> find_chrome(const ChromeSearch& search);
ChromeSearch real_search(std::string chosen);

}  // namespace oc::browser
