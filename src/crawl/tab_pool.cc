// Tested by: tests/browser/crawl_test.mjs
#include "crawl/tab_pool.h"

#include "base/random.h"
#include "base/text.h"

namespace oc::crawl {

TabPool::TabPool(browser::Browser& browser, std::function<void(browser::Tab&)> confine)
    : browser_(browser), confine_(std::move(confine)), workspace_(cat("crawl-", random_hex(4))) {}

Task<Result<TabPool::TabPtr>> TabPool::take(Stop stop) {
  while (!idle_.empty()) {
    TabPtr tab = std::move(idle_.back());
    idle_.pop_back();
    if (tab->status() == browser::TabStatus::attached) co_return tab;
  }
  auto tab = co_await browser_.open_tab(workspace_, stop);
  if (tab && confine_) confine_(**tab);
  if (tab) all_.push_back(*tab);
  co_return tab;
}

Task<Result<TabPool::TabPtr>> TabPool::any(Stop stop) {
  for (const TabPtr& tab : all_) {
    if (tab->status() == browser::TabStatus::attached) co_return tab;
  }
  auto tab = co_await take(stop);
  if (tab) give_back(*tab);
  co_return tab;
}

void TabPool::give_back(TabPtr tab) {
  if (tab->status() == browser::TabStatus::attached) idle_.push_back(std::move(tab));
}

Task<void> TabPool::close(Stop stop) {
  idle_.clear();
  all_.clear();
  co_await browser_.close_workspace(workspace_, stop);
}

}  // namespace oc::crawl
