#include "cdp/events.h"

#include <vector>

namespace oc::cdp {

struct EventHub::Subscription::Table {
  struct Entry {
    std::string method;
    std::shared_ptr<EventHandler> handler;
  };
  std::map<std::uint64_t, Entry> entries;
  std::multimap<std::string, std::uint64_t, std::less<>> by_method;
  std::uint64_t next_key = 1;
};

EventHub::EventHub() : table_(std::make_shared<Subscription::Table>()) {}

EventHub::Subscription& EventHub::Subscription::operator=(Subscription&& other) noexcept {
  reset();
  table_ = std::move(other.table_);
  key_ = std::exchange(other.key_, 0);
  return *this;
}

void EventHub::Subscription::reset() {
  auto table = table_.lock();
  table_.reset();
  if (!table) return;
  auto entry = table->entries.find(key_);
  if (entry == table->entries.end()) return;
  auto [first, last] = table->by_method.equal_range(entry->second.method);
  for (auto it = first; it != last; ++it) {
    if (it->second == key_) {
      table->by_method.erase(it);
      break;
    }
  }
  table->entries.erase(entry);
}

EventHub::Subscription EventHub::on(std::string_view method, EventHandler handler) {
  std::uint64_t key = table_->next_key++;
  table_->entries.emplace(key, Subscription::Table::Entry{
                                   std::string{method}, std::make_shared<EventHandler>(std::move(handler))});
  table_->by_method.emplace(std::string{method}, key);
  return {table_, key};
}

void EventHub::emit(std::string_view method, const json::object& params) const {
  auto table = table_;  // a handler may end the session and this hub with it
  auto [first, last] = table->by_method.equal_range(method);
  std::vector<std::uint64_t> keys;
  for (auto it = first; it != last; ++it) keys.push_back(it->second);
  for (std::uint64_t key : keys) {
    auto entry = table->entries.find(key);
    if (entry == table->entries.end()) continue;
    auto handler = entry->second.handler;
    (*handler)(params);
  }
}

}  // namespace oc::cdp
