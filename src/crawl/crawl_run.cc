// Tested by: crawl/crawl_run_test.cc and tests/browser/crawl_test.mjs
#include "crawl/crawl_run.h"

#include <map>

namespace oc::crawl {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

// Finished pages by their number: themselves, or when they were told of.
struct Gathered {
  Pages keeping;
  std::map<std::uint64_t, json::object> pages = {};
  std::map<std::uint64_t, std::size_t> told = {};
};

Task<Result<void>> gather(Crawler& crawler, const OnPage& on_page, Gathered& into, Stop stop) {
  while (true) {
    auto next = co_await crawler.next_finished(stop);
    if (!next) co_return std::unexpected(std::move(next).error());
    if (!*next) co_return Result<void>{};
    json::object page = (*next)->to_json();
    std::uint64_t number = (*next)->number;
    auto go_on = co_await on_page(page, crawler.done(), crawler.planned());
    if (!go_on) co_return std::unexpected(std::move(go_on).error());
    if (into.keeping == Pages::in_answer) into.pages[number] = std::move(page);
    if (into.keeping == Pages::elsewhere) into.told.emplace(number, into.told.size());
    if (!*go_on && !stop.requested()) co_return Result<void>{};
  }
}

}  // namespace

Task<Result<CrawlAnswer>> run_crawl(CrawlParts parts, Plan plan, Pages pages, OnPage on_page, Stop stop) {
  Clock::time_point started = Clock::now();
  auto crawler = Crawler::make(parts, std::move(plan));
  if (!crawler) co_return std::unexpected(std::move(crawler).error());
  Gathered all{.keeping = pages};
  auto gathered = co_await gather(**crawler, on_page, all, stop);
  co_await (*crawler)->close(Stop{});
  if (!gathered) co_return std::unexpected(std::move(gathered).error());
  CrawlAnswer answer{.summary = (*crawler)->summary(since(started), stop.reason()),
                     .pages = {},
                     .cleaned = (*crawler)->cleaned(),
                     .hidden_texts = (*crawler)->hidden_texts(),
                     .order = {}};
  for (auto& [number, page] : all.pages) answer.pages.push_back(std::move(page));
  for (auto& [number, told] : all.told) answer.order.push_back(told);
  co_return answer;
}

json::object answer_from_pages(json::array pages) {
  std::int64_t failed = 0;
  std::int64_t deepest = 0;
  for (const json::value& page : pages) {
    const json::object* one = page.if_object();
    if (!one) continue;
    failed += one->contains("error") ? 1 : 0;
    deepest = std::max(deepest, json::find_integer(*one, "depth").value_or(0));
  }
  auto total = static_cast<std::int64_t>(pages.size());
  json::object summary{{"total_pages", total},
                       {"succeeded", total - failed},
                       {"failed", failed},
                       {"max_depth_reached", deepest},
                       {"stopped", "interrupted"}};
  return {{"summary", std::move(summary)}, {"pages", std::move(pages)}};
}

}  // namespace oc::crawl
