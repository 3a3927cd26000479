// The dispatch, and what stands inside a line.
// Tested by: markdown_test.cc, markdown_golden_test.cc
#include "page/markdown_renderer.h"

#include <algorithm>

#include "base/text.h"
#include "page/element_kind.h"
#include "page/markdown_code.h"
#include "page/markdown_emphasis.h"
#include "page/markdown_escape.h"
#include "page/markdown_form.h"
#include "page/markdown_scripts.h"

namespace oc::page {
namespace {

constexpr TagSet kStrong{Tag::b, Tag::strong};
constexpr TagSet kEmphasised{Tag::em, Tag::i, Tag::cite, Tag::dfn, Tag::var};
constexpr TagSet kDeleted{Tag::del, Tag::s, Tag::strike};
constexpr TagSet kCode{Tag::code, Tag::kbd, Tag::samp, Tag::tt};
constexpr TagSet kEmbedded{Tag::iframe, Tag::frame, Tag::video, Tag::audio, Tag::embed, Tag::object};

// Elements side by side with no text of their parent's between them are arranged by style, not by a sentence:
// <div><b>12</b><span>gardens</span></div> is no word "12gardens". Single characters are letters of one.
bool are_boxes(const HtmlNode& parent) {
  constexpr TagSet kArranging{Tag::div,     Tag::li,      Tag::a,      Tag::td,
                              Tag::section, Tag::article, Tag::header, Tag::footer};
  if (!kArranging.has(parent.tag)) return false;
  int elements = 0;
  for (const HtmlNode& child : children(parent)) {
    if (child.is_text() && !trim(child.text).empty()) return false;
    bool is_letter = child.end == child.index + 2 && (&child)[1].text.size() == 1;
    if (is_letter) return false;
    if (!child.is_text()) ++elements;
  }
  return elements > 1;
}

// "H" <sub>2</sub>, "done" <span>, then</span>.
bool continues_word(const HtmlNode& element) {
  if (element.tag == Tag::sup || element.tag == Tag::sub || element.tag == Tag::wbr) return true;
  for (std::size_t i = 1; i < 4 && i < element.end - element.index; ++i) {
    std::string_view text = (&element)[i].text;
    if (!text.empty()) return std::string_view{",.;:!?)]}%"}.find(text.front()) != std::string_view::npos;
  }
  return false;
}

}  // namespace

std::string MarkdownRenderer::render(bool& was_cut) {
  if (content_.heading != nullptr) heading(*content_.heading, 1);
  below(*content_.root);
  edge();
  return blocks_.finish(was_cut);
}

void MarkdownRenderer::node(const HtmlNode& node) {
  if (is_dropped(node) || blocks_.is_full() || node.end <= begin_at_ || node.index >= end_at_) return;
  if (node.is_text()) {
    inline_.text(node.text);
  } else {
    element(node);
  }
}

void MarkdownRenderer::below(const HtmlNode& parent) {
  bool are_apart = are_boxes(parent);
  bool after_element = false;
  for (const HtmlNode& child : children(parent)) {
    if (are_apart && after_element && !child.is_text() && !continues_word(child)) inline_.space();
    node(child);
    after_element = !child.is_text();
  }
}

void MarkdownRenderer::element(const HtmlNode& node) {
  // What is neither (a span, an element of the page's own making) only holds others.
  if (!inline_element(node) && !block_element(node)) below(node);
}

bool MarkdownRenderer::inline_element(const HtmlNode& node) {
  if (kStrong.has(node.tag)) {
    styled(node, InlineWriter::Style::strong);
  } else if (kEmphasised.has(node.tag)) {
    styled(node, InlineWriter::Style::emphasis);
  } else if (kDeleted.has(node.tag)) {
    styled(node, InlineWriter::Style::deleted);
  } else if (kCode.has(node.tag)) {
    inline_code(node);
  } else if (kEmbedded.has(node.tag)) {
    media(node);
  } else {
    return single_element(node);
  }
  return true;
}

bool MarkdownRenderer::single_element(const HtmlNode& node) {
  switch (node.tag) {
    case Tag::br:
      line_break();
      return true;
    case Tag::a:
      link(node);
      return true;
    case Tag::img:
      image(node);
      return true;
    case Tag::sup:
    case Tag::sub:
      script(node);
      return true;
    case Tag::math:
      formula(node);
      return true;
    case Tag::q:
      between("“", node, "”");
      return true;
    case Tag::rt:
      pronunciation(node);
      return true;
    case Tag::input:
    case Tag::select:
    case Tag::textarea:
      inline_.text(control_text(node));
      inline_.space();
      return true;
    case Tag::button:
      button(node);
      return true;
    case Tag::label:
      below(node);
      inline_.space();
      return true;
    case Tag::svg:
    case Tag::canvas:
      return true;
    default:
      return false;
  }
}

void MarkdownRenderer::between(std::string_view opening, const HtmlNode& node, std::string_view closing) {
  inline_.text(opening);
  below(node);
  inline_.text(closing);
}

void MarkdownRenderer::pronunciation(const HtmlNode& node) {
  auto is_parenthesis = [](const HtmlNode& part) { return part.tag == Tag::rp; };
  if (std::ranges::any_of(node.parent->below(), is_parenthesis)) return below(node);
  between("(", node, ")");
}

void MarkdownRenderer::line_break() {
  // Two in a row are the paragraphs of those who do not know <p>.
  if (is_in_paragraph() && inline_.has_pending_break()) {
    edge();
  } else {
    inline_.line_break();
  }
}

void MarkdownRenderer::styled(const HtmlNode& node, InlineWriter::Style style) {
  // Headings are bold as they are.
  bool is_bold = inline_.mode() == InlineWriter::Mode::heading || in_header_cell_;
  bool is_noise = style == InlineWriter::Style::strong && is_bold;
  // Somebody forgot the end tag: one word was meant, not the rest of the page.
  constexpr TagSet kTooMuch{Tag::p,  Tag::ul, Tag::ol, Tag::table, Tag::blockquote, Tag::h1,
                            Tag::h2, Tag::h3, Tag::h4, Tag::h5,    Tag::h6};
  bool is_unclosed =
      std::ranges::any_of(node.below(), [&](const HtmlNode& part) { return kTooMuch.has(part.tag); });
  Emphasis emphasis = emphasis_of(node, inline_.last_character(), content_.dropped);
  if (is_noise || is_unclosed || emphasis == Emphasis::impossible) {
    inline_.open_plain();
  } else {
    inline_.open_style(style);
  }
  below(node);
  inline_.close();
  if (emphasis == Emphasis::with_space_behind) inline_.space();
}

void MarkdownRenderer::inline_code(const HtmlNode& node) {
  auto is_tag = [](Tag tag) { return [tag](const HtmlNode& part) { return part.tag == tag; }; };
  bool has_lines = std::ranges::any_of(node.below(), is_tag(Tag::br));
  if (has_lines && is_in_paragraph()) return preformatted(node);
  std::string text = plain_text(node);
  if (text.empty()) {
    for (const HtmlNode& part : node.below()) {
      if (part.tag == Tag::img) image(part);
    }
    return;
  }
  // Two code spans that touch would be read as one.
  if (inline_.last_character() == "`") inline_.space();
  auto link = std::ranges::find_if(node.below(), is_tag(Tag::a));
  bool is_linked = link != node.below().end() && plain_text(*link) == text;
  std::optional<std::string> target = is_linked ? targets_.link(link->value("href")) : std::nullopt;
  if (target) inline_.open_link(*target, {});
  inline_.markup(code_span(text, inline_.escaping()));
  if (target) inline_.close();
}

void MarkdownRenderer::script(const HtmlNode& node) {
  constexpr std::size_t kMostParts = 50;
  if (node.below().size() > kMostParts) return below(node);
  bool has_link = std::ranges::any_of(node.below(), [](const HtmlNode& part) { return part.tag == Tag::a; });
  std::string text = plain_text(node);
  if (has_link) {
    // A footnote's number would read as part of the number in front of it.
    bool is_number = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    return is_number ? between("[", node, "]") : below(node);
  }
  std::string written = node.tag == Tag::sup ? superscript(text) : subscript(text);
  // Formulas are full of signs that would be escaped for fear of emphasis: x_(i+j).
  bool is_harmless =
      written.find_first_of("*`[]<>&\\|~!") == std::string::npos && text.find('_') == std::string::npos;
  if (is_harmless && written.find_first_of(" \n\t") == std::string::npos) {
    inline_.markup(written);
  } else {
    inline_.text(written);
  }
}

// Most buttons are for the hand, not for reading. Those that unfold an answer hold its question.
void MarkdownRenderer::button(const HtmlNode& node) {
  constexpr TagSet kTitles{Tag::h1, Tag::h2, Tag::h3,      Tag::h4, Tag::h5,
                           Tag::h6, Tag::dt, Tag::summary, Tag::th};
  if (const HtmlNode* title = node.closest(kTitles)) {
    // Beside a title of its own, a button only does something with it.
    if (plain_text(*title) == plain_text(node)) below(node);
    return;
  }
  bool is_sentence = plain_text(node).size() > 24;
  if (node.has("aria-expanded") && is_sentence) styled_block(node, InlineWriter::Style::strong);
}

void MarkdownRenderer::formula(const HtmlNode& node) {
  std::string source{node.value("alttext")};
  for (const HtmlNode& part : node.below()) {
    if (part.tag == Tag::annotation && part.value("encoding").ends_with("tex")) source = plain_text(part);
  }
  if (source.empty()) source = plain_text(node);
  bool is_tex = node.has("alttext") || source.find_first_of("\\^_") != std::string::npos;
  // A bar would end the cell.
  bool is_safe = source.find('|') == std::string::npos || inline_.mode() != InlineWriter::Mode::table_cell;
  if (is_tex && is_safe) {
    inline_.markup(cat('$', one_line(source), '$'));
  } else {
    inline_.text(source);
  }
}

}  // namespace oc::page
