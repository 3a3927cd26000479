#include "mcp/subscription_hub.h"

namespace oc::mcp {

SubscriptionHub::Subscription& SubscriptionHub::Subscription::operator=(Subscription&& other) noexcept {
  reset();
  hub_ = std::exchange(other.hub_, nullptr);
  key_ = other.key_;
  return *this;
}

void SubscriptionHub::Subscription::reset() {
  if (hub_) hub_->listeners_.erase(key_);
  hub_ = nullptr;
}

SubscriptionHub::Subscription SubscriptionHub::add(std::function<const ChangeFilter&()> filter,
                                                   Listener listener) {
  std::uint64_t key = next_key_++;
  listeners_.emplace(key, Entry{std::move(filter), std::move(listener)});
  return {*this, key};
}

void SubscriptionHub::announce(std::string_view method, const json::object& params,
                               const std::function<bool(const ChangeFilter&)>& wanted) {
  // A listener may end its own or another's subscription.
  std::vector<std::uint64_t> keys;
  for (const auto& [key, entry] : listeners_) keys.push_back(key);
  for (std::uint64_t key : keys) {
    auto found = listeners_.find(key);
    if (found == listeners_.end() || !wanted(found->second.filter())) continue;
    Listener listener = found->second.listener;
    listener(method, params);
  }
}

void SubscriptionHub::tools_changed() {
  announce("notifications/tools/list_changed", {}, [](const ChangeFilter& filter) { return filter.tools; });
}

void SubscriptionHub::prompts_changed() {
  announce("notifications/prompts/list_changed", {},
           [](const ChangeFilter& filter) { return filter.prompts; });
}

void SubscriptionHub::resources_changed() {
  announce("notifications/resources/list_changed", {},
           [](const ChangeFilter& filter) { return filter.resources; });
}

void SubscriptionHub::resource_updated(std::string_view uri) {
  std::string key{uri};
  announce("notifications/resources/updated", {{"uri", uri}},
           [&](const ChangeFilter& filter) { return filter.resource_uris.contains(key); });
}

}  // namespace oc::mcp
