// Browser's tabs: opened, attached to, brought back, closed.
// Tested by: browser/browser_test.cc
#include <charconv>

#include "base/text.h"
#include "base/url.h"
#include "browser/browser.h"
#include "browser/navigation.h"

namespace oc::browser {
namespace {

using json::text_of;

constexpr std::string_view kBlank = "about:blank";
// From this version on Chrome tells a page's session which navigation has begun
// (Page.frameStartedNavigating).
constexpr int kTellsOfNavigations = 140;

// "Chrome/140.0.7339.80" → 140
int major_version(std::string_view product) {
  std::size_t slash = product.find('/');
  int major = 0;
  if (slash != std::string_view::npos)
    (void)std::from_chars(product.data() + slash + 1, product.data() + product.size(), major);
  return major;
}

// Also for whoever wakes up when the Browser itself is gone.
std::unexpected<Error> gone() {
  return fail(ErrorCode::browser_disconnected, "the browser is gone");
}

}  // namespace

Task<void> Browser::close_workspace(std::string workspace, Stop stop) {
  if (workspace == kDefaultWorkspace) co_return;
  for (const TabPtr& tab : registry_.all()) {
    if (tab->workspace() == workspace) (void)co_await close_tab(tab, stop);
  }
  std::string context = registry_.context_of(workspace);
  if (context.empty() || !link_) co_return;
  registry_.forget_context(workspace);
  link_->connection().browser()->post("Target.disposeBrowserContext", {{"browserContextId", context}});
}

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
  json::object rules = download_rules();
  rules["browserContextId"] = id;
  session->post("Browser.setDownloadBehavior", std::move(rules));
  co_return id;
}

Task<Result<std::string>> Browser::create_target(std::string workspace, std::string url, Stop stop) {
  OC_CO_TRY(co_await ensure_running(stop));
  std::shared_ptr<bool> alive = alive_;
  std::uint64_t epoch = epoch_;
  auto context = co_await context_for(workspace, stop);
  if (!context) co_return std::unexpected(std::move(context).error());
  json::object params{{"url", url}};
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

Browser::TabPtr Browser::claim_target(const std::string& target, const std::string& workspace,
                                      const std::string& caller) {
  TabPtr tab = know({{"targetId", target}, {"browserContextId", registry_.context_of(workspace)}});
  tab->claim();
  registry_.touch(*tab, caller);
  return tab;
}

Task<Result<Browser::TabPtr>> Browser::open_tab(std::string workspace, Stop stop, std::string caller) {
  OC_CO_TRY(co_await ensure_running(stop));
  ++deeds_;
  auto target = co_await create_target(workspace, std::string{kBlank}, stop);
  if (!target) co_return std::unexpected(std::move(target).error());
  co_return co_await attached_or_closed(claim_target(*target, workspace, caller), stop);
}

bool Browser::opens_at(const std::string& url, const DomainPolicy& policy, BarrierMode mode) const {
  bool is_web = url.starts_with("http://") || url.starts_with("https://");
  bool is_able = link_ && !link_->is_attached() && !link_->has_old_workers() &&
                 major_version(link_->product()) >= kTellsOfNavigations;
  return is_web && is_able && !worker_origins_.contains(parse_url(url).value_or(Url{}).origin()) &&
         RequestGuard::lets_all_pass(policy, mode);
}

Task<Result<Browser::TabPtr>> Browser::begin_tab(std::string workspace, std::string url,
                                                 std::shared_ptr<const DomainPolicy> policy, BarrierMode mode,
                                                 Stop stop, std::string caller) {
  OC_CO_TRY(co_await ensure_running(stop));
  OC_CO_TRY(policy->check_navigation(url));
  url = parse_url(url).value_or(Url{}).text();  // what was judged is what is opened
  if (!opens_at(url, *policy, mode))
    co_return co_await open_tab(std::move(workspace), std::move(stop), std::move(caller));
  ++deeds_;
  std::shared_ptr<FirstRequests> requests = first_requests_;
  requests->expect();
  auto target = co_await create_target(workspace, url, stop);
  requests->made(target.value_or(""));
  if (!target) co_return std::unexpected(std::move(target).error());
  TabPtr tab = claim_target(*target, workspace, caller);
  tab->note_deed();
  // Our own browser attaches to its pages by itself.
  if (tab->session()) co_return tab;
  auto attached = co_await attached_or_closed(tab, stop);
  if (!attached) requests->release(*target);
  co_return attached;
}

Task<Result<Browser::TabPtr>> Browser::attached_or_closed(TabPtr tab, Stop stop) {
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
  if (tab->status() == TabStatus::unattached) {
    auto attached = co_await attach_to(tab, stop);
    if (attached || tab->status() != TabStatus::crashed) co_return attached;
  }
  switch (tab->status()) {
    case TabStatus::attached:
      co_return Result<void>{};
    case TabStatus::crashed:
      if (blank) {
        tab->set_status(TabStatus::attached);
        co_return Result<void>{};
      }
      co_return co_await load_again(tab, stop);
    case TabStatus::lost:
      co_return co_await reopen(tab, blank, stop);
    case TabStatus::unattached:  // not after the above
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
  if (is_there) notice(cat("tab ", tab->id(), " was loaded again: its page was gone"), tab->id());
  if (loaded) co_return Result<void>{};
  co_return std::unexpected(std::move(loaded).error().in(cat("loading tab ", tab->id(), " again")));
}

Task<Result<void>> Browser::reopen(TabPtr tab, bool blank, Stop stop) {
  if (!tab->is_ours()) {
    registry_.remove(tab->id());
    co_return fail(ErrorCode::tab_not_found, cat("tab '", tab->id(), "' went with its browser"));
  }
  std::string address = tab->url();
  std::shared_ptr<bool> alive = alive_;
  auto target = co_await create_target(tab->workspace(), std::string{kBlank}, stop);
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
    notice(cat("tab ", tab->id(), " was opened again, but its page could not be loaded: ", address),
           tab->id());
    co_return ready;
  }
  notice(cat("tab ", tab->id(), " was opened again", blank ? "" : cat(" at ", address),
             tab->workspace() == kDefaultWorkspace ? "" : "; cookies and storage of its workspace are gone"),
         tab->id());
  co_return Result<void>{};
}

// Under a name of its own each: by the page's name Chrome would write one over the other.
json::object Browser::download_rules() const {
  return {{"behavior", "allowAndName"}, {"downloadPath", options_.downloads}, {"eventsEnabled", true}};
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
  ++deeds_;
  tab->note_deed();
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

}  // namespace oc::browser
