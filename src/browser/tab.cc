#include "browser/tab.h"

#include "base/text.h"

namespace oc::browser {
namespace {

// Bodies that Chrome keeps for us to ask for, per tab.
constexpr std::int64_t kBodyBufferBytes = 16 * 1024 * 1024;

using json::text_of;

// Why a page in a tab of this status cannot be waited for.
std::optional<Error> why_not(TabStatus status) {
  switch (status) {
    case TabStatus::attached:
      return std::nullopt;
    case TabStatus::crashed:
      return Error{ErrorCode::target_crashed, "the page crashed its renderer"};
    case TabStatus::lost:
      return Error{ErrorCode::browser_disconnected, "the browser is gone"};
    case TabStatus::unattached:
    case TabStatus::closed:
      break;
  }
  return Error{ErrorCode::target_closed, "the tab was closed"};
}

}  // namespace

Tab::Tab(Identity identity, const TabOptions& options, Executor executor)
    : identity_(std::move(identity)),
      options_(options),
      changed_(executor),
      navigation_(executor),
      barrier_(options.barrier),
      guard_(options.policy, barrier_),
      lane_(executor) {
  barrier_.on_change([this] { guard_.renew(); });
  network_.on_ended([this] { navigation_.changed().notify_all(); });
}

void Tab::take_target_info(const json::object& info) {
  url_ = text_of(info, "url");
  title_ = text_of(info, "title");
  navigation_.changed().notify_all();
}

void Tab::set_status(TabStatus status) {
  status_ = status;
  if (status != TabStatus::attached && status != TabStatus::crashed) detach();
  navigation_.set_ended(why_not(status));  // wakes those who wait for the page
  changed_.notify_all();
}

void Tab::confine(std::shared_ptr<const DomainPolicy> policy, BarrierMode mode) {
  if (policy != confines_) {
    confines_ = std::move(policy);
    guard_.set_policy(confines_ ? confines_ : options_.policy);
  }
  if (mode != barrier_.mode()) barrier_.set_mode(mode);
}

void Tab::move_to(std::string target_id) {
  detach();
  identity_.target_id = std::move(target_id);
  status_ = TabStatus::unattached;
}

void Tab::detach() {
  pointer_.reset();
  subscriptions_.clear();
  frames_.clear();
  navigation_.forget_sessions();
  dialogs_.forget_sessions();
  console_.forget_sessions();
  network_.forget_sessions();
  guard_.forget_sessions();
  session_.reset();
  sight_ = Sight::unknown;
}

void Tab::enable(const std::shared_ptr<cdp::Session>& session) {
  console_.listen(*session);
  network_.listen(*session);
  hear_children(session);
  // One after the other without waiting: the browser answers a session's commands in order.
  session->post("Page.enable", {});
  session->post("Runtime.enable", {});
  session->post("Network.enable", {{"maxTotalBufferSize", kBodyBufferBytes}});
  session->post("Log.enable", {});
  hear_changes(session);
  guard_.protect(session);
  session->post("Target.setAutoAttach",
                {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}});
}

// By the time a later command is answered, what the page told before it has been heard.
void Tab::hear_changes(const std::shared_ptr<cdp::Session>& session) {
  subscriptions_[session->id()].push_back(
      session->on("Runtime.bindingCalled", [this](const json::object& params) {
        if (text_of(params, "name") == kChangedBinding) has_changed_ = true;
      }));
  session->post("Runtime.addBinding", {{"name", kChangedBinding}, {"executionContextName", kWorldName}});
}

void Tab::hear_children(const std::shared_ptr<cdp::Session>& session) {
  std::weak_ptr<cdp::Session> weak = session;
  auto& kept = subscriptions_[session->id()];
  kept.push_back(session->on("Target.attachedToTarget", [this, weak](const json::object& params) {
    if (auto parent = weak.lock()) on_child(parent, params);
  }));
  kept.push_back(session->on("Target.detachedFromTarget",
                             [this](const json::object& params) { forget(text_of(params, "sessionId")); }));
}

void Tab::forget(const std::string& session_id) {
  frames_.remove_session(session_id);
  dialogs_.forget_session(session_id);
  console_.forget_session(session_id);
  network_.forget_session(session_id);
  guard_.forget_session(session_id);
  subscriptions_.erase(session_id);
}

// A frame in a process of its own, or a worker: part of the tab, and held to the same rules before it begins.
void Tab::on_child(const std::shared_ptr<cdp::Session>& parent, const json::object& params) {
  const json::object* info = json::find_object(params, "targetInfo");
  auto child = parent->child(text_of(params, "sessionId"));
  if (!info || !child) return;
  if (text_of(*info, "type") == "iframe") {
    frames_.add_session(text_of(*info, "targetId"), child);
    dialogs_.listen(child);
    subscriptions_[child->id()].push_back(child->on(
        "Page.frameNavigated", [this](const json::object&) { navigation_.changed().notify_all(); }));
    child->post("Page.setLifecycleEventsEnabled", {{"enabled", true}});
  }
  enable(child);
  child->post("Runtime.runIfWaitingForDebugger", {});
}

