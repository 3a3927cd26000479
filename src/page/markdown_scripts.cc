#include "page/markdown_scripts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "base/text.h"
#include "page/markdown_escape.h"

namespace oc::page {
namespace {

using Sign = std::pair<std::string_view, std::string_view>;

constexpr auto kRaised = std::to_array<Sign>({{"0", "⁰"},
                                              {"1", "¹"},
                                              {"2", "²"},
                                              {"3", "³"},
                                              {"4", "⁴"},
                                              {"5", "⁵"},
                                              {"6", "⁶"},
                                              {"7", "⁷"},
                                              {"8", "⁸"},
                                              {"9", "⁹"},
                                              {"+", "⁺"},
                                              {"-", "⁻"},
                                              {"−", "⁻"},
                                              {"n", "ⁿ"},
                                              {"i", "ⁱ"}});
constexpr auto kLowered = std::to_array<Sign>({{"0", "₀"},
                                               {"1", "₁"},
                                               {"2", "₂"},
                                               {"3", "₃"},
                                               {"4", "₄"},
                                               {"5", "₅"},
                                               {"6", "₆"},
                                               {"7", "₇"},
                                               {"8", "₈"},
                                               {"9", "₉"},
                                               {"+", "₊"},
                                               {"-", "₋"},
                                               {"−", "₋"},
                                               {"n", "ₙ"},
                                               {"i", "ᵢ"}});

// Nothing unless every character has such a sign.
std::optional<std::string> in_signs(std::string_view text, std::span<const Sign> signs) {
  std::string out;
  while (!text.empty()) {
    auto sign =
        std::ranges::find_if(signs, [&](const Sign& candidate) { return text.starts_with(candidate.first); });
    if (sign == signs.end()) return std::nullopt;
    out += sign->second;
    text.remove_prefix(sign->first.size());
  }
  return out;
}

bool is_one_character(std::string_view text) {
  return cut(text, 1).size() == text.size() || (text.size() <= 4 && cut(text, text.size() - 1).empty());
}

std::string spelled(char sign, std::string_view text) {
  return is_one_character(text) ? cat(sign, text) : cat(sign, '(', text, ')');
}

}  // namespace

std::string superscript(std::string_view text) {
  if (text.empty()) return {};
  if (auto raised = in_signs(text, kRaised)) return *raised;
  if (text == "TM") return "™";
  if (text == "SM") return "℠";
  // Ordinals and the like read as they stand.
  for (std::string_view plain :
       {"st", "nd", "rd", "th", "™", "®", "©", "er", "e", "ème", "º", "ª", "*", "†"}) {
    if (text == plain) return std::string{text};
  }
  // So do footnote marks.
  if (text.starts_with('[') || text.starts_with('(')) return std::string{text};
  return spelled('^', text);
}

std::string subscript(std::string_view text) {
  if (text.empty()) return {};
  if (auto lowered = in_signs(text, kLowered)) return *lowered;
  bool is_name = std::ranges::all_of(text, is_ascii_alnum);
  return is_name ? cat('_', text) : spelled('_', text);
}

}  // namespace oc::page
