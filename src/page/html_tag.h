// The tags this project tells apart. Enumerators spell the tag (but for <template>, a word of C++); what HTML
// has beside them is Tag::other.
#pragma once
#include <cstdint>
#include <string_view>

namespace oc::page {

// clang-format off
enum class Tag : std::uint8_t {
  other,  // any element not named below
  text,   // not an element
  a, abbr, acronym, address, annotation, area, article, aside, audio, b, base, big, blink, blockquote,
  body, br, button, canvas, caption, center, cite, code, col, colgroup, dd, del, details, dfn,
  dialog, dir, div, dl, dt, em, embed, fieldset, figcaption, figure, font, footer, form, frame,
  frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe,
  img, input, ins, kbd, label, legend, li, link, listing, main, map, mark, marquee, math,
  menu, meta, meter, nav, nobr, noembed, noframes, noscript, object, ol, optgroup, option, output, p,
  param, picture, plaintext, pre, progress, q, rp, rt, ruby, s, samp, script, search, section,
  select, small, source, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td,
  template_element, textarea, tfoot, th, thead, time, title, tr, track, tt, u, ul, var, video,
  wbr, xmp,
};
// clang-format on

// By a name in lower case.
Tag tag_of(std::string_view name);

// A list of tags that can be asked quickly whether it holds one.
class TagSet {
 public:
  template <class... Tags>
  constexpr explicit TagSet(Tags... tags) {
    ((words_[static_cast<unsigned>(tags) / 64] |= bit(tags)), ...);
  }
  constexpr bool has(Tag tag) const { return (words_[static_cast<unsigned>(tag) / 64] & bit(tag)) != 0; }

 private:
  static constexpr std::uint64_t bit(Tag tag) {
    return std::uint64_t{1} << (static_cast<unsigned>(tag) % 64);
  }

  std::uint64_t words_[4] = {};
};

}  // namespace oc::page
