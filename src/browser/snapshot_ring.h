// SnapshotRing: the newest readings of a tab's page, so that the next one can tell what changed. Bounded by
// bytes.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "base/text.h"

namespace oc::browser {

struct Snapshot {
  std::string id;    // s1, s2 …
  std::string kind;  // what was read and how: only readings of one kind can be compared
  std::string loader_id;
  std::string text;
};

class SnapshotRing {
 public:
  // Keeps the text and gives its id.
  std::string keep(std::string kind, std::string loader_id, std::string text) {
    std::string id = cat("s", ++last_);
    if (text.size() > kMostBytes) return id;
    bytes_ += text.size();
    ring_.push_back({id, std::move(kind), std::move(loader_id), std::move(text)});
    while (bytes_ > kMostBytes) {
      bytes_ -= ring_.front().text.size();
      ring_.pop_front();
    }
    return id;
  }
  const Snapshot* find(std::string_view id) const {
    for (const Snapshot& snapshot : ring_) {
      if (snapshot.id == id) return &snapshot;
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{512} * 1024;
  std::deque<Snapshot> ring_;
  std::size_t bytes_ = 0;
  std::uint64_t last_ = 0;
};

}  // namespace oc::browser
