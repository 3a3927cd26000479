// RefTable: which frame and document the refs of a tab belong to. The elements themselves are known to the
// document's own world; a ref of a document that is gone is refused here, never resolved to another element.
//
// Numbers are reserved before a script is sent and the unused ones are returned when it answers. Scripts may
// answer late, out of order or never: no other script is given a number that one of them may still use.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
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
  // [first, end)
  struct Block {
    std::int64_t first;
    std::int64_t end;
  };

  // Numbers for a script that is about to run there, at least three quarters of `count`; no other script gets
  // them. Numbers that nobody used are taken first: long refs are dear to whoever reads them.
  Block reserve(std::int64_t count, Place place) {
    Block block = take_free(count);
    auto behind = std::ranges::find_if(ranges_, [&](const Range& one) { return one.first > block.first; });
    ranges_.insert(behind, {block.first, block.end, std::move(place), true, ++reserved_});
    if (ranges_.size() > kMostRanges) ranges_.erase(std::ranges::min_element(ranges_, {}, &Range::stamp));
    return block;
  }
  // The script has answered: it used the numbers of its block up to `end`. The others are free again.
  void settle(Block block, std::int64_t end) {
    end = std::clamp(end, block.first, block.end);
    if (next_ == block.end)
      next_ = end;
    else if (end < block.end && free_.size() < kMostRanges)
      free_.push_back({end, block.end});
    auto found = std::ranges::find_if(
        ranges_, [&](const Range& range) { return range.first == block.first && range.is_open; });
    if (found == ranges_.end()) return;
    found->end = end;
    found->is_open = false;
    bool joins = found != ranges_.begin() && joins_previous(*std::prev(found), *found);
    if (joins) {
      std::prev(found)->end = end;
      std::prev(found)->stamp = found->stamp;
    }
    if (joins || found->first == end) ranges_.erase(found);
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
    bool is_open;  // its script may still use numbers
    std::uint64_t stamp;
  };
  Block take_free(std::int64_t count) {
    auto fits = [&](const Block& one) { return one.end - one.first >= count - count / 4; };
    auto found = std::ranges::min_element(free_, {}, [&](const Block& one) {
      return fits(one) ? one.first : std::numeric_limits<std::int64_t>::max();
    });
    if (found == free_.end() || !fits(*found)) {
      Block block{next_, next_ + count};
      next_ = block.end;
      return block;
    }
    Block block{found->first, std::min(found->end, found->first + count)};
    found->first = block.end;
    if (found->first == found->end) free_.erase(found);
    return block;
  }
  static bool joins_previous(const Range& previous, const Range& range) {
    return !previous.is_open && previous.end == range.first && previous.place == range.place;
  }

  std::vector<Range> ranges_;  // ascending
  std::vector<Block> free_;    // reserved once and never used
  std::uint64_t reserved_ = 0;
  std::int64_t next_ = 1;
};

}  // namespace oc::browser
