// Tab: one page of the browser. What is known of it costs no round trip; its trackers hear its events from
// its first moment. Owned by the Browser; shared with calls that work on it.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/task.h"
#include "browser/console_tracker.h"
#include "browser/dialog_tracker.h"
#include "browser/frame_tree.h"
#include "browser/navigation_tracker.h"
#include "browser/network_tracker.h"
#include "browser/ref_table.h"
#include "browser/request_guard.h"
#include "browser/snapshot_ring.h"
#include "browser/tab_lane.h"
#include "cdp/connection.h"

namespace oc::browser {

enum class TabStatus : std::uint8_t {
  attached,    // we hear it
  unattached,  // it is there; nobody here has used it
  crashed,     // its renderer is gone; it can be loaded again
  lost,        // the browser went away; it can be opened again
  closed,
};

// What all tabs of a browser share.
struct TabOptions {
  std::shared_ptr<const DomainPolicy> policy;
  BarrierMode barrier = BarrierMode::act;  // in which tabs begin
  bool emulate_viewport = true;
  int width = 1280;
  int height = 720;
};

class Tab {
 public:
  struct Identity {
    std::string id;  // ours: t1, t2 …
    std::string target_id;
    std::string workspace;
    std::string opener = {};  // id of the tab that opened it
    bool ours = true;         // opened by us or by a page of ours; foreign tabs are never closed
  };
  Tab(Identity identity, const TabOptions& options, Executor executor);

  const std::string& id() const { return identity_.id; }
  const std::string& target_id() const { return identity_.target_id; }
  const std::string& workspace() const { return identity_.workspace; }
  const std::string& opener() const { return identity_.opener; }
  bool is_ours() const { return identity_.ours; }
  TabStatus status() const { return status_; }
  const std::string& url() const { return url_; }
  const std::string& title() const { return title_; }

  // What a script found in the page is newer than what the browser has told.
  void saw(const std::string& url, const std::string& title) {
    url_ = url;
    title_ = title;
  }
  // For the one who hears of targets.
  void take_target_info(const json::object& info);
  void set_status(TabStatus status);
  void claim() { identity_.ours = true; }
  // The tab goes on in another target, after its browser was lost.
  void move_to(std::string target_id);
  // Begins to hear the session. The tab is attached when this has succeeded.
  Task<Result<void>> attach(std::shared_ptr<cdp::Session> session, Stop stop);
  // Waits for an attach() that somebody else began.
  Task<Result<void>> wait_until_attached(Stop stop);

  // A command to the page. Fails with dialog_open when a dialog is in the way, else as Session::send.
  Task<Result<json::value>> send(std::string method, json::object params, Stop stop);
  Task<Result<json::value>> send_to(std::shared_ptr<cdp::Session> session, std::string method,
                                    json::object params, Stop stop);
  // The same of a command that changes something: a deed, unless it cannot even be sent.
  Task<Result<json::value>> send_deed(std::string method, json::object params, Stop stop);
  // The isolated world of a frame's document; fails as FrameTree::world, or with dialog_open.
  Task<Result<std::shared_ptr<World>>> world(std::string frame_id, Stop stop);
  const std::shared_ptr<cdp::Session>& session() const { return session_; }
  // Why there is no session: lost with its browser, or closed.
  Error gone() const;

  FrameTree& frames() { return frames_; }
  NavigationTracker& navigation() { return navigation_; }
  DialogTracker& dialogs() { return dialogs_; }
  ConsoleTracker& console() { return console_; }
  NetworkTracker& network() { return network_; }
  RequestGuard& guard() { return guard_; }
  WriteBarrier& barrier() { return barrier_; }
  const DomainPolicy& policy() const { return confines_ ? *confines_ : *options_.policy; }
  const std::shared_ptr<const DomainPolicy>& confines() const { return confines_; }
  // Bounds of the run that the tab is used for, narrower than the browser's. They hold until the tab is used
  // for something else: what a call set off may go on after it.
  void confine(std::shared_ptr<const DomainPolicy> policy, BarrierMode mode);
  TabLane& lane() { return lane_; }

  // How often somebody began to change something here: input, a script, a navigation. A call that failed and
  // left the count as it was has done nothing.
  std::uint64_t deeds() const { return deeds_; }
  void note_deed() { ++deeds_; }

