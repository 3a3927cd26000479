#include "crawl/frontier.h"

#include <algorithm>

#include "base/text.h"

namespace oc::crawl {

bool Frontier::Order::operator()(const Waiting& a, const Waiting& b) const {
  if (strategy == Strategy::best_first && a.promise != b.promise) return a.promise > b.promise;
  if (a.depth != b.depth) return a.depth < b.depth;
  return a.number < b.number;
}

bool Frontier::add(Url url, std::int64_t depth, double promise) {
  if (size_ >= most_waiting_ || !note(url)) return false;
  std::string host = url.host;
  auto [found, is_new] = hosts_.try_emplace(host, strategy_, delay_);
  found->second.waiting.insert({std::move(url), depth, promise, ++last_number_});
  ++size_;
  return true;
}

bool Frontier::note(const Url& url) {
  return known_.insert(url.text()).second;
}

std::optional<Waiting> Frontier::take(SteadyTime now) {
  Host* best = nullptr;
  Order order{strategy_};
  for (auto& [name, host] : hosts_) {
    if (host.waiting.empty() || host.free_at > now) continue;
    if (!best || order(*host.waiting.begin(), *best->waiting.begin())) best = &host;
  }
  if (!best) return std::nullopt;
  Waiting next = *best->waiting.begin();
  best->waiting.erase(best->waiting.begin());
  best->free_at = now + best->delay;
  --size_;
  return next;
}

void Frontier::set_delay(const std::string& host, std::chrono::milliseconds delay) {
  Host& known = hosts_.try_emplace(host, strategy_, delay_).first->second;
  if (delay <= known.delay) return;
  if (known.free_at != SteadyTime{}) known.free_at += delay - known.delay;
  known.delay = delay;
}

std::optional<SteadyTime> Frontier::next_time() const {
  std::optional<SteadyTime> earliest;
  for (const auto& [name, host] : hosts_) {
    if (!host.waiting.empty() && (!earliest || host.free_at < *earliest)) earliest = host.free_at;
  }
  return earliest;
}

double promise_of(std::string_view query, std::string_view link_text, const Url& url) {
  std::string hay = lower(cat(link_text, " ", url.path, " ", url.query));
  std::size_t words = 0;
  std::size_t found = 0;
  for (std::string_view word : split(query, ' ')) {
    if (word.empty()) continue;
    ++words;
    if (hay.find(lower(word)) != std::string::npos) ++found;
  }
  return words == 0 ? 0 : static_cast<double>(found) / static_cast<double>(words);
}

}  // namespace oc::crawl
