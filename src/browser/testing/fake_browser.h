// FakeBrowser: a FakeChrome that opens, loads and closes tabs as Chrome does, and the stage on which a
// Browser meets one after the other, for tests of Browser.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "browser/browser.h"
#include "browser/testing/fake_page.h"
#include "store/testing/memory_file_system.h"

namespace oc::browser::testing_support {

class FakeBrowser {
 public:
  // `name` begins the ids of its targets and sessions. Somebody else's browser attaches to nothing by itself.
  FakeBrowser(Executor executor, std::string name, bool is_ours)
      : chrome(std::move(executor)), name_(std::move(name)), is_ours_(is_ours) {
    chrome.answer("Browser.getVersion", {{"product", "Chrome/" + name_}});
    on("Target.setDiscoverTargets", &FakeBrowser::discover);
    on("Target.createBrowserContext", &FakeBrowser::create_context);
    on("Target.createTarget", &FakeBrowser::create_target);
    on("Target.attachToTarget", &FakeBrowser::attach);
    on("Target.closeTarget", &FakeBrowser::close_target);
    on("Target.getTargetInfo", &FakeBrowser::target_info);
    on("Page.getFrameTree", &FakeBrowser::frame_tree);
    on("Page.navigate", &FakeBrowser::navigate);
    on("Page.reload", &FakeBrowser::reload);
    on("Fetch.enable", &FakeBrowser::hold_requests);
    on("Fetch.continueRequest", &FakeBrowser::continue_request);
  }
  // A version that tells of navigations, so that tabs can be opened at their addresses.
  void be_new() { chrome.answer("Browser.getVersion", {{"product", "Chrome/200.0.1"}}); }
  // What becomes of a first request that goes on; nothing: its page comes.
  std::string first_error;

  struct Page {
    std::string target;
    std::string url = "about:blank";
    std::string context;
    std::string opener;
    std::string loader = "L0";
    std::string asked = {};  // the loader of its first request
  };

  cdp::FakeChrome chrome;
  std::map<std::string, Page> pages;            // by target
  std::map<std::string, std::string> sessions;  // → target

  // A tab that the user, or a page, opens.
  std::string open(std::string url, std::string opener = "", std::string context = "") {
    std::string target = next_id("T");
    pages[target] = {
        .target = target, .url = std::move(url), .context = std::move(context), .opener = opener};
    if (discovers_) chrome.emit("Target.targetCreated", {{"targetInfo", info(pages[target])}});
    if (attaches_) attach_session(target);
    return target;
  }
  void close(const std::string& target) {
    for (const auto& [session, of] : sessions) {
      if (of == target) chrome.emit("Target.detachedFromTarget", {{"sessionId", session}});
    }
    std::erase_if(sessions, [&](const auto& item) { return item.second == target; });
    pages.erase(target);
    chrome.emit("Target.targetDestroyed", {{"targetId", target}});
  }
  void crash(const std::string& target) {
    for (const auto& [session, of] : sessions) {
      if (of == target) chrome.emit("Inspector.targetCrashed", {}, session);
    }
    chrome.emit("Target.targetCrashed", {{"targetId", target}, {"status", "crashed"}});
  }
  json::object info(const Page& page) const {
    json::object out{{"targetId", page.target},
                     {"type", "page"},
                     {"url", page.url},
                     {"title", "Title of " + page.url},
                     {"browserContextId", page.context.empty() ? name_ + "-default" : page.context}};
    if (!page.opener.empty()) out["openerId"] = page.opener;
    return out;
  }
  // Commands on the sessions of this target.
  std::vector<std::string> methods_of(const std::string& target) const {
    std::vector<std::string> out;
    for (const json::object& command : chrome.commands()) {
      auto session = sessions.find(std::string{json::find_string(command, "sessionId").value_or("")});
      if (session != sessions.end() && session->second == target)
        out.emplace_back(json::view(command.at("method").as_string()));
    }
    return out;
  }

 private:
  using Handler = Result<json::value> (FakeBrowser::*)(const json::object& params);

  void on(std::string method, Handler handler) {
    chrome.answer(std::move(method),
                  [this, handler](const json::object& params) { return (this->*handler)(params); });
  }
  static std::string text(const json::object& from, std::string_view key) {
    return std::string{json::find_string(from, key).value_or("")};
  }
  std::string next_id(std::string_view kind) { return cat(name_, "-", kind, ++last_id_); }
  // The page that the command of now was sent to.
  Page& here() { return pages.at(sessions.at(text(chrome.commands().back(), "sessionId"))); }
  std::string attach_session(const std::string& target) {
    std::string session = next_id("S");
    sessions[session] = target;
    chrome.emit("Target.attachedToTarget", {{"sessionId", session}, {"targetInfo", info(pages[target])}});
    return session;
  }

