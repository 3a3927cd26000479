// Tested by: tests/browser/crawl_test.mjs
#include "crawl/sitemap_pages.h"

#include <deque>
#include <set>

#include "base/text.h"
#include "browser/navigation.h"
#include "crawl/robots.h"
#include "crawl/sitemap.h"
#include "page/wait.h"

namespace oc::crawl {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostSitemaps = 200;
constexpr int kDeepest = 3;
constexpr auto kFileTime = 30s;

struct Pending {
  std::string url;
  int depth = 0;
};

Task<Result<std::deque<Pending>>> find_sitemaps(Fetcher& fetcher, Url site, Stop stop) {
  std::deque<Pending> out;
  Url robots = *resolve_url(site, "/robots.txt");
  auto answer = co_await fetcher.fetch(robots, kMaxRobotsBytes, stop);
  if (stop.requested()) co_return std::unexpected(stop.error());
  if (answer && answer->status == 200) {
    for (const std::string& line : Robots::parse(answer->body).sitemaps()) {
      if (auto url = resolve_url(site, line)) out.push_back({url->text(), 0});
    }
  }
  if (out.empty()) out.push_back({resolve_url(site, "/sitemap.xml")->text(), 0});
  co_return out;
}

}  // namespace

Task<Result<SitemapPages>> sitemap_pages(Fetcher& fetcher, SitemapRequest request, Stop stop) {
  auto site = parse_url(browser::completed_address(request.url));
  if (!site || !site->is_web())
    co_return fail(ErrorCode::invalid_arguments,
                   cat("'", shorten(request.url, 300), "' is no address of a web site"));
  std::deque<Pending> pending;
  if (request.sitemap_url.empty()) {
    auto found = co_await find_sitemaps(fetcher, *site, stop);
    if (!found) co_return std::unexpected(std::move(found).error());
    pending = std::move(*found);
  } else {
    auto url = resolve_url(*site, request.sitemap_url);
    if (!url) co_return fail(ErrorCode::invalid_arguments, "'sitemap_url' is no address");
    pending.push_back({url->text(), 0});
  }
  SitemapPages out;
  std::set<std::string> seen_maps;
  std::set<std::string> seen_pages;
  std::optional<Error> problem;
  while (!pending.empty() && seen_maps.size() < kMostSitemaps && !out.more) {
    Pending next = std::move(pending.front());
    pending.pop_front();
    auto url = parse_url(next.url);
    if (!url || !seen_maps.insert(next.url).second) continue;
    StopSource limited{stop, std::chrono::steady_clock::now() + kFileTime};
    auto answer = co_await fetcher.fetch(*url, kMaxSitemapBytes, limited.stop());
    if (stop.requested()) co_return std::unexpected(stop.error());
    if (!answer || answer->status != 200) {
      problem = answer ? Error{ErrorCode::resource_not_found, cat(next.url, " answers ", answer->status)}
                       : std::move(answer).error();
      continue;
    }
    auto map = parse_sitemap(answer->body);
    if (!map) {
      problem = std::move(map).error().in(next.url);
      continue;
    }
    out.read.push_back(next.url);
    for (const std::string& inner : map->sitemaps) {
      if (auto address = resolve_url(*url, inner); address && next.depth < kDeepest)
        pending.push_back({address->text(), next.depth + 1});
    }
    for (const std::string& page : map->pages) {
      auto address = resolve_url(*url, page);
      if (!address || !address->is_web() || !seen_pages.insert(address->text()).second) continue;
      if (!request.filter.empty() && !page::matches_wildcard(address->text(), request.filter)) continue;
      if (out.pages.size() == request.most) {
        out.more = true;
        break;
      }
      out.pages.push_back(address->text());
    }
  }
  if (!out.read.empty()) co_return out;
  if (problem && problem->code != ErrorCode::resource_not_found)
    co_return std::unexpected(std::move(*problem));
  co_return fail(ErrorCode::resource_not_found,
                 cat("no sitemap was found", problem ? cat(": ", problem->message) : ""),
                 "Give sitemap_url, or use crawl, which follows links.");
}

}  // namespace oc::crawl
