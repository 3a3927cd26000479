// Small text functions. All lengths are bytes; all cuts respect UTF-8.
#pragma once
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace oc {

namespace detail {
inline void append(std::string& out, std::string_view piece) {
  out += piece;
}
inline void append(std::string& out, char piece) {
  out += piece;
}
template <std::integral T>
  requires(!std::same_as<T, char> && !std::same_as<T, bool>)
void append(std::string& out, T number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}
}  // namespace detail

// The pieces (text, characters, integers) one after the other.
template <class... Pieces>
std::string cat(const Pieces&... pieces) {
  std::string out;
  (detail::append(out, pieces), ...);
  return out;
}

std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& pieces, std::string_view separator);
std::string lower(std::string_view text);  // ASCII only
bool equals_ignoring_case(std::string_view a, std::string_view b);

// At most `max_bytes` of text, never ending inside a character.
std::string_view cut(std::string_view text, std::size_t max_bytes);
// The same, with "…" at the end when something was cut.
std::string shorten(std::string_view text, std::size_t max_bytes);
// Control characters (line ends too) become spaces.
std::string one_line(std::string_view text);

bool is_valid_utf8(std::string_view text);
// Every byte that is not part of a well-formed character becomes U+FFFD.
std::string mend_utf8(std::string_view text);

// "maxPages" and "max-pages" → "max_pages".
std::string snake_case(std::string_view name);
// The candidate nearest to `word` by edit distance, or empty when none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace oc
