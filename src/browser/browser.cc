#include "browser/browser.h"

#include <boost/asio/post.hpp>

#include "base/text.h"
#include "browser/navigation.h"

namespace oc::browser {
namespace {

using namespace std::chrono_literals;

constexpr auto kStartTime = 30s;
constexpr auto kAttachTime = 30s;
constexpr std::size_t kKeptNotices = 20;

std::string text_of(const json::object& from, std::string_view key) {
  return std::string{json::find_string(from, key).value_or("")};
}

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

// Also for whoever wakes up when the Browser itself is gone.
std::unexpected<Error> gone() {
  return fail(ErrorCode::browser_disconnected, "the browser is gone");
}

}  // namespace

Browser::Browser(LinkParts parts, BrowserOptions options)
    : parts_(parts),
      options_(std::move(options)),
      changed_(parts.nursery.executor()),
      front_lane_(parts.nursery.executor()),
      downloads_(parts.nursery.executor()) {
  // Somebody else's windows have the size that somebody gave them.
  options_.tabs.emulate_viewport = options_.link.attach.empty() && options_.link.headless;
}

Browser::~Browser() {
  *alive_ = false;
  closing_.request(StopReason::shutdown);
  if (link_) link_->connection().on_closed(nullptr);
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
    if (!*alive) co_return gone();
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
    session->post("Browser.setDownloadBehavior",
                  {{"behavior", "allow"}, {"downloadPath", options_.downloads}, {"eventsEnabled", true}});
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
    notice(cat("the renderer of tab ", tab->id(), " crashed (", tab->url(), ")"));
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
  worker_guards_.clear();
  registry_.forget_contexts();
  for (const TabPtr& tab : registry_.all()) tab->set_status(TabStatus::lost);
  notice(link_->is_attached() ? "the connection to the browser was lost" : "the browser ended unexpectedly");
  parts_.log.warn("browser", notices_.empty() ? "lost" : notices_.back());
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
  return registry_.add({.target_id = target,
                        .workspace = registry_.workspace_of(text_of(info, "browserContextId")),
                        .opener = opener ? opener->id() : "",
                        .ours = !link_ || !link_->is_attached() || (opener && opener->is_ours())},
                       options_.tabs, parts_.nursery.executor());
}

void Browser::on_target(const json::object& info) {
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
  notice(cat("tab ", tab->opener(), " opened tab ", tab->id()));
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
    auto guard = std::make_unique<RequestGuard>(options_.tabs.policy);
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

void Browser::notice(std::string text) {
  if (notices_.size() == kKeptNotices) notices_.erase(notices_.begin());
  notices_.push_back(std::move(text));
}

// --- tabs ---

Task<Result<std::string>> Browser::context_for(std::string workspace, Stop stop) {
  if (workspace == kDefaultWorkspace) co_return "";
  std::string known = registry_.context_of(workspace);
  if (!known.empty()) co_return known;
  std::shared_ptr<cdp::Session> session = link_->connection().browser();
  std::shared_ptr<bool> alive = alive_;
  std::uint64_t epoch = epoch_;
  auto made = co_await session->send("Target.createBrowserContext", {{"disposeOnDetach", true}}, stop);
  if (!made) co_return std::unexpected(std::move(made).error());
  if (!*alive || !link_ || epoch != epoch_) co_return gone();
  std::string id = text_of(made->as_object(), "browserContextId");
  known = registry_.context_of(workspace);
  if (!known.empty()) {  // another call was faster
    session->post("Target.disposeBrowserContext", {{"browserContextId", id}});
    co_return known;
  }
  registry_.set_context(workspace, id);
  session->post("Browser.setDownloadBehavior", {{"behavior", "allow"},
                                                {"browserContextId", id},
                                                {"downloadPath", options_.downloads},
                                                {"eventsEnabled", true}});
  co_return id;
}

Task<Result<std::string>> Browser::create_target(std::string workspace, Stop stop) {
  OC_CO_TRY(co_await ensure_running(stop));
  std::shared_ptr<bool> alive = alive_;
  std::uint64_t epoch = epoch_;
  auto context = co_await context_for(workspace, stop);
  if (!context) co_return std::unexpected(std::move(context).error());
  json::object params{{"url", "about:blank"}};
  if (!context->empty()) params["browserContextId"] = *context;
  params["background"] = true;
  // Among the user's tabs ours would have to come to the front for a picture; in a window of its own it need
  // not.
  if (link_->is_attached()) params["newWindow"] = true;
  auto made = co_await link_->connection().browser()->send("Target.createTarget", std::move(params), stop);
  if (!made) co_return std::unexpected(std::move(made).error());
  if (!*alive || !link_ || epoch != epoch_) co_return gone();
  co_return text_of(made->as_object(), "targetId");
}

Task<Result<Browser::TabPtr>> Browser::open_tab(std::string workspace, Stop stop) {
  auto target = co_await create_target(workspace, stop);
  if (!target) co_return std::unexpected(std::move(target).error());
  TabPtr tab = know({{"targetId", *target}, {"browserContextId", registry_.context_of(workspace)}});
  tab->claim();
  registry_.touch(*tab);
  std::shared_ptr<bool> alive = alive_;
  auto attached = co_await attach_to(tab, stop);
  if (attached) co_return tab;
  // Nobody will hear of it.
  if (*alive) abandon(tab);
  co_return std::unexpected(std::move(attached).error());
}

void Browser::abandon(const TabPtr& tab) {
  if (link_ && tab->status() != TabStatus::lost)
    link_->connection().browser()->post("Target.closeTarget", {{"targetId", tab->target_id()}});
  tab->set_status(TabStatus::closed);
  registry_.remove(tab->id());
}

Task<Result<void>> Browser::attach_to(TabPtr tab, Stop stop) {
  OC_CO_TRY(co_await ensure_running(stop));
  if (tab->status() == TabStatus::attached) co_return Result<void>{};
  std::shared_ptr<bool> alive = alive_;
  std::uint64_t epoch = epoch_;
  // Our own browser attaches to its pages by itself, or another call does. If that fails it is our turn.
  if (tab->session()) {
    auto attached = co_await tab->wait_until_attached(stop);
    if (attached || stop.requested() || tab->status() != TabStatus::unattached) co_return attached;
    if (!*alive || !link_ || epoch != epoch_) co_return gone();
  }
  auto answer = co_await link_->connection().browser()->send(
      "Target.attachToTarget", {{"targetId", tab->target_id()}, {"flatten", true}}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  if (!*alive || !link_ || epoch != epoch_) co_return gone();
  auto session = link_->connection().session(text_of(answer->as_object(), "sessionId"));
  if (tab->session()) {  // by the event, or by another call that was faster
    if (tab->session() != session)
      link_->connection().browser()->post("Target.detachFromTarget", {{"sessionId", session->id()}});
    co_return co_await tab->wait_until_attached(stop);
  }
  co_return co_await tab->attach(session, stop);
}

Task<Result<void>> Browser::revive(TabPtr tab, bool blank, Stop stop) {
  OC_CO_TRY(co_await ensure_running(stop));
  switch (tab->status()) {
    case TabStatus::attached:
      co_return Result<void>{};
    case TabStatus::unattached:
      co_return co_await attach_to(tab, stop);
    case TabStatus::crashed:
      if (blank) {
        tab->set_status(TabStatus::attached);
        co_return Result<void>{};
      }
      co_return co_await load_again(tab, stop);
    case TabStatus::lost:
      co_return co_await reopen(tab, blank, stop);
    case TabStatus::closed:
      break;
  }
  co_return fail(ErrorCode::tab_not_found, cat("tab '", tab->id(), "' was closed"));
}

Task<Result<void>> Browser::load_again(TabPtr tab, Stop stop) {
  tab->set_status(TabStatus::attached);
  std::shared_ptr<bool> alive = alive_;
  std::uint64_t documents = tab->frames().documents();
  auto loaded = co_await navigate(*tab, History::reload, {}, stop);
  if (!*alive) co_return gone();
  // A document that is there has a renderer, even if it asks something or is not complete.
  bool is_there = tab->frames().documents() != documents;
  if (!is_there && tab->status() == TabStatus::attached) tab->set_status(TabStatus::crashed);
  if (is_there) notice(cat("tab ", tab->id(), " was loaded again after its crash"));
  if (loaded) co_return Result<void>{};
  co_return std::unexpected(
      std::move(loaded).error().in(cat("loading tab ", tab->id(), " again after its crash")));
}

Task<Result<void>> Browser::reopen(TabPtr tab, bool blank, Stop stop) {
  if (!tab->is_ours()) {
    registry_.remove(tab->id());
    co_return fail(ErrorCode::tab_not_found, cat("tab '", tab->id(), "' went with its browser"));
  }
  std::string address = tab->url();
  std::shared_ptr<bool> alive = alive_;
  auto target = co_await create_target(tab->workspace(), stop);
  if (!target) co_return std::unexpected(std::move(target).error());
  if (tab->status() != TabStatus::lost) {  // it was closed meanwhile
    if (TabPtr fresh = registry_.by_target(*target)) abandon(fresh);
    co_return fail(ErrorCode::tab_not_found, cat("tab '", tab->id(), "' was closed"));
  }
  // The browser announced it as a new tab; it is the old one.
  std::shared_ptr<cdp::Session> session;
  if (TabPtr fresh = registry_.by_target(*target); fresh && fresh != tab) {
    session = fresh->session();
    fresh->set_status(TabStatus::closed);
    registry_.remove(fresh->id());
  }
  registry_.move(tab, *target);
  Result<void> ready;
  if (session) ready = co_await tab->attach(session, stop);
  if (!session) ready = co_await attach_to(tab, stop);
  if (ready && !blank && address != "about:blank" && !address.empty()) {
    auto loaded = co_await navigate(*tab, address, {}, stop);
    if (!loaded) ready = std::unexpected(std::move(loaded).error());
  }
  if (!*alive) co_return gone();
  if (!ready) {
    notice(cat("tab ", tab->id(), " was opened again, but its page could not be loaded: ", address));
    co_return ready;
  }
  notice(cat("tab ", tab->id(), " was opened again", blank ? "" : cat(" at ", address),
             tab->workspace() == kDefaultWorkspace ? "" : "; cookies and storage of its workspace are gone"));
  co_return Result<void>{};
}

void Browser::leave_front() {
  front_.clear();
  for (const TabPtr& tab : registry_.all()) tab->left_front();
}

Task<Result<TabLane::Hold>> Browser::bring_to_front(Tab& tab, Stop stop) {
  std::shared_ptr<bool> alive = alive_;
  auto hold = co_await front_lane_.enter(TabLane::Use::alone, stop);
  if (!*alive) co_return gone();
  bool is_there = front_ == tab.id() || tab.sight() == Tab::Sight::in_front;
  if (!hold || is_someone_elses() || is_there) co_return hold;
  auto shown = co_await tab.send("Page.bringToFront", {}, stop);
  if (!shown) co_return std::unexpected(std::move(shown).error());
  if (!*alive) co_return gone();
  leave_front();
  front_ = tab.id();
  co_return hold;
}

Task<Result<void>> Browser::close_tab(TabPtr tab, Stop stop) {
  if (!tab->is_ours()) {
    co_return fail(ErrorCode::unsupported,
                   cat("tab '", tab->id(), "' belongs to the user and is not ours to close"),
                   "Ask the user to close it.");
  }
  std::shared_ptr<bool> alive = alive_;
  if (link_ && tab->status() != TabStatus::lost) {
    auto closed = co_await link_->connection().browser()->send("Target.closeTarget",
                                                               {{"targetId", tab->target_id()}}, stop);
    if (!closed && closed.error().code != ErrorCode::protocol_error)  // refused: it is gone already
      co_return std::unexpected(std::move(closed).error());
  }
  tab->set_status(TabStatus::closed);
  if (*alive) registry_.remove(tab->id());
  co_return Result<void>{};
}

// --- facts ---

Browser::Facts Browser::facts() const {
  Facts facts{.state = state_, .starts = starts_, .losses = losses_};
  if (!link_) return facts;
  facts.attached = link_->is_attached();
  facts.pid = link_->pid();
  facts.product = link_->product();
  return facts;
}

Task<Result<std::chrono::nanoseconds>> Browser::ping(Stop stop) {
  if (!link_) co_return fail(ErrorCode::browser_disconnected, "no browser is running");
  auto started = std::chrono::steady_clock::now();
  auto answer = co_await link_->connection().browser()->send("Browser.getVersion", {}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return std::chrono::steady_clock::now() - started;
}

}  // namespace oc::browser