Task<Result<void>> Tab::attach(std::shared_ptr<cdp::Session> session, Stop stop) {
  detach();
  session_ = session;
  network_.follow(identity_.target_id);
  guard_.follow(identity_.target_id);
  frames_.start(identity_.target_id, session);
  navigation_.listen(identity_.target_id, *session);
  dialogs_.listen(session);
  enable(session);
  subscriptions_[session->id()].push_back(session->on(
      "Inspector.targetCrashed", [this](const json::object&) { set_status(TabStatus::crashed); }));
  // A tab that the browser has put out of memory answers nothing. Asked like this the browser tells at once
  // that there is no page; one that is frozen or busy is none of these and is waited for.
  if (!identity_.ours) session->post("Inspector.enable", {});
  session->post("Page.setLifecycleEventsEnabled", {{"enabled", true}});
  if (options_.emulate_viewport) {
    session->post("Emulation.setDeviceMetricsOverride", {{"width", options_.width},
                                                         {"height", options_.height},
                                                         {"deviceScaleFactor", 1},
                                                         {"mobile", false}});
  }
  session->post("Runtime.runIfWaitingForDebugger", {});
  auto tree = co_await session->send("Page.getFrameTree", {}, stop);
  if (session_ != session) co_return fail(ErrorCode::target_closed, "the tab was closed while it opened");
  if (!tree) {
    if (status_ != TabStatus::crashed) detach();  // a page that is gone can be loaded again on its session
    changed_.notify_all();
    co_return std::unexpected(std::move(tree).error());
  }
  if (const json::object* frames = json::find_object(tree->as_object(), "frameTree"))
    frames_.take_tree(*frames, session);
  // It was sent somewhere while it opened, and may be there already.
  const Frame* main = frames_.main();
  if (deeds_ > 0 && main && !main->url.empty() && main->url != "about:blank")
    navigation_.found(main->loader_id, main->url);
  set_status(TabStatus::attached);
  co_return Result<void>{};
}

Task<Result<void>> Tab::wait_until_attached(Stop stop) {
  while (status_ != TabStatus::attached) {
    if (status_ == TabStatus::closed) co_return fail(ErrorCode::target_closed, "the tab was closed");
    if (status_ == TabStatus::lost) co_return fail(ErrorCode::browser_disconnected, "the browser is gone");
    if (status_ == TabStatus::crashed)
      co_return fail(ErrorCode::target_crashed, "the page crashed its renderer");
    if (!session_) co_return fail(ErrorCode::target_closed, "the tab could not be attached to");
    bool woken = co_await changed_.wait(stop);
    if (!woken) co_return std::unexpected(stop.error());
  }
  co_return Result<void>{};
}

Error Tab::gone() const {
  return why_not(status_).value_or(Error{ErrorCode::target_closed, "the tab is not there any more"});
}

Task<Result<json::value>> Tab::send(std::string method, json::object params, Stop stop) {
  return send_to(session_, std::move(method), std::move(params), std::move(stop));
}

Task<Result<json::value>> Tab::send_to(std::shared_ptr<cdp::Session> session, std::string method,
                                       json::object params, Stop stop) {
  if (!session) co_return std::unexpected(gone().in(method));
  // Nobody would answer.
  if (status_ == TabStatus::crashed)
    co_return fail(ErrorCode::target_crashed, cat(method, ": the tab crashed"));
  DialogWait wait{dialogs_, stop};
  if (wait.blocked()) co_return std::unexpected(*wait.blocked());
  auto outcome = co_await session->send(std::move(method), std::move(params), wait.stop());
  if (!outcome && !stop.requested() && wait.blocked()) co_return std::unexpected(*wait.blocked());
  co_return outcome;
}

Task<Result<json::value>> Tab::send_deed(std::string method, json::object params, Stop stop) {
  if (session_ && status_ != TabStatus::crashed && !dialogs_.open()) note_deed();
  return send(std::move(method), std::move(params), std::move(stop));
}

Task<Result<std::shared_ptr<World>>> Tab::world(std::string frame_id, Stop stop) {
  if (status_ == TabStatus::crashed) co_return fail(ErrorCode::target_crashed, "the tab crashed");
  DialogWait wait{dialogs_, stop};
  if (wait.blocked()) co_return std::unexpected(*wait.blocked());
  auto found = co_await frames_.world(std::move(frame_id), wait.stop());
  if (!found && !stop.requested() && wait.blocked()) co_return std::unexpected(*wait.blocked());
  co_return found;
}

}  // namespace oc::browser