  Result<json::value> discover(const json::object&) {
    discovers_ = true;
    for (const auto& [target, page] : pages)
      chrome.emit("Target.targetCreated", {{"targetInfo", info(page)}});
    attaches_ = is_ours_;
    return json::object{};
  }
  Result<json::value> create_context(const json::object&) {
    return json::object{{"browserContextId", next_id("C")}};
  }
  Result<json::value> create_target(const json::object& params) {
    std::string target = open(text(params, "url"), "", text(params, "browserContextId"));
    if (holds_requests_ && pages[target].url != "about:blank") ask_first(pages[target]);
    return json::object{{"targetId", target}};
  }
  void ask_first(Page& page) {
    page.asked = next_id("L");
    chrome.emit("Page.frameStartedNavigating",
                {{"frameId", page.target}, {"url", page.url}, {"loaderId", page.asked}},
                session_of(page.target));
    chrome.emit("Fetch.requestPaused", {{"requestId", "R-" + page.target},
                                        {"frameId", page.target},
                                        {"resourceType", "Document"},
                                        {"request", {{"url", page.url}, {"method", "GET"}}}});
  }
  std::string session_of(const std::string& target) const {
    for (const auto& [session, of] : sessions) {
      if (of == target) return session;
    }
    return "";
  }
  Result<json::value> hold_requests(const json::object&) {
    if (text(chrome.commands().back(), "sessionId").empty()) holds_requests_ = true;
    return json::object{};
  }
  Result<json::value> continue_request(const json::object& params) {
    Page& page = pages.at(text(params, "requestId").substr(2));
    std::string session = session_of(page.target);
    if (first_error.empty()) {
      chrome.emit("Network.responseReceived",
                  {{"requestId", page.asked}, {"response", {{"status", 203}, {"headers", json::object{}}}}},
                  session);
      load(page, session, page.asked);
    } else {
      chrome.emit("Network.loadingFailed", {{"requestId", page.asked}, {"errorText", first_error}}, session);
    }
    return json::object{};
  }
  Result<json::value> attach(const json::object& params) {
    if (!pages.contains(text(params, "targetId"))) return refused("No target with given id found");
    return json::object{{"sessionId", attach_session(text(params, "targetId"))}};
  }
  Result<json::value> close_target(const json::object& params) {
    if (!pages.contains(text(params, "targetId"))) return refused("No target with given id found");
    close(text(params, "targetId"));
    return json::object{{"success", true}};
  }
  Result<json::value> target_info(const json::object&) { return json::object{{"targetInfo", info(here())}}; }
  Result<json::value> frame_tree(const json::object&) {
    Page& page = here();
    return json::object{
        {"frameTree", {{"frame", {{"id", page.target}, {"loaderId", page.loader}, {"url", page.url}}}}}};
  }
  Result<json::value> navigate(const json::object& params) {
    here().url = text(params, "url");
    load_here();
    return json::object{{"frameId", here().target}, {"loaderId", here().loader}};
  }
  Result<json::value> reload(const json::object&) {
    load_here();
    return json::object{};
  }
  void load_here() { load(here(), text(chrome.commands().back(), "sessionId"), next_id("L")); }
  void load(Page& page, const std::string& session, std::string loader) {
    page.loader = std::move(loader);
    auto lifecycle = [&](std::string_view name) {
      chrome.emit("Page.lifecycleEvent",
                  {{"frameId", page.target}, {"loaderId", page.loader}, {"name", name}}, session);
    };
    chrome.emit("Page.frameNavigated",
                {{"frame", {{"id", page.target}, {"loaderId", page.loader}, {"url", page.url}}}}, session);
    lifecycle("DOMContentLoaded");
    lifecycle("load");
    chrome.emit("Target.targetInfoChanged", {{"targetInfo", info(page)}});
  }

  std::string name_;
  bool is_ours_;
  bool discovers_ = false;
  bool attaches_ = false;
  bool holds_requests_ = false;
  int last_id_ = 0;
};

// Each start of the Browser finds the next of the fakes that were prepared, or what `before_open` says.
class BrowserStage : public Stage {
 public:
  explicit BrowserStage(bool is_ours = true, DomainRules rules = {}, std::string resolver_rules = "")
      : is_ours_(is_ours) {
    BrowserOptions options;
    options.link.attach = is_ours ? "" : "auto";
    options.link.resolver_rules = std::move(resolver_rules);
    options.tabs.policy = std::make_shared<const DomainPolicy>(DomainPolicy::make(std::move(rules)).value());
    options.downloads = "/home/downloads";
    options.open_link = [this](LinkParts parts, LinkOptions link, Stop stop) {
      ++starts;
      asked = std::move(link);
      return open_next(parts, std::move(stop));
    };
    browser = std::make_unique<Browser>(
        LinkParts{.nursery = nursery, .pool = pool, .files = files, .log = loop.log}, std::move(options));
  }
  ~BrowserStage() {
    browser.reset();
    join();
    settle();  // what was posted for later
  }

  store::MemoryFileSystem files;
  std::deque<std::unique_ptr<FakeBrowser>> fakes;
  std::unique_ptr<Browser> browser;
  int starts = 0;
  LinkOptions asked;  // of the last start
  // Errors of the next starts, and whether they wait for release().
  std::deque<Error> start_errors;
  bool holds_starts = false;

  FakeBrowser& prepare() {
    std::string name(1, static_cast<char>('A' + fakes.size()));
    fakes.push_back(std::make_unique<FakeBrowser>(loop.executor(), name, is_ours_));
    return *fakes.back();
  }
  void release() {
    holds_starts = false;
    released_.notify_all();
    settle();
  }
  Result<void> start_browser() { return run(browser->ensure_running({})); }
  Browser::TabPtr open_tab(std::string workspace = "default") {
    return run(browser->open_tab(std::move(workspace), {})).value();
  }

 private:
  Task<Result<std::unique_ptr<BrowserLink>>> open_next(LinkParts parts, Stop stop) {
    while (holds_starts) {
      bool woken = co_await released_.wait(stop);
      if (!woken) co_return std::unexpected(stop.error());
    }
    if (!start_errors.empty()) {
      Error error = std::move(start_errors.front());
      start_errors.pop_front();
      co_return std::unexpected(std::move(error));
    }
    co_return co_await BrowserLink::over(parts, fakes.at(met_++)->chrome.wire(), !is_ours_, stop);
  }

  bool is_ours_;
  std::size_t met_ = 0;
  Signal released_{loop.executor()};
};

}  // namespace oc::browser::testing_support
