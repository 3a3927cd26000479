// SubscriptionHub: who wants to hear of which changes. Server parts announce; sessions and listen streams
// subscribe.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "json/json.h"

namespace oc::mcp {

// Which lists may change while the server runs; clients that want to are told when one does.
struct ListChanges {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
};

struct ChangeFilter {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  std::set<std::string> resource_uris = {};
};

class SubscriptionHub {
 public:
  // Gets the method and params of a notification; called on the loop.
  using Listener = std::function<void(std::string_view method, json::object params)>;

  // Removes its listener when it goes.
  class [[nodiscard]] Subscription {
   public:
    Subscription() = default;
    Subscription(SubscriptionHub& hub, std::uint64_t key) : hub_(&hub), key_(key) {}
    Subscription(Subscription&& other) noexcept
        : hub_(std::exchange(other.hub_, nullptr)), key_(other.key_) {}
    Subscription& operator=(Subscription&& other) noexcept;
    ~Subscription() { reset(); }
    void reset();

   private:
    SubscriptionHub* hub_ = nullptr;
    std::uint64_t key_ = 0;
  };

  // `filter` is asked anew for each announcement, so a session's wishes may change.
  Subscription add(std::function<const ChangeFilter&()> filter, Listener listener);
  std::size_t size() const { return listeners_.size(); }

  void tools_changed();
  void prompts_changed();
  void resources_changed();
  void resource_updated(std::string_view uri);

 private:
  struct Entry {
    std::function<const ChangeFilter&()> filter;
    Listener listener;
  };
  void announce(std::string_view method, const json::object& params,
                const std::function<bool(const ChangeFilter&)>& wanted);

  std::map<std::uint64_t, Entry> listeners_;
  std::uint64_t next_key_ = 1;
};

}  // namespace oc::mcp
