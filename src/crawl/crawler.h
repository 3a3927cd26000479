// Crawler: pages of a site, several at a time, each once. No batches: the next page begins when one is done.
//
//   while (true) {
//     auto page = co_await crawler.next_finished(stop);   // an error, nothing (all done, or stopped), or a
//     page …
//   }
//   co_await crawler.close(…);
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/worker_pool.h"
#include "crawl/fetcher.h"
#include "crawl/frontier.h"
#include "crawl/page_reader.h"
#include "crawl/plan.h"
#include "crawl/robots.h"
#include "crawl/tab_pool.h"
#include "crawl/url_rules.h"

namespace oc::crawl {

struct CrawlParts {
  browser::Browser& browser;
  WorkerPool& pool;
  Logger& log;
  Executor executor;
  std::shared_ptr<const browser::DomainPolicy> policy;
  std::function<void(browser::Tab&)> confine = {};  // see TabPool
};

class Crawler {
 public:
  // invalid_arguments for an address that is none; domain_blocked as the policy says.
  static Result<std::unique_ptr<Crawler>> make(CrawlParts parts, Plan plan);
  // REQUIRES: close() has returned.
  ~Crawler();

  Task<Result<std::optional<Page>>> next_finished(Stop stop);
  // Ends what runs and closes the tabs; always to be called.
  Task<void> close(Stop stop);

  std::int64_t done() const { return succeeded_ + failed_; }
  // What was taken out of the pages, and counted in them.
  const page::SanitizeCounts& cleaned() const { return cleaned_; }
  std::size_t hidden_texts() const { return hidden_texts_; }
  // As far as is known now.
  std::int64_t planned() const;
  json::object summary(std::chrono::milliseconds took, StopReason stopped) const;

 private:
  Crawler(CrawlParts parts, Plan plan, Url first);

  struct Visit {
    Page page;
    std::vector<page::Link> links;
    bool dropped = false;  // no page of its own: a duplicate, forbidden, not a page
  };
  struct Site {
    std::optional<Robots> robots;
    bool is_asked = false;
    std::string unreachable = {};  // why nobody answered
  };

  void start_visits();
  Task<void> visit(Waiting what);
  Task<Visit> look_at(Waiting what);
  Task<bool> is_allowed(const Url& url);
  Task<Result<PageText>> read_by_fetch(Waiting what, Visit& visit);
  Task<Result<PageText>> read_by_browser(Waiting what, Visit& visit);
  Task<Result<PageText>> read_tab(browser::Tab& tab, Stop stop);
  bool is_duplicate(const Url& asked, const Url& found, const PageText& text);
  void follow(const Visit& visit, std::int64_t depth);
  bool is_over() const;

  CrawlParts parts_;
  Plan plan_;
  UrlRules rules_;
  Frontier frontier_;
  TabPool tabs_;
  Fetcher fetcher_;
  std::map<std::string, Site> sites_;  // by origin
  page::SanitizeCounts cleaned_;
  std::size_t hidden_texts_ = 0;
  Signal changed_;
  StopSource ending_;
  std::deque<Page> finished_;
  int in_flight_ = 0;
  std::int64_t begun_ = 0;
  std::int64_t succeeded_ = 0;
  std::int64_t failed_ = 0;
  std::int64_t deepest_ = 0;
  std::int64_t by_robots_ = 0;
  std::int64_t duplicates_ = 0;
  std::int64_t not_pages_ = 0;
  Nursery nursery_;
};

}  // namespace oc::crawl
