// RefTable: which frame and document the refs of a tab were given out in. The elements themselves are known
// to the document's own world; a ref of a document that is gone is refused here, never resolved to another
// element.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oc::browser {

class RefTable {
 public:
  struct Place {
    std::string frame_id;
    std::string loader_id;
    bool operator==(const Place&) const = default;
  };

  // The first ref that was not given out yet.
  std::int64_t next() const { return next_; }
  // Refs from next() up to `end` were given out there.
  void given(std::int64_t end, Place place) {
    if (end <= next_) return;
    if (!ranges_.empty() && ranges_.back().place == place) {
      ranges_.back().end = end;
    } else {
      ranges_.push_back({next_, end, std::move(place)});
      if (ranges_.size() > kMostRanges) ranges_.erase(ranges_.begin());
    }
    next_ = end;
  }
  // Nothing for a ref that was never given out, or so long ago that its document is surely gone.
  std::optional<Place> find(std::int64_t ref) const {
    for (auto range = ranges_.rbegin(); range != ranges_.rend(); ++range) {
      if (ref >= range->first && ref < range->end) return range->place;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kMostRanges = 1000;
  struct Range {
    std::int64_t first;
    std::int64_t end;
    Place place;
  };
  std::vector<Range> ranges_;  // ascending
  std::int64_t next_ = 1;
};

}  // namespace oc::browser
