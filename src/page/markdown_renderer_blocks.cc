// What stands on lines of its own: paragraphs, headings, lists, tables, code.
// Tested by: markdown_test.cc, markdown_golden_test.cc
#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "page/element_kind.h"
#include "page/markdown_code.h"
#include "page/markdown_renderer.h"
#include "page/markdown_table.h"

namespace oc::page {
namespace {

constexpr TagSet kLists{Tag::ul, Tag::ol, Tag::menu, Tag::dir};
// Longer ones are parts of the page that happen to be called "note".
constexpr std::size_t kLongestCallout = 4000;

std::size_t number_of(const HtmlNode& node, std::string_view attribute, std::size_t otherwise) {
  std::string_view digits = node.value(attribute);
  std::size_t number = otherwise;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  // Markdown allows nine digits.
  return error == std::errc{} && number <= 999'999'999 ? number : otherwise;
}

bool is_blank(const HtmlNode& node) {
  return node.is_text() && trim(node.text).empty();
}

bool is_longer_than(const HtmlNode& node, std::size_t bytes) {
  std::size_t sum = 0;
  for (const HtmlNode& part : node.below()) {
    sum += part.text.size();
    if (sum > bytes) return true;
  }
  return false;
}

bool is_callout_title(const HtmlNode& node) {
  return node.has("class") && has_word(class_words(node), {"admonition title", "callout title", "alert title",
                                                           "alert heading", "note title"});
}

bool is_comment(const HtmlNode& node) {
  constexpr TagSet kTags{Tag::article, Tag::div, Tag::section};
  return kTags.has(node.tag) && (has_class(node, "comment") || has_class(node, "reply"));
}

// A comment inside the comment that it answers.
bool is_reply(const HtmlNode& node) {
  if (!is_comment(node)) return false;
  for (const HtmlNode* above = node.parent; above != nullptr; above = above->parent) {
    if (is_comment(*above)) return true;
  }
  return false;
}

}  // namespace

bool MarkdownRenderer::block_element(const HtmlNode& node) {
  if (int level = heading_level(node)) {
    heading(node, level);
    return true;
  }
  switch (node.tag) {
    case Tag::ul:
    case Tag::ol:
    case Tag::menu:
    case Tag::dir:
      list(node);
      return true;
    case Tag::dl:
      definitions(node);
      return true;
    case Tag::blockquote:
      quote(node);
      return true;
    case Tag::pre:
    case Tag::listing:
    case Tag::xmp:
    case Tag::plaintext:
      preformatted(node);
      return true;
    case Tag::hr:
      edge();
      if (is_in_paragraph()) blocks_.rule();
      return true;
    case Tag::table:
      table(node);
      return true;
    case Tag::summary:
    case Tag::legend:
    case Tag::dt:
      styled_block(node, InlineWriter::Style::strong);
      return true;
    case Tag::figcaption:
      styled_block(node, InlineWriter::Style::emphasis);
      return true;
    default:
      break;
  }
  if (!is_block(node)) return false;
  bool stands_apart = is_callout(node) || node.tag == Tag::aside || is_reply(node);
  if (stands_apart && is_in_paragraph() && (is_reply(node) || !is_longer_than(node, kLongestCallout))) {
    quote(node);
  } else if (is_callout_title(node)) {
    styled_block(node, InlineWriter::Style::strong);
  } else {
    block(node);
  }
  return true;
}

void MarkdownRenderer::edge() {
  if (is_in_paragraph()) {
    blocks_.paragraph(inline_.take());
  } else if (!inline_.is_empty()) {
    inline_.line_break();
  }
}

void MarkdownRenderer::block(const HtmlNode& node) {
  bool joins = joins_at_ > 0 && joins_at_ == inline_.size();
  joins_at_ = 0;
  if (!joins) edge();
  below(node);
  edge();
}

void MarkdownRenderer::styled_block(const HtmlNode& node, InlineWriter::Style style) {
  edge();
  inline_.open_style(style);
  below(node);
  inline_.close();
  edge();
}

void MarkdownRenderer::heading(const HtmlNode& node, int level) {
  edge();
  if (!is_in_paragraph()) {
    below(node);
    edge();
    return;
  }
  constexpr TagSet kNoHeading{Tag::p,  Tag::ul, Tag::ol, Tag::dl, Tag::table, Tag::pre, Tag::blockquote,
                              Tag::h1, Tag::h2, Tag::h3, Tag::h4, Tag::h5,    Tag::h6,  Tag::hr};
  auto parts = node.below();
  auto stranger = std::ranges::find_if(parts, [&](const HtmlNode& part) { return kNoHeading.has(part.tag); });
  bool has_title = std::any_of(parts.begin(), stranger,
                               [](const HtmlNode& part) { return part.is_text() && !is_blank(part); });
  if (stranger == parts.end() || !has_title) return heading_line(node, level);
  // Somebody forgot the end tag: the heading ends where the first paragraph begins.
  std::uint32_t split = stranger->index;
  std::uint32_t end = std::exchange(end_at_, std::min(end_at_, split));
  heading_line(node, level);
  end_at_ = end;
  std::uint32_t begin = std::exchange(begin_at_, std::max(begin_at_, split));
  below(node);
  edge();
  begin_at_ = begin;
}

void MarkdownRenderer::heading_line(const HtmlNode& node, int level) {
  bool is_linked = linked_heading_ == &node;
  std::string line = on_one_line(InlineWriter::Mode::heading, [&] {
    if (is_linked) inline_.open_link(heading_target_, {});
    below(node);
    if (is_linked) inline_.close();
  });
  blocks_.heading(level, line);
}

void MarkdownRenderer::quote(const HtmlNode& node) {
  if (!is_in_paragraph() || !blocks_.may_nest()) return block(node);
  edge();
  blocks_.open_quote();
  below(node);
  edge();
  blocks_.close_quote();
}

// More than one paragraph; lists inside do not count.
bool MarkdownRenderer::has_paragraphs(const HtmlNode& item) const {
  int paragraphs = 0;
  bool at_edge = true;
  BlockEdges edges;
  const HtmlNode* at = &item + 1;
  const HtmlNode* end = &item + (item.end - item.index);
  while (at < end && paragraphs < 2) {
    at_edge = edges.crosses(*at) || at_edge;
    bool is_visible = at->tag == Tag::img || (at->is_text() && !is_blank(*at));
    bool is_skipped = is_dropped(*at) || kLists.has(at->tag);
    if (is_visible && !is_skipped && std::exchange(at_edge, false)) ++paragraphs;
    at += is_skipped ? at->end - at->index : 1;
  }
  return paragraphs > 1;
}

bool MarkdownRenderer::is_loose(const HtmlNode& list) const {
  return std::ranges::any_of(children(list), [this](const HtmlNode& item) {
    return !is_dropped(item) && !kLists.has(item.tag) && has_paragraphs(item);
  });
}

void MarkdownRenderer::list(const HtmlNode& node) {
  if (!is_in_paragraph()) return list_in_cell(node);
  if (!blocks_.may_nest()) return block(node);
  edge();
  blocks_.open_list(node.tag == Tag::ol, !is_loose(node));
  std::size_t number = number_of(node, "start", 1);
  bool has_item = false;
  for (const HtmlNode& child : children(node)) {
    if (is_dropped(child) || is_blank(child)) continue;
    if (kLists.has(child.tag) && has_item) {
      // A list between the items belongs to the one in front of it.
      blocks_.reopen_item();
      list(child);
      blocks_.close_item();
      continue;
    }
    number = number_of(child, "value", number);
    list_item(child, number++);
    has_item = true;
  }
  blocks_.close_list();
}

void MarkdownRenderer::list_item(const HtmlNode& item, std::size_t number) {
  blocks_.open_item(number);
  if (item.tag == Tag::li) {
    below(item);
  } else {
    node(item);
  }
  edge();
  blocks_.close_item();
}

void MarkdownRenderer::list_in_cell(const HtmlNode& node) {
  std::size_t number = number_of(node, "start", 1);
  for (const HtmlNode& child : children(node)) {
    if (is_dropped(child) || is_blank(child)) continue;
    edge();
    if (inline_.mode() == InlineWriter::Mode::table_cell)
      inline_.markup(node.tag == Tag::ol ? cat(number++, ".") : std::string{"•"});
    inline_.space();
    joins_at_ = inline_.size();
    if (child.tag == Tag::li) {
      below(child);
    } else {
      this->node(child);
    }
    edge();
  }
}

void MarkdownRenderer::definitions(const HtmlNode& node) {
  if (!is_in_paragraph() || !blocks_.may_nest()) return block(node);
  edge();
  DefinitionState state;
  // Terms and meanings may be wrapped in <div>.
  bool has_loose_part = std::ranges::any_of(children(node), [this](const HtmlNode& child) {
    return child.tag == Tag::div ? is_loose(child) : has_paragraphs(child);
  });
  blocks_.open_list(false, !has_loose_part);
  for (const HtmlNode& child : children(node)) {
    if (is_dropped(child) || is_blank(child)) continue;
    if (child.tag != Tag::div) {
      definition_part(child, state);
      continue;
    }
    for (const HtmlNode& part : children(child)) {
      if (!is_dropped(part) && !is_blank(part)) definition_part(part, state);
    }
  }
  edge();
  if (state.is_open) blocks_.close_item();
  blocks_.close_list();
}

void MarkdownRenderer::definition_part(const HtmlNode& part, DefinitionState& state) {
  bool is_term = part.tag == Tag::dt;
  if (state.is_open && is_term && state.term == nullptr) {
    edge();
    blocks_.close_item();
    state.is_open = false;
  }
  if (!std::exchange(state.is_open, true)) {
    blocks_.open_item(1);
  } else if (is_term) {
    inline_.text(", ");
  }
  if (is_term) {
    inline_.open_style(InlineWriter::Style::strong);
    below(part);
    inline_.close();
  } else if (state.term != nullptr && !inline_.is_empty()) {
    std::string term = plain_text(*state.term);
    if (!term.ends_with(':') && !term.ends_with('?')) inline_.text(":");
    inline_.space();
    joins_at_ = inline_.size();
    below(part);
  } else {
    edge();
    below(part);
  }
  state.term = is_term ? &part : nullptr;
}

void MarkdownRenderer::preformatted(const HtmlNode& node) {
  std::string text = preformatted_text(node, content_.dropped);
  if (trim(text).empty()) return;
  edge();
  if (is_in_paragraph()) return blocks_.code(code_language(node), text);
  for (std::string_view line : split(text, '\n')) {
    inline_.markup(code_span(line, inline_.escaping()));
    edge();
  }
}

void MarkdownRenderer::table(const HtmlNode& node) {
  std::vector<TableRow> rows = table_rows(node, content_.dropped);
  if (!is_in_paragraph() || is_layout_table(node, rows)) return block(node);
  edge();
  for (const HtmlNode& child : children(node)) {
    if (child.tag == Tag::caption && !is_dropped(child)) styled_block(child, InlineWriter::Style::strong);
  }
  blocks_.table(table_lines(rows, [this](const HtmlNode& cell, bool is_header) {
    auto mode = InlineWriter::Mode::table_cell;
    return on_one_line(mode, [&] {
      in_header_cell_ = is_header;
      // The title of the rows below it.
      bool is_section = !is_header && cell.tag == Tag::th && cell.has("colspan");
      if (is_section) inline_.open_style(InlineWriter::Style::strong);
      below(cell);
      if (is_section) inline_.close();
      in_header_cell_ = false;
    });
  }));
}

}  // namespace oc::page
