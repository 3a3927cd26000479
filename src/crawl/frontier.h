// Frontier: the addresses still to be visited, each once ever; which is next, by distance or by promise; and
// when its host may be asked again.
#pragma once
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/clock.h"
#include "base/url.h"
#include "crawl/plan.h"

namespace oc::crawl {

struct Waiting {
  Url url;
  std::int64_t depth = 0;
  double promise = 0;        // of best_first: more is earlier
  std::uint64_t number = 0;  // in the order of discovery
};

class Frontier {
 public:
  // `delay`: how long every host waits after each of its pages.
  explicit Frontier(Strategy strategy, std::chrono::milliseconds delay = {},
                    std::size_t most_waiting = 20'000)
      : strategy_(strategy), delay_(delay), most_waiting_(most_waiting) {}

  // False when it was there before, or too many wait already.
  bool add(Url url, std::int64_t depth, double promise);
  // The address has been visited under another name. False when it was known before.
  bool note(const Url& url);
  bool knows(const Url& url) const { return known_.contains(url.text()); }

  // The next one whose host may be asked now; the host has to wait for `delay` after it.
  std::optional<Waiting> take(SteadyTime now);
  // How long a host waits after each of its pages, if that is longer; counts from its last one.
  void set_delay(const std::string& host, std::chrono::milliseconds delay);
  // When the next one may be taken; nothing when none waits.
  std::optional<SteadyTime> next_time() const;
  std::size_t size() const { return size_; }

 private:
  struct Order {
    Strategy strategy;
    bool operator()(const Waiting& a, const Waiting& b) const;
  };
  struct Host {
    Host(Strategy strategy, std::chrono::milliseconds pause) : waiting(Order{strategy}), delay(pause) {}
    std::multiset<Waiting, Order> waiting;
    std::chrono::milliseconds delay;
    SteadyTime free_at{};
  };

  Strategy strategy_;
  std::chrono::milliseconds delay_;
  std::size_t most_waiting_;
  std::unordered_set<std::string> known_;
  std::map<std::string, Host> hosts_;
  std::size_t size_ = 0;
  std::uint64_t last_number_ = 0;
};

// How much the words of a link and its address promise about a query: 0 to 1.
double promise_of(std::string_view query, std::string_view link_text, const Url& url);

}  // namespace oc::crawl
