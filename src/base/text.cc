#include "base/text.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace oc {
namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
char lower_char(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

// Length of the well-formed UTF-8 character at the start of `text`, or 0 (RFC 3629: no overlong forms, no
// surrogates).
std::size_t character_length(std::string_view text) {
  auto byte = [&](std::size_t i) -> std::uint8_t {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0;
  };
  auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  std::uint8_t first = byte(0);
  if (first < 0x80) return text.empty() ? 0 : 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    if (first == 0xE0 && byte(1) < 0xA0) return 0;
    if (first == 0xED && byte(1) > 0x9F) return 0;
    return follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (first == 0xF0 && byte(1) < 0x90) return 0;
    if (first == 0xF4 && byte(1) > 0x8F) return 0;
    return follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// Length of the well-formed prefix; whole blocks of ASCII are skipped eight bytes at a time.
std::size_t valid_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    while (at + 8 <= text.size()) {
      std::uint64_t block = 0;
      std::copy_n(text.data() + at, 8, reinterpret_cast<char*>(&block));
      if ((block & 0x8080808080808080ULL) != 0) break;
      at += 8;
    }
    if (at >= text.size()) break;
    std::size_t length = character_length(text.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t above = row[j];
      std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above + 1, row[j - 1] + 1, replaced});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  std::size_t start = 0;
  while (true) {
    std::size_t end = text.find(separator, start);
    if (end == std::string_view::npos) break;
    pieces.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  pieces.push_back(text.substr(start));
  return pieces;
}

std::string join(const std::vector<std::string>& pieces, std::string_view separator) {
  std::string out;
  for (const std::string& piece : pieces) {
    if (&piece != &pieces.front()) out += separator;
    out += piece;
  }
  return out;
}

std::string lower(std::string_view text) {
  std::string out{text};
  std::ranges::transform(out, out.begin(), lower_char);
  return out;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower_char(x) == lower_char(y); });
}

std::string_view cut(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<std::uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

std::string shorten(std::string_view text, std::size_t max_bytes) {
  constexpr std::string_view kEllipsis = "…";
  if (text.size() <= max_bytes) return std::string{text};
  if (max_bytes < kEllipsis.size()) return std::string{cut(text, max_bytes)};
  return cat(cut(text, max_bytes - kEllipsis.size()), kEllipsis);
}

std::string one_line(std::string_view text) {
  std::string out{text};
  for (char& c : out) {
    if (static_cast<std::uint8_t>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return out;
}

bool is_valid_utf8(std::string_view text) {
  return valid_prefix(text) == text.size();
}

std::string mend_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t good = valid_prefix(text);
    out += text.substr(0, good);
    text.remove_prefix(good);
    if (text.empty()) break;
    out += "\uFFFD";
    text.remove_prefix(1);
    // The orphaned continuation bytes belong to the character just replaced.
    while (!text.empty() && (static_cast<std::uint8_t>(text.front()) & 0xC0) == 0x80) text.remove_prefix(1);
  }
  return out;
}

std::string snake_case(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    bool upper = c >= 'A' && c <= 'Z';
    bool after_lower = i > 0 && !(name[i - 1] >= 'A' && name[i - 1] <= 'Z') && name[i - 1] != '_';
    if (upper && after_lower) out += '_';
    out += c == '-' ? '_' : lower_char(c);
  }
  return out;
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  // No name is that long, and the search costs its length times that of every candidate.
  if (word.size() > 64) return best;
  // More than a third of the letters wrong is no longer a typing error.
  std::size_t best_distance = std::max<std::size_t>(word.size() / 3, 1) + 1;
  std::string wanted = snake_case(word);
  for (std::string_view candidate : candidates) {
    std::string known = snake_case(candidate);
    std::size_t distance = edit_distance(wanted, known);
    if (wanted.size() >= 3 && (known.starts_with(wanted) || wanted.starts_with(known)))
      distance = std::min<std::size_t>(distance, 1);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace oc
