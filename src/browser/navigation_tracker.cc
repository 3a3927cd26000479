#include "browser/navigation_tracker.h"

namespace oc::browser {
namespace {

std::string text_of(const json::object& from, std::string_view key) {
  return std::string{json::find_string(from, key).value_or("")};
}

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
  on("Page.navigatedWithinDocument", [this](const json::object&) { changed_.notify_all(); });
  on("Page.frameStartedLoading", [this](const json::object& params) {
    if (text_of(params, "frameId") == main_frame_) loading_ = true;
  });
  on("Page.frameStoppedLoading", [this](const json::object& params) {
    if (text_of(params, "frameId") == main_frame_) loading_ = false;
    changed_.notify_all();
  });
}

void NavigationTracker::forget_sessions() {
  subscriptions_.clear();
  loading_ = false;
}

void NavigationTracker::set_ended(std::optional<Error> why) {
  ended_ = std::move(why);
  if (ended_) loading_ = false;
  changed_.notify_all();
}

void NavigationTracker::begin(const std::string& loader_id) {
  ended_.reset();
  if (seen_.size() > 64) seen_.clear();
  seen_.insert(loader_id);
  loader_id_ = loader_id;
  reached_.clear();
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
  // A page from the back/forward cache comes as it was left and sends nothing more.
  if (text_of(params, "type") == "BackForwardCacheRestore")
    reached_.insert({"DOMContentLoaded", "load", "networkIdle"});
  changed_.notify_all();
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
