// FakeTabs: a scripted browser that opens tabs and can be lost, for tests of what stands above the browser.
// What a page would say is up to the test: chrome().answer("Runtime.callFunctionOn", …).
#pragma once
#include <list>
#include <string>

#include "browser/browser.h"
#include "cdp/testing/fake_chrome.h"

namespace oc::tool {

class FakeTabs {
 public:
  explicit FakeTabs(Executor executor) : executor_(std::move(executor)) {}

  browser::OpenLink open_link() {
    return [this](browser::LinkParts parts, browser::LinkOptions, Stop stop) {
      return browser::BrowserLink::over(parts, start().wire(), false, stop);
    };
  }
  // The browser of the newest start. REQUIRES: there was one.
  cdp::FakeChrome& chrome() { return lives_.back(); }
  std::size_t starts() const { return lives_.size(); }
  void lose() { chrome().hang_up(); }

 private:
  cdp::FakeChrome& start() {
    cdp::FakeChrome& chrome = lives_.emplace_back(executor_);
    for (const char* method :
         {"Target.setDiscoverTargets", "Target.setAutoAttach", "Browser.setDownloadBehavior", "Page.enable",
          "Page.bringToFront", "Runtime.enable", "Page.navigate"}) {
      chrome.answer(method, json::object{});
    }
    chrome.answer("Browser.getVersion", json::object{{"product", "FakeChrome/1"}});
    chrome.answer("Target.createTarget", [this, &chrome](const json::object&) -> Result<json::value> {
      std::string target = cat("target-", ++targets_);
      json::object info{{"targetId", target}, {"type", "page"}, {"url", "about:blank"}, {"title", ""}};
      chrome.emit("Target.attachedToTarget", {{"sessionId", cat("session-", targets_)},
                                              {"targetInfo", std::move(info)},
                                              {"waitingForDebugger", true}});
      return json::value(json::object{{"targetId", target}});
    });
    chrome.answer("Target.closeTarget", json::object{{"success", true}});
    chrome.answer("Page.getFrameTree", [](const json::object&) -> Result<json::value> {
      return json::value(
          json::object{{"frameTree", {{"frame", {{"id", "f"}, {"loaderId", "l"}, {"url", "about:blank"}}}}}});
    });
    return chrome;
  }

  Executor executor_;
  std::list<cdp::FakeChrome> lives_;
  int targets_ = 0;
};

}  // namespace oc::tool
