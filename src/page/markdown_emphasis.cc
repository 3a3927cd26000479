#include "page/markdown_emphasis.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "page/element_kind.h"
#include "page/markdown_escape.h"

namespace oc::page {
namespace {

// Farther than this nobody looks; the answer is only a guess then, and time stays linear.
constexpr int kFarthest = 64;

// Their Markdown begins and ends with a sign.
constexpr TagSet kMarked{Tag::a, Tag::code, Tag::kbd, Tag::samp, Tag::tt, Tag::img, Tag::input, Tag::select};

constexpr TagSet kDeleted{Tag::del, Tag::s, Tag::strike};
constexpr TagSet kEmphasised{Tag::b, Tag::strong, Tag::i, Tag::em, Tag::cite, Tag::dfn, Tag::var};

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};
constexpr auto kPunctuation = std::to_array<Range>(
    {{0xA1, 0xA1},     {0xA7, 0xA7},     {0xAB, 0xAB},     {0xB6, 0xB7},     {0xBB, 0xBB},
     {0xBF, 0xBF},     {0x5BE, 0x5BE},   {0x60C, 0x60D},   {0x61B, 0x61B},   {0x61E, 0x61F},
     {0x66A, 0x66D},   {0x6D4, 0x6D4},   {0x964, 0x965},   {0x2010, 0x2027}, {0x2030, 0x205E},
     {0x3001, 0x3003}, {0x3008, 0x3011}, {0x3014, 0x301F}, {0x30FB, 0x30FB}, {0xFE10, 0xFE6B},
     {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF3D}, {0xFF5B, 0xFF65}});
constexpr auto kSymbols = std::to_array<Range>({{0xA2, 0xA6},
                                                {0xA8, 0xA9},
                                                {0xAC, 0xB1},
                                                {0xB4, 0xB4},
                                                {0xB8, 0xB8},
                                                {0xD7, 0xD7},
                                                {0xF7, 0xF7},
                                                {0x20A0, 0x20CF},
                                                {0x2100, 0x2BFF},
                                                {0x3004, 0x3004},
                                                {0x1F000, 0x1FAFF}});

bool is_in(std::uint32_t code, std::span<const Range> ranges) {
  return std::ranges::any_of(ranges,
                             [code](Range range) { return code >= range.first && code <= range.last; });
}

bool is_space(std::uint32_t code) {
  return code <= 0x20 || code == 0xA0 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
         code == 0x3000;
}

CharacterKind kind_of(std::uint32_t code) {
  if (is_space(code)) return CharacterKind::space;
  if (code < 0x80)
    return is_ascii_punctuation(static_cast<char>(code)) ? CharacterKind::punctuation : CharacterKind::letter;
  if (is_in(code, kPunctuation)) return CharacterKind::punctuation;
  return is_in(code, kSymbols) ? CharacterKind::symbol : CharacterKind::letter;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// REQUIRES: well-formed UTF-8, as the tree holds it.
std::uint32_t first_code(std::string_view text) {
  auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return lead;
  std::uint32_t code = lead >= 0xF0 ? lead & 7U : lead >= 0xE0 ? lead & 15U : lead & 31U;
  for (std::size_t i = 1; i < text.size() && is_continuation(text[i]); ++i)
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 63U);
  return code;
}

bool is_blank(std::string_view text) {
  return std::ranges::all_of(text, is_html_space);
}

// Does `part` begin and end with a sign, seen from `element` around it? Asterisks of both make one row, but
// tildes beside asterisks are signs to each other.
bool has_signs(const HtmlNode& part, const HtmlNode& element) {
  if (kMarked.has(part.tag)) return true;
  return kDeleted.has(element.tag) ? kEmphasised.has(part.tag) : kDeleted.has(part.tag);
}

bool is_inside_signs(const HtmlNode& node, const HtmlNode& element) {
  for (const HtmlNode* at = &node; at != nullptr && at != &element; at = at->parent) {
    if (has_signs(*at, element)) return true;
  }
  return false;
}

CharacterKind first_inside(const HtmlNode& element, const DroppedNodes& dropped) {
  int steps = 0;
  for (const HtmlNode& part : element.below()) {
    if (++steps > kFarthest) break;
    if (dropped[part.index]) continue;
    if (has_signs(part, element)) return CharacterKind::punctuation;
    if (part.is_text() && !part.text.empty()) {
      if (!is_blank(part.text)) return kind_of_first(part.text);
      return CharacterKind::space;
    }
  }
  return CharacterKind::letter;
}

CharacterKind last_inside(const HtmlNode& element) {
  int steps = 0;
  for (std::uint32_t i = element.end - element.index; i-- > 1;) {
    if (++steps > kFarthest) break;
    const HtmlNode& part = (&element)[i];
    if (part.tag == Tag::img) return CharacterKind::punctuation;
    if (!part.is_text() || part.text.empty()) continue;
    return is_inside_signs(part, element) ? CharacterKind::punctuation : kind_of_last(part.text);
  }
  return CharacterKind::letter;
}

CharacterKind first_behind(const HtmlNode& element, const DroppedNodes& dropped) {
  const HtmlNode* block = element.parent;
  const HtmlNode* root = &element;
  while (block != nullptr && !is_block(*block)) block = block->parent;
  while (root->parent != nullptr) root = root->parent;
  std::uint32_t end = block != nullptr ? block->end : root->end;
  std::uint32_t farthest = std::min<std::uint32_t>(end, element.end + kFarthest);
  for (std::uint32_t i = element.end; i < farthest; ++i) {
    const HtmlNode& part = root[i];
    if (dropped[i]) continue;
    if (kMarked.has(part.tag)) return CharacterKind::punctuation;
    if (is_block(part) || part.tag == Tag::br) return CharacterKind::space;
    if (part.is_text() && !part.text.empty()) return kind_of_first(part.text);
  }
  return CharacterKind::space;
}

}  // namespace

CharacterKind kind_of_first(std::string_view text) {
  return text.empty() ? CharacterKind::space : kind_of(first_code(text));
}

CharacterKind kind_of_last(std::string_view text) {
  if (text.empty()) return CharacterKind::space;
  std::size_t at = text.size() - 1;
  while (at > 0 && is_continuation(text[at])) --at;
  return kind_of(first_code(text.substr(at)));
}

Emphasis emphasis_of(const HtmlNode& element, std::string_view before, const DroppedNodes& dropped) {
  // A symbol counts as punctuation in newer versions of CommonMark only: it must fit both readings.
  auto is_edge = [](CharacterKind kind) {
    return kind == CharacterKind::space || kind == CharacterKind::punctuation;
  };
  auto is_sign = [](CharacterKind kind) {
    return kind == CharacterKind::punctuation || kind == CharacterKind::symbol;
  };
  bool opens = !is_sign(first_inside(element, dropped)) || is_edge(kind_of_first(before));
  if (!opens) return Emphasis::impossible;
  if (!is_sign(last_inside(element)) || is_edge(first_behind(element, dropped))) return Emphasis::possible;
  const HtmlNode& last = (&element)[element.end - element.index - 1];
  return last.text.ends_with(':') ? Emphasis::with_space_behind : Emphasis::impossible;
}

}  // namespace oc::page
