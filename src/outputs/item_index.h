// Where the items of a stored list are, so that a page of them is read without the rest. The index is written
// beside the payload: for each item two 64-bit numbers, its first byte and the one behind its last.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oc::outputs {

struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // behind the last byte
  bool operator==(const Span&) const = default;
};

// Of the list that the JSON text is, or that is its member of this name; nothing when there is none.
std::optional<std::vector<Span>> find_items(std::string_view payload, std::string_view member);

inline constexpr std::size_t kSpanBytes = 16;
std::string encode_spans(const std::vector<Span>& spans);
std::vector<Span> decode_spans(std::string_view bytes);

}  // namespace oc::outputs
