// TabPool: the background tabs of one crawl, in a browser context of their own, used again and again.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "browser/browser.h"

namespace oc::crawl {

class TabPool {
 public:
  using TabPtr = std::shared_ptr<browser::Tab>;
  // `confine`: what is done to every tab before it is used.
  explicit TabPool(browser::Browser& browser, std::function<void(browser::Tab&)> confine = {});

  // One that nobody uses; its page is whatever the last user left.
  Task<Result<TabPtr>> take(Stop stop);
  // One to send commands to that do not touch its page; may be in use.
  Task<Result<TabPtr>> any(Stop stop);
  void give_back(TabPtr tab);
  // Closes them all, and what their pages opened.
  Task<void> close(Stop stop);

 private:
  browser::Browser& browser_;
  std::function<void(browser::Tab&)> confine_;
  std::string workspace_;
  std::vector<TabPtr> idle_;
  std::vector<TabPtr> all_;
};

}  // namespace oc::crawl
