#include "browser/navigation_tracker.h"

namespace oc::browser {
namespace {

using json::text_of;

// The browser's word for a state.
std::string_view lifecycle_name(LoadState state) {
  switch (state) {
    case LoadState::domcontentloaded:
      return "DOMContentLoaded";
    case LoadState::load:
      return "load";
    case LoadState::networkidle:
      return "networkIdle";
  }
  return "load";
}

}  // namespace

void NavigationTracker::listen(std::string main_frame, cdp::Session& session) {
  main_frame_ = std::move(main_frame);
  ended_.reset();
  auto on = [&](std::string_view event, auto handler) {
    subscriptions_.push_back(session.on(event, std::move(handler)));
  };
  on("Page.lifecycleEvent", [this](const json::object& params) { on_lifecycle(params); });
  on("Page.frameNavigated", [this](const json::object& params) { on_navigated(params); });
  on("Page.navigatedWithinDocument", [this](const json::object& params) {
    bool is_main = text_of(params, "frameId") == main_frame_;
    if (is_main) leaving_ = false;
    changed_.notify_all();
    if (is_main) listeners_.tell({.url = text_of(params, "url"), .same_document = true});
  });
  on("Page.frameRequestedNavigation", [this](const json::object& params) { on_asked(params); });
  on("Page.frameStartedNavigating", [this](const json::object& params) { on_asked(params); });
  on("Page.frameStartedLoading", [this](const json::object& params) {
    if (text_of(params, "frameId") == main_frame_) loading_ = true;
  });
  on("Page.frameStoppedLoading", [this](const json::object& params) {
    if (text_of(params, "frameId") == main_frame_) loading_ = leaving_ = false;
    changed_.notify_all();
  });
}

void NavigationTracker::forget_sessions() {
  subscriptions_.clear();
  loading_ = leaving_ = false;
}

void NavigationTracker::found(const std::string& loader_id, const std::string& url) {
  if (loader_id.empty() || loader_id == arrived_) return;
  if (loader_id != loader_id_) begin(loader_id);
  arrived_ = loader_id;
  changed_.notify_all();
  listeners_.tell({.url = url});
}

void NavigationTracker::set_ended(std::optional<Error> why) {
  ended_ = std::move(why);
  if (ended_) loading_ = leaving_ = false;
  changed_.notify_all();
}

void NavigationTracker::begin(const std::string& loader_id) {
  ended_.reset();
  if (seen_.size() > 64) seen_.clear();
  seen_.insert(loader_id);
  loader_id_ = loader_id;
  leaving_ = false;
  reached_.clear();
}

// By the renderer, which knows first, and by the browser, which decides.
void NavigationTracker::on_asked(const json::object& params) {
  if (text_of(params, "frameId") != main_frame_) return;
  std::string where = text_of(params, "disposition");
  std::string kind = text_of(params, "navigationType");
  bool elsewhere = !where.empty() && where != "currentTab";
  bool stays = kind == "sameDocument" || kind == "historySameDocument";
  if (elsewhere || stays || text_of(params, "url").starts_with("javascript:")) return;
  leaving_ = true;
  if (std::string loader = text_of(params, "loaderId"); !loader.empty()) asked_ = std::move(loader);
  changed_.notify_all();
}

void NavigationTracker::on_lifecycle(const json::object& params) {
  if (text_of(params, "frameId") != main_frame_) return;
  std::string loader = text_of(params, "loaderId");
  if (loader != loader_id_) {
    // The last words of a document that was replaced: its process may be one step behind.
    if (seen_.contains(loader)) return;
    begin(loader);
  }
  reached_.insert(text_of(params, "name"));
  changed_.notify_all();
}

void NavigationTracker::on_navigated(const json::object& params) {
  const json::object* frame = json::find_object(params, "frame");
  if (!frame || text_of(*frame, "id") != main_frame_) return changed_.notify_all();
  std::string loader = text_of(*frame, "loaderId");
  if (loader != loader_id_) begin(loader);
  arrived_ = loader;
  // A page from the back/forward cache comes as it was left and sends nothing more.
  if (text_of(params, "type") == "BackForwardCacheRestore")
    reached_.insert({"DOMContentLoaded", "load", "networkIdle"});
  changed_.notify_all();
  listeners_.tell({.url = text_of(*frame, "url") + text_of(*frame, "urlFragment")});
}

bool NavigationTracker::reached(LoadState state) const {
  return reached_.contains(std::string{lifecycle_name(state)});
}

Task<Result<void>> NavigationTracker::wait_until(LoadState state, std::string loader_id, Stop stop) {
  while (!(loader_id.empty() || seen_.contains(loader_id)) || !reached(state) || ended_) {
    if (ended_) co_return std::unexpected(*ended_);
    bool woken = co_await changed_.wait(stop);
    if (!woken) co_return std::unexpected(stop.error());
  }
  co_return Result<void>{};
}

Task<Result<void>> NavigationTracker::wait_for_another(std::string loader_id, Stop stop) {
  while (loader_id_ == loader_id || ended_) {
    if (ended_) co_return std::unexpected(*ended_);
    bool woken = co_await changed_.wait(stop);
    if (!woken) co_return std::unexpected(stop.error());
  }
  co_return Result<void>{};
}

}  // namespace oc::browser
