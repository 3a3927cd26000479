#include "browser/browser.h"

#include <boost/asio/post.hpp>

#include "base/text.h"
#include "base/url.h"

namespace oc::browser {
namespace {

using namespace std::chrono_literals;

constexpr auto kStartTime = 30s;
constexpr auto kAttachTime = 30s;

using json::text_of;

Stop at_most(std::chrono::milliseconds time, const Stop& stop) {
  return StopSource{stop, std::chrono::steady_clock::now() + time}.stop();
}

bool is_page(const json::object& info) {
  return text_of(info, "type") == "page" && !text_of(info, "url").starts_with("devtools://");
}

// With our own ports closed by the browser itself too: the judge does not see WebSockets and what is loaded
// ahead of need.
LinkOptions link_options(const BrowserOptions& options) {
  LinkOptions link = options.link;
  for (std::uint16_t port : options.tabs.policy->own_ports())
    link.resolver_rules =
        cat("MAP *:", port, " ~NOTFOUND", link.resolver_rules.empty() ? "" : ", ", link.resolver_rules);
  return link;
}

}  // namespace

Browser::Browser(LinkParts parts, BrowserOptions options)
    : parts_(parts),
      options_(std::move(options)),
      changed_(parts.nursery.executor()),
      front_lane_(parts.nursery.executor()),
      downloads_(parts.nursery, parts.pool, parts.files),
      first_requests_(std::make_shared<FirstRequests>([this](const std::string& frame) {
        if (TabPtr tab = registry_.by_target(frame)) tab->navigation().changed().notify_all();
      })),
      worker_barrier_(options_.tabs.barrier) {
  // Somebody else's windows have the size that somebody gave them.
  options_.tabs.emulate_viewport = options_.link.attach.empty() && options_.link.headless;
  downloads_.on_ended([this](const Download& download) { notice(ending_of(download), download.tab_id); });
  downloads_.find_tabs_with([this](const std::string& frame) -> std::string {
    for (const TabPtr& tab : registry_.all()) {
      if (tab->target_id() == frame || tab->frames().find(frame)) return tab->id();
    }
    return "";
  });
}

Browser::~Browser() {
  *alive_ = false;
  closing_.request(StopReason::shutdown);
  if (link_) link_->connection().on_closed(nullptr);
  first_requests_->forget_session();  // somebody who waits may keep it
  for (const TabPtr& tab : registry_.all()) tab->set_status(TabStatus::closed);
}

// --- starting and losing ---

Task<Result<void>> Browser::ensure_running(Stop stop) {
  if (state_ == BrowserState::running) co_return Result<void>{};
  std::shared_ptr<bool> alive = alive_;
  if (state_ != BrowserState::starting) {
    state_ = BrowserState::starting;
    start_error_.reset();
    // A close() that did not wait for the end of the last start must not end this one.
    if (closing_.stop().requested()) closing_ = StopSource{};
    parts_.nursery.start("browser start", run_start());
  }
  while (state_ == BrowserState::starting) {
    bool woken = co_await changed_.wait(stop);
    if (!woken) co_return std::unexpected(stop.error().in("the browser is still starting"));
    if (!*alive) co_return fail(ErrorCode::browser_disconnected, "the browser is gone");
  }
  if (state_ == BrowserState::running) co_return Result<void>{};
  co_return std::unexpected(
      start_error_.value_or(Error{ErrorCode::browser_unavailable, "the browser did not start"}));
}

Task<void> Browser::run_start() {
  std::shared_ptr<bool> alive = alive_;
  Stop stop = at_most(kStartTime, closing_.stop());
  auto link = co_await options_.open_link(parts_, link_options(options_), stop);
  if (!*alive) co_return;
  if (!link) {
    start_error_ = std::move(link).error();
    if (start_error_->code == ErrorCode::timeout) start_error_->code = ErrorCode::browser_unavailable;
    state_ = BrowserState::not_started;
    changed_.notify_all();
    co_return;
  }
  link_ = std::move(*link);
  ++starts_;
  ++epoch_;
  parts_.log.info("browser", link_->is_attached() ? "attached to " : "started ", link_->product());
  link_->connection().on_closed([this] { on_link_lost(); });
  std::shared_ptr<cdp::Session> session = link_->connection().browser();
  hear(*session);
  if (link_->is_attached()) {
    // Answered after all tabs that are there were announced.
    (void)co_await session->send("Target.setDiscoverTargets", {{"discover", true}}, stop);
    if (!*alive || !link_) co_return;
  } else {
    session->post("Target.setDiscoverTargets", {{"discover", true}});
    // Every page, popup and worker stops at its beginning until it is held to the rules.
    session->post("Target.setAutoAttach",
                  {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}});
    session->post("Browser.setDownloadBehavior", download_rules());
    first_requests_->listen(session);
  }
  state_ = BrowserState::running;
  changed_.notify_all();
}

void Browser::hear(cdp::Session& session) {
  downloads_.listen(session, options_.downloads);
  auto on = [&](std::string_view event, auto handler) {
    subscriptions_.push_back(session.on(event, std::move(handler)));
  };
  auto with_info = [this](const json::object& params) {
    if (const json::object* info = json::find_object(params, "targetInfo")) on_target(*info);
  };
  on("Target.targetCreated", with_info);
  // News of a tab that was closed a moment ago must not bring it back.
  on("Target.targetInfoChanged", [this](const json::object& params) {
    const json::object* info = json::find_object(params, "targetInfo");
    if (info && registry_.by_target(text_of(*info, "targetId"))) on_target(*info);
  });
  on("Target.targetDestroyed", [this](const json::object& params) { on_gone(text_of(params, "targetId")); });
  on("Target.targetCrashed", [this](const json::object& params) {
    TabPtr tab = registry_.by_target(text_of(params, "targetId"));
    if (!tab || !tab->session()) return;  // nobody here has used it
    // The tab's own session has told it; by now it may be on its way back.
    notice(cat("the renderer of tab ", tab->id(), " crashed (", tab->url(), ")"), tab->id());
  });
  on("Target.attachedToTarget", [this](const json::object& params) { on_attached(params); });
  on("Target.detachedFromTarget", [this](const json::object& params) {
    std::string session_id = text_of(params, "sessionId");
    worker_guards_.erase(session_id);
    for (const TabPtr& tab : registry_.all()) {
      if (tab->session() && tab->session()->id() == session_id) tab->set_status(TabStatus::unattached);
    }
  });
}

