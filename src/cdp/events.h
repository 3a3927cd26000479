// Events of a session: handlers by method, called in order, after the message that carried the event was
// taken in. A handler never blocks; it may send, subscribe and unsubscribe.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "json/json.h"

namespace oc::cdp {

using EventHandler = std::function<void(const json::object& params)>;

class EventHub {
 public:
  // Removes its handler when it goes; may outlive the hub.
  class [[nodiscard]] Subscription {
   public:
    Subscription() = default;
    Subscription(Subscription&&) noexcept = default;
    Subscription& operator=(Subscription&& other) noexcept;
    ~Subscription() { reset(); }
    void reset();

   private:
    friend class EventHub;
    struct Table;
    Subscription(std::weak_ptr<Table> table, std::uint64_t key) : table_(std::move(table)), key_(key) {}
    std::weak_ptr<Table> table_;
    std::uint64_t key_ = 0;
  };

  EventHub();
  Subscription on(std::string_view method, EventHandler handler);
  void emit(std::string_view method, const json::object& params) const;

 private:
  std::shared_ptr<Subscription::Table> table_;
};

using Subscription = EventHub::Subscription;

}  // namespace oc::cdp
