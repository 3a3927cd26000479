// Fetcher: documents without rendering them. http goes over a connection of our own; https through the
// browser, which knows certificates and proxies. Redirects are followed, each judged by the domain policy.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "base/url.h"
#include "browser/browser.h"

namespace oc::crawl {

struct Fetched {
  int status = 0;
  Url url;  // after redirects
  std::string content_type;
  std::string body;
  bool is_cut = false;  // the body is longer than it was to be
};

class Fetcher {
 public:
  using TabPtr = std::shared_ptr<browser::Tab>;
  // `tab` lends a tab of the crawl for what only the browser can fetch.
  Fetcher(const browser::DomainPolicy& policy, std::function<Task<Result<TabPtr>>(Stop)> tab)
      : policy_(policy), tab_(std::move(tab)) {}

  // Fails with domain_blocked, network_failed (too many redirects too), timeout.
  Task<Result<Fetched>> fetch(Url url, std::size_t max_bytes, Stop stop);

 private:
  Task<Result<Fetched>> fetch_once(Url url, std::size_t max_bytes, Stop stop);
  Task<Result<Fetched>> fetch_by_browser(Url url, std::size_t max_bytes, Stop stop);

  const browser::DomainPolicy& policy_;
  std::function<Task<Result<TabPtr>>(Stop)> tab_;
};

}  // namespace oc::crawl
