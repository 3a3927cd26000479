// Waiting for a page to become as wished: by its own events, never by asking again and again.
#pragma once
#include <chrono>
#include <string>

#include "browser/navigation_tracker.h"
#include "page/script_runner.h"

namespace oc::page {

struct Waited {
  std::chrono::milliseconds after{0};
  std::string detail;
};

// `kind` is one of wait_condition.js: text, text_gone, selector, selector_gone, change, quiet. A navigation
// on the way does not end the wait. Fails with timeout, which tells what was nearest.
Task<Result<Waited>> wait_in_page(browser::Tab& tab, std::string kind, std::string value, Stop stop);
Task<Result<Waited>> wait_for_url(browser::Tab& tab, std::string glob, Stop stop);
Task<Result<Waited>> wait_for_load(browser::Tab& tab, browser::LoadState state, Stop stop);
// Until the expression is true.
Task<Result<Waited>> wait_for_expression(browser::Tab& tab, std::string expression, Stop stop);

// * any run of characters, ? one of them; without any of these: contained in it.
bool matches_wildcard(std::string_view text, std::string_view pattern);

}  // namespace oc::page