  // Refs are counted per tab and never come again.
  RefTable& refs() { return refs_; }
  SnapshotRing& snapshots() { return snapshots_; }
  // The time of an answer: now, but never before an earlier one.
  std::int64_t captured_at(std::int64_t now_ms) { return captured_at_ = std::max(captured_at_, now_ms); }
  // Does the page count as seen? One that stands behind others in its window neither draws nor animates.
  enum class Sight : std::uint8_t { unknown, in_front, emulated };
  Sight sight() const { return sight_; }
  void set_sight(Sight sight) { sight_ = sight; }
  // Another tab may stand in front of it now.
  void left_front() {
    if (sight_ == Sight::in_front) sight_ = Sight::unknown;
  }
  // Where the pointer was left in the viewport; nothing before it was first used.
  struct PointerPlace {
    double x = 0;
    double y = 0;
    bool operator==(const PointerPlace&) const = default;
  };
  const std::optional<PointerPlace>& pointer() const { return pointer_; }
  void set_pointer(std::optional<PointerPlace> place) { pointer_ = place; }
  // The frames in which an action is still watched after its answer, until another action begins.
  struct LateWatch {
    std::vector<std::string> frames = {};
    std::string document = {};  // which one the tab showed at the answer; empty: nothing is watched
    std::string url = {};
    std::string route = {};  // the frame's own address, which goes on within the document
    bool are_heard = false;  // their pages tell by kChangedBinding when there is something to look at
    // Values that scripts set make no such change: so often they are looked for, some time apart.
    int looks = 0;
    std::chrono::steady_clock::time_point looked = std::chrono::steady_clock::now();
  };
  void set_late_watch(LateWatch watch) { late_watch_ = std::move(watch); }
  const LateWatch& late_watch() const { return late_watch_; }
  LateWatch& late_watch() { return late_watch_; }
  // Whether a watched frame told of a change since this was asked last.
  bool take_changed() { return std::exchange(has_changed_, false); }
  // What happened since, when a call failed and its answer could not hold it: for the next one.
  void keep_untold(std::vector<std::string> lines) { untold_ = std::move(lines); }
  std::vector<std::string> take_untold() { return std::exchange(untold_, {}); }
  // The left mouse button, held down between calls. It goes with its document: the next one never saw it
  // pressed.
  struct HeldButton {
    std::string loader_id;
    std::optional<json::object> drag = std::nullopt;  // what the browser's own drag and drop carries
  };
  std::optional<HeldButton>& held_button() {
    if (held_button_ && held_button_->loader_id != navigation_.loader_id()) held_button_.reset();
    return held_button_;
  }
  // When it was last worked with, as a count; and by which callers, each with their own last time. A tab that
  // a page opened belongs to the callers of that page from the start, with the count 0.
  std::uint64_t last_used() const { return last_used_; }
  const std::map<std::string, std::uint64_t>& callers() const { return callers_; }
  void touch(std::uint64_t count, const std::string& caller) {
    last_used_ = count;
    if (!caller.empty()) callers_[caller] = count;
  }
  void belongs_to_callers_of(const Tab& opener) {
    for (const auto& [caller, count] : opener.callers_) callers_.try_emplace(caller, 0);
  }
  void forget_caller(const std::string& caller) { callers_.erase(caller); }

 private:
  void enable(const std::shared_ptr<cdp::Session>& session);
  void hear_changes(const std::shared_ptr<cdp::Session>& session);
  void hear_children(const std::shared_ptr<cdp::Session>& session);
  void on_child(const std::shared_ptr<cdp::Session>& parent, const json::object& params);
  void detach();
  void forget(const std::string& session_id);

  Identity identity_;
  const TabOptions& options_;
  Signal changed_;
  TabStatus status_ = TabStatus::unattached;
  std::string url_;
  std::string title_;
  std::shared_ptr<cdp::Session> session_;
  FrameTree frames_;
  NavigationTracker navigation_;
  DialogTracker dialogs_;
  ConsoleTracker console_;
  NetworkTracker network_;
  WriteBarrier barrier_;
  RequestGuard guard_;
  TabLane lane_;
  std::map<std::string, std::vector<cdp::Subscription>> subscriptions_;  // by session
  RefTable refs_;
  SnapshotRing snapshots_;
  std::int64_t captured_at_ = 0;
  std::uint64_t last_used_ = 0;
  std::map<std::string, std::uint64_t> callers_;
  std::uint64_t deeds_ = 0;
  Sight sight_ = Sight::unknown;
  std::optional<PointerPlace> pointer_;
  LateWatch late_watch_;
  bool has_changed_ = false;
  std::vector<std::string> untold_;
  std::optional<HeldButton> held_button_;
  std::shared_ptr<const DomainPolicy> confines_;  // none: those of the browser
};

}  // namespace oc::browser
