// Browser: the one browser of a server. Started or attached to by the first call that needs it, made again
// after it was lost; its tabs keep their ids through that. Whoever calls at once shares one start.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/task.h"
#include "browser/browser_link.h"
#include "browser/download_tracker.h"
#include "browser/first_requests.h"
#include "browser/tab.h"
#include "browser/tab_registry.h"

namespace oc::browser {

enum class BrowserState : std::uint8_t { not_started, starting, running, lost };

using OpenLink = std::function<Task<Result<std::unique_ptr<BrowserLink>>>(LinkParts parts,
                                                                          LinkOptions options, Stop stop)>;

struct BrowserOptions {
  LinkOptions link;
  TabOptions tabs;
  std::string downloads;                    // directory
  OpenLink open_link = &BrowserLink::open;  // tests have a browser of their own
};

class Browser {
 public:
  using TabPtr = std::shared_ptr<Tab>;

  Browser(LinkParts parts, BrowserOptions options);
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;
  ~Browser();

  // The browser runs when this succeeds. One caller's stop does not end the start that others wait for.
  Task<Result<void>> ensure_running(Stop stop);
  // A blank tab, attached; the caller's own from the start.
  Task<Result<TabPtr>> open_tab(std::string workspace, Stop stop, std::string caller = {});
  // The same for a tab with a page: arrive() brings it there. Where these rules let everything pass the page
  // is asked for already; the tab is attached when it has come.
  Task<Result<TabPtr>> begin_tab(std::string workspace, std::string url,
                                 std::shared_ptr<const DomainPolicy> policy, BarrierMode mode, Stop stop,
                                 std::string caller = {});
  const std::shared_ptr<FirstRequests>& first_requests() { return first_requests_; }
  // The tab can be worked with when this succeeds: attached, loaded again after a crash, opened again at its
  // last address after the browser was lost. `blank`: the caller navigates anyway, so no page is loaded.
  // REQUIRES: nobody else works with the tab.
  Task<Result<void>> revive(TabPtr tab, bool blank, Stop stop);
  // The tab may be drawn until the hold goes: Chrome draws no picture of a tab that stands behind another in
  // its window. One at a time, and nothing of somebody else's browser is moved.
  Task<Result<TabLane::Hold>> bring_to_front(Tab& tab, Stop stop);
  // unsupported for a tab that is not ours.
  Task<Result<void>> close_tab(TabPtr tab, Stop stop);
  // Closes the tabs of a workspace and forgets what it knew: cookies, storage. Not of the default one.
  Task<void> close_workspace(std::string workspace, Stop stop);
  // Ends a browser of ours, leaves somebody else's. The next call starts again.
  Task<void> close(Stop stop);

  TabRegistry& tabs() { return registry_; }
  DownloadTracker& downloads() { return downloads_; }
  // Of workers that belong to no tab alone.
  WriteBarrier& worker_barrier() { return worker_barrier_; }
  // REQUIRES: no tab is open yet.
  void set_policy(std::shared_ptr<const DomainPolicy> policy) { options_.tabs.policy = std::move(policy); }
  const DomainPolicy& policy() const { return *options_.tabs.policy; }
  const std::shared_ptr<const DomainPolicy>& shared_policy() const { return options_.tabs.policy; }
  BarrierMode barrier_mode() const { return options_.tabs.barrier; }

  // Attaches to a running browser instead of starting one.
  bool is_someone_elses() const { return !options_.link.attach.empty(); }

  struct Facts {
    BrowserState state = BrowserState::not_started;
    bool attached = false;
    std::int64_t pid = 0;
    std::string product;
    std::int64_t starts = 0;  // how often it was started or connected to
    std::int64_t losses = 0;  // how often it went away by itself
  };
  Facts facts() const;
  // A command to the browser itself; browser_disconnected when there is none.
  Task<Result<json::value>> send(std::string method, json::object params, Stop stop);
  // Round trip to the browser itself; browser_disconnected when there is none.
  Task<Result<std::chrono::nanoseconds>> ping(Stop stop);

  // How often somebody began to open or to close a tab: what deeds() of a Tab is to what happens inside.
  std::uint64_t deeds() const { return deeds_; }

  // What happened that the next answer to this caller should mention: each is said once, and what concerns a
  // tab is said to a caller that uses it.
  std::vector<std::string> take_notices(const std::string& caller = {});
  // Waits, shortly, for the first page of tabs that pages opened: their notices then say what it is.
  Task<void> name_opened_tabs(std::string caller, Stop stop);

 private:
  struct Notice {
    std::string text;
    std::string tab_id;     // it happened to this tab; empty: to the browser
    std::string opened_id;  // of a tab that the page there opened
  };

  Task<void> run_start();
  void hear(cdp::Session& session);
  void on_target(const json::object& info);
  void on_attached(const json::object& params);
  void on_gone(const std::string& target_id);
  void on_link_lost();
  void notice(std::string text, std::string tab_id = {}, std::string opened_id = {});
  bool concerns(const Notice& notice, const std::string& caller) const;
  TabPtr know(const json::object& info);
  json::object download_rules() const;
  void leave_front();
  void abandon(const TabPtr& tab);
  TabPtr claim_target(const std::string& target, const std::string& workspace, const std::string& caller);
  Task<Result<std::string>> context_for(std::string workspace, Stop stop);
  Task<Result<std::string>> create_target(std::string workspace, std::string url, Stop stop);
  // May a tab be made at this address, and still hear everything? A service worker would answer before
  // anybody listens, and rules would be passed by.
  bool opens_at(const std::string& url, const DomainPolicy& policy, BarrierMode mode) const;
  Task<Result<void>> attach_to(TabPtr tab, Stop stop);
  Task<Result<TabPtr>> attached_or_closed(TabPtr tab, Stop stop);
  Task<Result<void>> reopen(TabPtr tab, bool blank, Stop stop);
  Task<Result<void>> load_again(TabPtr tab, Stop stop);

  LinkParts parts_;
  BrowserOptions options_;
  BrowserState state_ = BrowserState::not_started;
  Signal changed_;
  TabLane front_lane_;
  std::string front_;  // id of the tab that is in front of our browser's window; empty: not known
  std::unique_ptr<BrowserLink> link_;
  std::optional<Error> start_error_;
  TabRegistry registry_;
  DownloadTracker downloads_;
  std::shared_ptr<FirstRequests> first_requests_;
  std::set<std::string> worker_origins_;  // that have had service workers since the start
  std::vector<cdp::Subscription> subscriptions_;
  std::vector<Notice> notices_;
  StopSource closing_;
  std::int64_t starts_ = 0;
  std::int64_t losses_ = 0;
  std::uint64_t deeds_ = 0;
  std::uint64_t epoch_ = 0;  // grows with every link
  WriteBarrier worker_barrier_;
  std::map<std::string, std::unique_ptr<RequestGuard>> worker_guards_;  // by session
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);          // asked by whoever wakes up late
};

}  // namespace oc::browser

template <>
struct oc::EnumWords<oc::browser::BrowserState> {
  static constexpr std::array<std::string_view, 4> words{"not_started", "starting", "running", "lost"};
};