void Browser::on_link_lost() {
  ++losses_;
  front_.clear();
  state_ = BrowserState::lost;
  subscriptions_.clear();
  downloads_.forget_session();
  first_requests_->forget_session();
  worker_origins_.clear();
  worker_guards_.clear();
  registry_.forget_contexts();
  for (const TabPtr& tab : registry_.all()) tab->set_status(TabStatus::lost);
  notice(link_->is_attached() ? "the connection to the browser was lost" : "the browser ended unexpectedly");
  parts_.log.warn("browser", notices_.empty() ? "lost" : notices_.back().text);
  // Not destroyed here: this is called by its own connection.
  asio::post(parts_.nursery.executor(), [link = std::shared_ptr<BrowserLink>{std::move(link_)}] {});
  changed_.notify_all();
}

Task<void> Browser::close(Stop stop) {
  std::shared_ptr<bool> alive = alive_;
  closing_.request(StopReason::shutdown);
  while (state_ == BrowserState::starting) {
    bool woken = co_await changed_.wait(stop);
    if (!woken || !*alive) co_return;
  }
  std::unique_ptr<BrowserLink> link = std::move(link_);
  state_ = BrowserState::not_started;
  subscriptions_.clear();
  downloads_.forget_session();
  worker_guards_.clear();
  registry_.forget_contexts();
  for (const TabPtr& tab : registry_.all()) {
    tab->set_status(TabStatus::closed);
    registry_.remove(tab->id());
  }
  closing_ = StopSource{};
  changed_.notify_all();
  if (!link) co_return;
  link->connection().on_closed(nullptr);
  co_await link->close(stop);
}

// --- targets ---

Browser::TabPtr Browser::know(const json::object& info) {
  std::string target = text_of(info, "targetId");
  if (TabPtr tab = registry_.by_target(target)) return tab;
  TabPtr opener = registry_.by_target(text_of(info, "openerId"));
  TabPtr tab = registry_.add({.target_id = target,
                              .workspace = registry_.workspace_of(text_of(info, "browserContextId")),
                              .opener = opener ? opener->id() : "",
                              .ours = !link_ || !link_->is_attached() || (opener && opener->is_ours())},
                             options_.tabs, parts_.nursery.executor());
  // A page must not get out of its bounds by opening another one.
  if (opener) {
    tab->confine(opener->confines(), opener->barrier().mode());
    tab->belongs_to_callers_of(*opener);
  }
  return tab;
}

void Browser::on_target(const json::object& info) {
  if (text_of(info, "type") == "service_worker")
    worker_origins_.insert(parse_url(text_of(info, "url")).value_or(Url{}).origin());
  if (!is_page(info)) return;
  bool known = registry_.by_target(text_of(info, "targetId")) != nullptr;
  TabPtr tab = know(info);
  tab->take_target_info(info);
  if (tab->status() == TabStatus::lost) tab->set_status(TabStatus::unattached);
  if (known || tab->opener().empty()) return;
  // What tabs of the user open is none of our business, unless somebody works with them.
  auto opener = registry_.find(tab->opener());
  if (!tab->is_ours() && !(opener && (*opener)->last_used() > 0)) return;
  leave_front();  // it may have come to the front
  if (opener) (*opener)->navigation().changed().notify_all();
  notice(cat("tab ", tab->opener(), " opened tab ", tab->id()), tab->opener(), tab->id());
  // Our own browser attaches by itself, before the page begins.
  if (!link_->is_attached() || !tab->is_ours()) return;
  auto attach = [](Browser& self, std::shared_ptr<bool> alive, TabPtr popup, Stop stop) -> Task<void> {
    if (*alive) (void)co_await self.attach_to(popup, stop);
  };
  parts_.nursery.start("attach to popup", attach(*this, alive_, tab, at_most(kAttachTime, closing_.stop())));
}

void Browser::on_attached(const json::object& params) {
  const json::object* info = json::find_object(params, "targetInfo");
  if (!info || !link_ || link_->is_attached()) return;
  std::shared_ptr<cdp::Session> session = link_->connection().session(text_of(params, "sessionId"));
  if (!is_page(*info)) {
    auto guard = std::make_unique<RequestGuard>(options_.tabs.policy, worker_barrier_);
    guard->protect(session);
    worker_guards_[session->id()] = std::move(guard);
    session->post("Runtime.runIfWaitingForDebugger", {});
    return;
  }
  on_target(*info);
  TabPtr tab = registry_.by_target(text_of(*info, "targetId"));
  parts_.nursery.start("attach tab",
                       [](TabPtr to, std::shared_ptr<cdp::Session> with, Stop stop) -> Task<void> {
                         (void)co_await to->attach(with, stop);
                       }(tab, session, at_most(kAttachTime, closing_.stop())));
}

void Browser::on_gone(const std::string& target_id) {
  TabPtr tab = registry_.by_target(target_id);
  if (!tab) return;
  if (front_ == tab->id()) front_.clear();
  tab->set_status(TabStatus::closed);
  registry_.remove(tab->id());
}

}  // namespace oc::browser
