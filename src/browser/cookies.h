// Cookies of a tab's workspace: those that the browser would send to an address, or all of them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/task.h"
#include "browser/browser.h"

namespace oc::browser {

struct Cookie {
  std::string name;
  std::string value;
  std::string domain;  // with a dot in front: of everything below it too
  std::string path;
  double expires = -1;  // Unix seconds; -1: as long as the browser runs
  bool http_only = false;
  bool secure = false;
  std::string same_site = {};       // Strict, Lax, None; empty: not said
  json::value partition = nullptr;  // of a partitioned cookie, as the browser names it
  std::string_view host() const;    // the domain without the dot
};

// Those that go with a request to the address.
Task<Result<std::vector<Cookie>>> cookies_for(Tab& tab, std::string url, Stop stop);
// Of a whole workspace.
Task<Result<std::vector<Cookie>>> all_cookies(Browser& browser, std::string workspace, Stop stop);
// By `url` or by the cookie's domain. Fails with invalid_arguments when the browser does not take it.
Task<Result<void>> set_cookie(Tab& tab, Cookie cookie, std::string url, Stop stop);
Task<Result<void>> delete_cookie(Tab& tab, const Cookie& cookie, Stop stop);

}  // namespace oc::browser
