// Which addresses a crawl visits: one spelling for each, the scope, wildcards, and bounds against traps.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/url.h"
#include "crawl/plan.h"

namespace oc::crawl {

// The address without what does not change the page: fragment, tracking parameters, the slash of an empty
// path. Nothing for what is no web page.
std::optional<Url> canonical_url(const Url& url);

class UrlRules {
 public:
  UrlRules(const Plan& plan, const Url& first);

  bool in_scope(const Url& url) const;
  bool is_wanted(const Url& url) const;  // include and exclude
  // False for addresses of a kind that has no end: paths that repeat themselves, calendars, sessions. Counts.
  bool is_new_enough(const Url& url);

 private:
  Scope scope_;
  std::string origin_;
  std::string host_;
  std::string domain_;
  std::vector<std::string> include_;
  std::vector<std::string> exclude_;
  std::size_t most_alike_;
  std::map<std::string, std::size_t> shapes_;  // paths with their numbers taken out, counted
};

// Does the path name something that is no page: pictures, archives, fonts?
bool is_binary_path(std::string_view path);

}  // namespace oc::crawl
