// NavigationTracker: how far the main document of a tab has come, from the browser's lifecycle events.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "base/listeners.h"
#include "base/result.h"
#include "base/task.h"
#include "cdp/connection.h"

namespace oc::browser {

enum class LoadState : std::uint8_t { domcontentloaded, load, networkidle };

// The tab shows another address: of a new document, or within the one that is there.
struct Arrival {
  std::string url;
  bool same_document = false;
};

class NavigationTracker {
 public:
  explicit NavigationTracker(Executor executor) : changed_(std::move(executor)) {}

  void listen(std::string main_frame, cdp::Session& session);
  void forget_sessions();
  // A document that was asked for before anybody could hear of its arrival, and is there. Told once.
  void found(const std::string& loader_id, const std::string& url);
  // Why nothing can be waited for: the renderer crashed, the tab or the browser is gone. Nothing: it goes on.
  void set_ended(std::optional<Error> why);
  const std::optional<Error>& ended() const { return ended_; }

  bool loading() const { return loading_; }
  // Another document was asked for, by a link or a script, and has neither come nor been given up.
  bool leaving() const { return leaving_; }
  const std::string& loader_id() const { return loader_id_; }
  bool reached(LoadState state) const;
  // The loader of the document that the browser was asked for last; it may never come.
  const std::string& asked() const { return asked_; }
  // Has the document of this loader taken over, now or before?
  bool has_come(const std::string& loader_id) const { return seen_.contains(loader_id); }
  // Waits until the document that is there — the one of `loader_id`, or one that replaced it — has come so
  // far. Fails as the stop does, or with the error of set_ended().
  Task<Result<void>> wait_until(LoadState state, std::string loader_id, Stop stop);
  // Waits until another document than this one has taken over.
  Task<Result<void>> wait_for_another(std::string loader_id, Stop stop);
  [[nodiscard]] Listening on_arrival(std::function<void(const Arrival&)> callback) {
    return listeners_.add(std::move(callback));
  }
  // Wakes after every change; for conditions on the address.
  Signal& changed() { return changed_; }

 private:
  void on_lifecycle(const json::object& params);
  void on_navigated(const json::object& params);
  void on_asked(const json::object& params);
  void begin(const std::string& loader_id);

  Signal changed_;
  Listeners<Arrival> listeners_;
  std::string main_frame_;
  std::string loader_id_;
  std::string asked_;
  std::string arrived_;            // the loader whose arrival was told
  std::set<std::string> seen_;     // loaders that have been here, the newest few
  std::set<std::string> reached_;  // lifecycle names of the current one
  bool loading_ = false;
  bool leaving_ = false;
  std::optional<Error> ended_;
  std::vector<cdp::Subscription> subscriptions_;
};

}  // namespace oc::browser

template <>
struct oc::EnumWords<oc::browser::LoadState> {
  static constexpr std::array<std::string_view, 3> words{"domcontentloaded", "load", "networkidle"};
};
