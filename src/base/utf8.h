// Code points out of UTF-8, halves of them in UTF-16, and sets of them, for those who must look at single
// characters. Nothing is checked here: mend or refuse the text first (text.h).
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace oc {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  // how many it takes up
};

// The character that begins at `at`. REQUIRES: text is valid UTF-8, at < text.size(), a character begins
// there.
inline CodePoint code_point_at(std::string_view text, std::size_t at) {
  auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<std::uint8_t>(text[at + i])); };
  auto bits = [&](std::size_t i) { return byte(i) & 0x3F; };
  char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  if (first < 0xE0) return {(first & 0x1F) << 6 | bits(1), 2};
  if (first < 0xF0) return {(first & 0x0F) << 12 | bits(1) << 6 | bits(2), 3};
  return {(first & 0x07) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3), 4};
}

inline std::u32string to_code_points(std::string_view valid_utf8) {
  std::u32string out;
  for (std::size_t at = 0; at < valid_utf8.size();) {
    CodePoint next = code_point_at(valid_utf8, at);
    out += next.value;
    at += next.bytes;
  }
  return out;
}

// The two halves of a character in UTF-16. Any number may be asked about.
constexpr bool is_high_surrogate(std::int64_t unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
constexpr bool is_low_surrogate(std::int64_t unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

struct CodePointRange {
  char32_t first;
  char32_t last;
};
// REQUIRES: the ranges are in order and do not overlap.
template <std::size_t N>
constexpr bool is_in(const std::array<CodePointRange, N>& ranges, char32_t character) {
  auto next = std::ranges::upper_bound(ranges, character, {}, &CodePointRange::first);
  return next != ranges.begin() && character <= std::prev(next)->last;
}

}  // namespace oc
