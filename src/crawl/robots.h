// Robots: what a site's robots.txt allows a crawler of our name, by RFC 9309: the group of our own name, else
// that of "*"; the longest rule that fits decides, and Allow wins a tie. Crawl-delay and Sitemap lines, which
// the RFC leaves out, are read as most crawlers do.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/url.h"

namespace oc::crawl {

inline constexpr std::string_view kAgent = "openchrome";
inline constexpr std::size_t kMaxRobotsBytes = 512 * 1024;  // the rest of a longer one is not read

class Robots {
 public:
  // Never fails: lines that mean nothing are passed over.
  static Robots parse(std::string_view text, std::string_view agent = kAgent);
  static Robots allow_all() { return {}; }
  // For a site whose robots.txt cannot be had because the server is out of order.
  static Robots deny_all();
  // By the status of the answer for /robots.txt: what is not there forbids nothing.
  static Robots for_status(int status, std::string_view body, std::string_view agent = kAgent);

  bool allows(const Url& url) const;
  const std::optional<std::chrono::milliseconds>& delay() const { return delay_; }
  // As written, of all groups.
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  struct Rule {
    std::string pattern;
    bool allow;
  };
  std::vector<Rule> rules_;
  std::optional<std::chrono::milliseconds> delay_;
  std::vector<std::string> sitemaps_;
};

// Does a rule's pattern fit the path? `*` stands for anything, `$` at the end for the end.
bool fits_rule(std::string_view path, std::string_view pattern);

}  // namespace oc::crawl
