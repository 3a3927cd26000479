// TabRegistry: the tabs that are known, by our id and by the browser's, and the workspaces they belong to. A
// workspace is a browser context: cookies and storage of its own. A tab outlives the conversation that opened
// it; which one a caller means without naming any depends on what that caller used.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/listeners.h"
#include "base/result.h"
#include "browser/tab.h"

namespace oc::browser {

inline constexpr std::string_view kDefaultWorkspace = "default";

class TabRegistry {
 public:
  using TabPtr = std::shared_ptr<Tab>;

  // Opens no tab: makes it known under a new id.
  TabPtr add(Tab::Identity identity, const TabOptions& options, const Executor& executor);
  [[nodiscard]] Listening on_added(std::function<void(const TabPtr&)> callback) {
    return added_.add(std::move(callback));
  }
  void remove(const std::string& id);
  // The tab goes on as another target.
  void move(const TabPtr& tab, std::string target_id);

  // tab_not_found names those there are.
  Result<TabPtr> find(const std::string& id) const;
  TabPtr by_target(const std::string& target_id) const;
  // The one of the workspace that the caller used last; if it has used none, the last one that no other
  // caller uses. A caller without a name means the last one that anybody used. Foreign tabs that nobody named
  // are never it.
  TabPtr most_recent(const std::string& workspace, const std::string& caller = {}) const;
  void touch(Tab& tab, const std::string& caller = {}) { tab.touch(++uses_, caller); }
  // Its tabs are as if it had never used them.
  void forget_caller(const std::string& caller);

  // In the order of their ids.
  std::vector<TabPtr> all() const;
  std::size_t size() const { return tabs_.size(); }

  // The browser context of a workspace; empty when none has been made yet.
  std::string context_of(const std::string& workspace) const;
  void set_context(const std::string& workspace, std::string context_id);
  std::string workspace_of(const std::string& context_id) const;  // "default" for a context that is not ours
  void forget_context(const std::string& workspace) { contexts_.erase(workspace); }
  void forget_contexts() { contexts_.clear(); }

 private:
  std::map<std::uint64_t, TabPtr> tabs_;  // by the number in their id
  std::map<std::string, std::uint64_t> by_target_;
  std::map<std::string, std::string> contexts_;  // workspace → context id
  Listeners<TabPtr> added_;
  std::uint64_t last_id_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace oc::browser
