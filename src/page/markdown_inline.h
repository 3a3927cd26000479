// InlineWriter: one paragraph of Markdown in the making. White space collapses as in a browser; a marker is
// written with the first visible thing behind it and closed before the white space behind the last, so that
// no marker is ever empty or padded.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "page/markdown_escape.h"

namespace oc::page {

class InlineWriter {
 public:
  // What a line break becomes: a hard break, a space, or <br>.
  enum class Mode { paragraph, heading, table_cell };
  enum class Style { strong, emphasis, deleted };

  explicit InlineWriter(Mode mode = Mode::paragraph) : mode_{mode} {}

  void text(std::string_view text);
  // Something visible that is Markdown already: an image, a code span.
  void markup(std::string_view markdown);
  void space() { has_space_ = true; }
  void line_break() { ++breaks_; }

  // Every open_… is followed by one close(), in reverse order.
  void open_style(Style style);
  // With `text_only`, the link begins at the first text rather than at an image in front of it.
  void open_link(std::string url, std::string title, bool text_only = false);
  // Has no marker: an element that only has to be closed.
  void open_plain();
  void close();

  Mode mode() const { return mode_; }
  bool is_empty() const { return out_.empty(); }
  std::size_t size() const { return out_.size(); }
  bool has_pending_break() const { return breaks_ > 0; }
  bool in_link() const;
  bool in_style(Style style) const;
  // The character that text added now would stand behind, as UTF-8; a space at the start and behind white
  // space.
  std::string_view last_character() const;
  EscapeContext escaping() const {
    return {.in_table = mode_ == Mode::table_cell, .in_deleted = in_style(Style::deleted)};
  }
  std::size_t links() const { return links_; }

  // The paragraph, its markers closed; lines are separated by '\n'. Styles that are open continue in the next
  // paragraph, links do not.
  std::string take();

 private:
  struct Mark {
    enum class Kind { style, link, plain };
    Kind kind = Kind::plain;
    Style style = Style::strong;
    std::string url;
    std::string title;
    bool text_only = false;
    bool is_written = false;
    bool is_spent = false;  // a link that a paragraph's end has closed, a style inside the same style
    std::size_t start = 0;

    bool waits() const { return kind != Kind::plain && !is_written && !is_spent; }
  };

  void prepare(bool is_text);
  void write_open(Mark& mark);
  void write_close(Mark& mark);
  void note_brackets(std::size_t from);
  void escape_brackets(std::size_t from);

  Mode mode_;
  std::string out_;
  bool has_space_ = false;
  std::size_t breaks_ = 0;
  std::vector<Mark> marks_;
  std::size_t waiting_ = 0;            // marks to be written in front of what comes next
  std::vector<std::size_t> brackets_;  // unescaped, in the text of the open link
  std::size_t closed_style_end_ = 0;   // just behind the marker that closed last
  Style closed_style_ = Style::strong;
  std::size_t closed_link_end_ = 0;
  std::size_t links_ = 0;
};

}  // namespace oc::page
