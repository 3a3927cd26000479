// MarkdownRenderer: walks the chosen part of a page and writes it as Markdown. Inline content gathers in an
// InlineWriter until a block begins or ends; blocks go to a BlockWriter. Used by to_markdown() only.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "page/html_tree.h"
#include "page/main_content.h"
#include "page/markdown_blocks.h"
#include "page/markdown_inline.h"
#include "page/markdown_links.h"

namespace oc::page {

struct RenderOptions {
  bool images = true;
  std::size_t max_bytes = 4 << 20;
};

class MarkdownRenderer {
 public:
  // REQUIRES: content and targets outlive the renderer.
  MarkdownRenderer(const MainContent& content, const LinkTargets& targets, RenderOptions options)
      : content_{content}, targets_{targets}, options_{options}, blocks_{options.max_bytes} {}

  std::string render(bool& was_cut);
  std::size_t links() const { return links_ + inline_.links(); }

 private:
  struct DefinitionState {
    bool is_open = false;            // inside a list item
    const HtmlNode* term = nullptr;  // the <dt> that came last, if nothing came behind it
  };

  // markdown_renderer.cc
  void node(const HtmlNode& node);
  void below(const HtmlNode& node);
  void element(const HtmlNode& node);
  bool inline_element(const HtmlNode& node);
  bool single_element(const HtmlNode& node);
  void between(std::string_view opening, const HtmlNode& node, std::string_view closing);
  void pronunciation(const HtmlNode& node);
  void styled(const HtmlNode& node, InlineWriter::Style style);
  void inline_code(const HtmlNode& node);
  void script(const HtmlNode& node);
  void button(const HtmlNode& node);
  void formula(const HtmlNode& node);
  void line_break();

  // markdown_renderer_links.cc
  void link(const HtmlNode& node);
  void empty_link(const HtmlNode& node, const std::string& target);
  void block_link(const HtmlNode& node, const std::string& target);
  void image(const HtmlNode& node);
  void media(const HtmlNode& node);

  // markdown_renderer_blocks.cc
  bool block_element(const HtmlNode& node);
  void block(const HtmlNode& node);
  void heading(const HtmlNode& node, int level);
  void heading_line(const HtmlNode& node, int level);
  void quote(const HtmlNode& node);
  void list(const HtmlNode& node);
  void list_in_cell(const HtmlNode& node);
  void list_item(const HtmlNode& node, std::size_t number);
  void definitions(const HtmlNode& node);
  void definition_part(const HtmlNode& part, DefinitionState& state);
  void preformatted(const HtmlNode& node);
  void table(const HtmlNode& node);
  void styled_block(const HtmlNode& node, InlineWriter::Style style);

  // Ends the paragraph in the making. In a heading or cell, where there are no paragraphs, a line break.
  void edge();
  // What `write` writes, as one line.
  template <class Write>
  std::string on_one_line(InlineWriter::Mode mode, Write write);
  bool is_dropped(const HtmlNode& node) const { return content_.dropped[node.index]; }
  bool is_in_paragraph() const { return inline_.mode() == InlineWriter::Mode::paragraph; }
  bool is_loose(const HtmlNode& list) const;
  bool has_paragraphs(const HtmlNode& item) const;

  const MainContent& content_;
  const LinkTargets& targets_;
  RenderOptions options_;
  BlockWriter blocks_;
  InlineWriter inline_;
  std::size_t links_ = 0;
  // A link around blocks: written at this heading.
  const HtmlNode* linked_heading_ = nullptr;
  std::string heading_target_;
  // The next block goes on in the paragraph of this length: <dt>term<dd><p>meaning.
  std::size_t joins_at_ = 0;
  bool in_header_cell_ = false;
  bool in_wordless_link_ = false;  // around a picture
  // Only nodes of this range are written: a heading that was never closed is split.
  std::uint32_t begin_at_ = 0;
  std::uint32_t end_at_ = 0xFFFF'FFFF;
};

template <class Write>
std::string MarkdownRenderer::on_one_line(InlineWriter::Mode mode, Write write) {
  InlineWriter outer = std::exchange(inline_, InlineWriter{mode});
  write();
  std::string line = inline_.take();
  links_ += inline_.links();
  inline_ = std::move(outer);
  return line;
}

}  // namespace oc::page
