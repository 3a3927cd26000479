// ByteRing: the newest entries up to a number of bytes; older ones make room and are counted. Every entry has
// a number that never comes again, so that a reader can ask for what is new since the last one it saw.
#pragma once
#include <cstdint>
#include <deque>

namespace oc::browser {

template <class Entry>
class ByteRing {
 public:
  explicit ByteRing(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  struct Numbered {
    std::uint64_t number;
    std::size_t bytes;
    Entry entry;
  };

  Entry& push(Entry entry, std::size_t bytes) {
    bytes_ += bytes;
    entries_.push_back({++last_, bytes, std::move(entry)});
    make_room();
    return entries_.back().entry;
  }
  // An entry that is still kept; null when it made room for others.
  Entry* find(std::uint64_t number) {
    if (entries_.empty() || number < entries_.front().number || number > last_) return nullptr;
    return &entries_[number - entries_.front().number].entry;
  }
  const Entry* find(std::uint64_t number) const {
    if (entries_.empty() || number < entries_.front().number || number > last_) return nullptr;
    return &entries_[number - entries_.front().number].entry;
  }
  // The entry of this number has grown by so many bytes.
  void grow(std::uint64_t number, std::size_t bytes) {
    if (!find(number)) return;
    entries_[number - entries_.front().number].bytes += bytes;
    bytes_ += bytes;
    make_room();
  }

  const std::deque<Numbered>& entries() const { return entries_; }
  std::uint64_t last_number() const { return last_; }
  std::uint64_t dropped() const { return last_ - entries_.size(); }

 private:
  void make_room() {
    while (bytes_ > max_bytes_ && entries_.size() > 1) {
      bytes_ -= entries_.front().bytes;
      entries_.pop_front();
    }
  }

  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::uint64_t last_ = 0;
  std::deque<Numbered> entries_;
};

}  // namespace oc::browser
