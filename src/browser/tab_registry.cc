#include "browser/tab_registry.h"

#include <charconv>

#include "base/text.h"

namespace oc::browser {
namespace {

constexpr std::size_t kNamedInErrors = 10;

std::uint64_t number_of(std::string_view id) {
  std::uint64_t number = 0;
  if (!id.starts_with('t')) return 0;
  auto [end, problem] = std::from_chars(id.data() + 1, id.data() + id.size(), number);
  return problem == std::errc{} && end == id.data() + id.size() ? number : 0;
}

}  // namespace

TabRegistry::TabPtr TabRegistry::add(Tab::Identity identity, const TabOptions& options,
                                     const Executor& executor) {
  std::uint64_t number = ++last_id_;
  identity.id = cat("t", number);
  by_target_[identity.target_id] = number;
  auto tab = std::make_shared<Tab>(std::move(identity), options, executor);
  tabs_.emplace(number, tab);
  added_.tell(tab);
  return tab;
}

void TabRegistry::remove(const std::string& id) {
  auto found = tabs_.find(number_of(id));
  if (found == tabs_.end()) return;
  by_target_.erase(found->second->target_id());
  tabs_.erase(found);
}

void TabRegistry::move(const TabPtr& tab, std::string target_id) {
  by_target_.erase(tab->target_id());
  if (tabs_.contains(number_of(tab->id()))) by_target_[target_id] = number_of(tab->id());
  tab->move_to(std::move(target_id));
}

Result<TabRegistry::TabPtr> TabRegistry::find(const std::string& id) const {
  auto found = tabs_.find(number_of(id));
  if (found != tabs_.end()) return found->second;
  std::string known;
  std::size_t named = 0;
  for (const auto& [number, tab] : tabs_) {
    if (++named > kNamedInErrors) break;
    known += cat(known.empty() ? "" : ", ", tab->id());
  }
  if (tabs_.size() > kNamedInErrors) known += " …";
  return fail(ErrorCode::tab_not_found, cat("there is no tab '", shorten(id, 80), "'; ",
                                            known.empty() ? "none is open" : "open: ", known));
}

TabRegistry::TabPtr TabRegistry::by_target(const std::string& target_id) const {
  auto found = by_target_.find(target_id);
  return found == by_target_.end() ? nullptr : tabs_.at(found->second);
}

TabRegistry::TabPtr TabRegistry::most_recent(const std::string& workspace, const std::string& caller) const {
  TabPtr own;
  TabPtr free;
  for (const auto& [number, tab] : tabs_) {
    if (tab->workspace() != workspace) continue;
    auto used = tab->callers().find(caller);
    if (used != tab->callers().end()) {
      if (!own || used->second >= own->callers().at(caller)) own = tab;
      continue;
    }
    // One that is just being opened for another caller has neither been used nor an opener.
    bool is_free = tab->callers().empty() && (tab->last_used() > 0 || !tab->opener().empty());
    bool is_known = tab->is_ours() || tab->last_used() > 0;
    bool candidate = caller.empty() ? is_known : is_known && is_free;
    if (candidate && (!free || tab->last_used() >= free->last_used())) free = tab;
  }
  return own ? own : free;
}

void TabRegistry::forget_caller(const std::string& caller) {
  for (const auto& [number, tab] : tabs_) tab->forget_caller(caller);
}

std::vector<TabRegistry::TabPtr> TabRegistry::all() const {
  std::vector<TabPtr> out;
  out.reserve(tabs_.size());
  for (const auto& [number, tab] : tabs_) out.push_back(tab);
  return out;
}

std::string TabRegistry::context_of(const std::string& workspace) const {
  auto found = contexts_.find(workspace);
  return found == contexts_.end() ? "" : found->second;
}

void TabRegistry::set_context(const std::string& workspace, std::string context_id) {
  contexts_[workspace] = std::move(context_id);
}

std::string TabRegistry::workspace_of(const std::string& context_id) const {
  for (const auto& [workspace, id] : contexts_) {
    if (id == context_id) return workspace;
  }
  return std::string{kDefaultWorkspace};
}

}  // namespace oc::browser
