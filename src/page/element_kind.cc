#include "page/element_kind.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/text.h"

namespace oc::page {
namespace {

constexpr TagSet kBlockTags{
    Tag::address,  Tag::article, Tag::aside,    Tag::blockquote, Tag::body,    Tag::caption,  Tag::center,
    Tag::dd,       Tag::details, Tag::dialog,   Tag::dir,        Tag::div,     Tag::dl,       Tag::dt,
    Tag::fieldset, Tag::figure,  Tag::footer,   Tag::form,       Tag::frame,   Tag::frameset, Tag::h1,
    Tag::h2,       Tag::h3,      Tag::h4,       Tag::h5,         Tag::h6,      Tag::header,   Tag::hgroup,
    Tag::hr,       Tag::html,    Tag::legend,   Tag::li,         Tag::listing, Tag::main,     Tag::menu,
    Tag::nav,      Tag::ol,      Tag::p,        Tag::plaintext,  Tag::pre,     Tag::search,   Tag::section,
    Tag::summary,  Tag::table,   Tag::tbody,    Tag::td,         Tag::tfoot,   Tag::th,       Tag::thead,
    Tag::tr,       Tag::ul,      Tag::optgroup, Tag::figcaption, Tag::xmp};

constexpr TagSet kCalloutTags{Tag::div, Tag::aside, Tag::section, Tag::p};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

void append_words(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool starts_word = is_upper(c) && i > 0 && (is_lower(text[i - 1]) || is_digit(text[i - 1]));
    if (starts_word && out.back() != ' ') out += ' ';
    if (is_upper(c)) {
      out += static_cast<char>(c + 32);
    } else if (is_lower(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80) {
      out += c;
    } else if (out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.back() != ' ') out += ' ';
}

// "display : none" → "display:none", so that one search finds every spelling.
bool style_says(const HtmlNode& node, std::initializer_list<std::string_view> wanted) {
  auto style = node.find("style");
  if (!style) return false;
  std::string dense;
  for (char c : *style) {
    if (!is_html_space(c)) dense += is_upper(c) ? static_cast<char>(c + 32) : c;
  }
  return std::ranges::any_of(wanted,
                             [&](std::string_view rule) { return dense.find(rule) != std::string::npos; });
}

// "opacity:0" and "font-size:0px", but not "opacity:0.5"; moved far out of the page to any side.
bool styled_out_of_sight(const HtmlNode& node) {
  auto style = node.find("style");
  if (!style) return false;
  static const RE2 kUnseen{
      R"((?i)(?:^|;)\s*(?:(?:opacity|font-size)\s*:\s*(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?\s*(?:!\s*important\s*)?(?:;|$)|)"
      R"((?:left|right|top|bottom|text-indent|margin-left|margin-top)\s*:\s*-\d{4,}))"};
  return RE2::PartialMatch({style->data(), style->size()}, kUnseen);
}

}  // namespace

bool is_block(const HtmlNode& node) {
  return kBlockTags.has(node.tag);
}

bool BlockEdges::crosses(const HtmlNode& node) {
  bool crosses = false;
  while (!ends_.empty() && node.index >= ends_.back()) {
    ends_.pop_back();
    crosses = true;
  }
  if (!is_block(node)) return crosses;
  ends_.push_back(node.end);
  return true;
}

int heading_level(const HtmlNode& node) {
  switch (node.tag) {
    case Tag::h1:
      return 1;
    case Tag::h2:
      return 2;
    case Tag::h3:
      return 3;
    case Tag::h4:
      return 4;
    case Tag::h5:
      return 5;
    case Tag::h6:
      return 6;
    default:
      break;
  }
  if (node.attributes.empty() || role_of(node) != "heading") return 0;
  std::string_view level = node.value("aria-level");
  bool is_plain = level.size() == 1 && level[0] >= '1' && level[0] <= '6';
  return is_plain ? level[0] - '0' : 2;
}

bool is_hidden(const HtmlNode& node) {
  if (node.tag == Tag::dialog && !node.has("open")) return true;
  if (node.attributes.empty()) return false;
  // "until-found" is content that waits folded, as in <details>.
  if (auto hidden = node.find("hidden"); hidden && !equals_ignoring_case(*hidden, "until-found")) return true;
  if (node.tag == Tag::input && equals_ignoring_case(node.value("type"), "hidden")) return true;
  if (style_says(node, {"display:none", "visibility:hidden"}) || styled_out_of_sight(node)) return true;
  return has_word(class_words(node),
                  {"sr only", "visually hidden", "visuallyhidden", "screen reader text", "screen reader only",
                   "screenreader", "sronly", "offscreen", "a11y hidden"});
}

std::string class_words(const HtmlNode& node) {
  std::string out = " ";
  for (const char* attribute : {"class", "id"}) {
    if (auto value = node.find(attribute)) append_words(out, *value);
  }
  return out;
}

bool has_word(std::string_view words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(wanted, [&](std::string_view word) {
    for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
      bool starts = at > 0 && words[at - 1] == ' ';
      bool ends = at + word.size() < words.size() && words[at + word.size()] == ' ';
      if (starts && ends) return true;
    }
    return false;
  });
}

bool is_callout(const HtmlNode& node) {
  if (!kCalloutTags.has(node.tag)) return false;
  std::string role = role_of(node);
  if (role == "note" || role == "doc-tip" || role == "doc-notice") return true;
  // Whole names only: class="note-list" or "info-bar" is something else.
  for (std::string_view name : {"admonition", "callout", "alert", "note", "tip", "warning", "caution",
                                "danger", "important", "notice"}) {
    if (has_class(node, name)) return true;
  }
  return false;
}

bool has_class(const HtmlNode& node, std::string_view name) {
  std::string_view classes = node.value("class");
  std::size_t at = 0;
  while (at < classes.size()) {
    std::size_t end = at;
    while (end < classes.size() && !is_html_space(classes[end])) ++end;
    if (equals_ignoring_case(classes.substr(at, end - at), name)) return true;
    at = end + 1;
  }
  return false;
}

std::string role_of(const HtmlNode& node) {
  std::string_view role = node.value("role");
  return lower(role.substr(0, role.find(' ')));
}

}  // namespace oc::page
