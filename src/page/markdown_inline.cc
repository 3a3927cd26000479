#include "page/markdown_inline.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "page/html_tree.h"

namespace oc::page {
namespace {

std::string_view marker_of(InlineWriter::Style style) {
  switch (style) {
    case InlineWriter::Style::strong:
      return "**";
    case InlineWriter::Style::emphasis:
      return "*";
    case InlineWriter::Style::deleted:
      return "~~";
  }
  return "";
}

// Bytes at the start of `text` that a reader sees as white space: HTML's, and the no-break space, which has
// no purpose in Markdown.
std::size_t leading_space(std::string_view text) {
  if (is_html_space(text.front())) return 1;
  return text.starts_with("\u00A0") ? 2 : 0;
}

// Bytes at the start that nobody sees: soft hyphen, zero-width space, byte order mark.
std::size_t leading_invisible(std::string_view text) {
  if (text.starts_with("\u00AD")) return 2;
  return text.starts_with("\u200B") || text.starts_with("\uFEFF") ? 3 : 0;
}

}  // namespace

void InlineWriter::text(std::string_view text) {
  std::string word;
  while (!text.empty()) {
    if (std::size_t space = leading_space(text)) {
      has_space_ = true;
      text.remove_prefix(space);
      continue;
    }
    word.clear();
    while (!text.empty() && leading_space(text) == 0) {
      std::size_t invisible = leading_invisible(text);
      if (invisible == 0) word += text.front();
      text.remove_prefix(std::max<std::size_t>(invisible, 1));
    }
    if (word.empty()) continue;
    prepare(true);
    std::size_t from = out_.size();
    append_escaped(out_, word, text.empty(), escaping());
    note_brackets(from);
  }
}

void InlineWriter::markup(std::string_view markdown) {
  if (markdown.empty()) return;
  prepare(false);
  out_ += markdown;
}

void InlineWriter::open_style(Style style) {
  bool is_nested = in_style(style);
  marks_.push_back({.kind = Mark::Kind::style, .style = style, .is_spent = is_nested});
  waiting_ += is_nested ? 0 : 1;
}

void InlineWriter::open_link(std::string url, std::string title, bool text_only) {
  bool is_nested = in_link();
  marks_.push_back({.kind = Mark::Kind::link,
                    .url = std::move(url),
                    .title = std::move(title),
                    .text_only = text_only,
                    .is_spent = is_nested});
  waiting_ += is_nested ? 0 : 1;
}

void InlineWriter::open_plain() {
  marks_.push_back({});
}

void InlineWriter::close() {
  Mark mark = std::move(marks_.back());
  marks_.pop_back();
  if (mark.waits()) --waiting_;
  if (mark.is_written) write_close(mark);
}

bool InlineWriter::in_link() const {
  return std::ranges::any_of(
      marks_, [](const Mark& mark) { return mark.kind == Mark::Kind::link && !mark.is_spent; });
}

bool InlineWriter::in_style(Style style) const {
  return std::ranges::any_of(
      marks_, [style](const Mark& mark) { return mark.kind == Mark::Kind::style && mark.style == style; });
}

std::string_view InlineWriter::last_character() const {
  if (out_.empty() || has_space_ || breaks_ > 0) return " ";
  std::size_t at = out_.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(out_[at]) & 0xC0) == 0x80) --at;
  return std::string_view{out_}.substr(at);
}

std::string InlineWriter::take() {
  for (std::size_t i = marks_.size(); i-- > 0;) {
    Mark& mark = marks_[i];
    if (!mark.is_written) continue;
    write_close(mark);
    mark.is_written = false;
    mark.is_spent = mark.kind == Mark::Kind::link;
    if (mark.waits()) ++waiting_;
  }
  has_space_ = false;
  breaks_ = 0;
  closed_style_end_ = 0;
  closed_link_end_ = 0;
  return std::exchange(out_, {});
}

// Writes the white space and the markers that were waiting for something visible.
void InlineWriter::prepare(bool is_text) {
  if (!out_.empty()) {
    if (breaks_ > 0 && mode_ != Mode::heading) {
      out_ += mode_ == Mode::paragraph ? "\\\n" : "<br>";
    } else if (has_space_ || breaks_ > 0) {
      out_ += ' ';
    }
  }
  has_space_ = false;
  breaks_ = 0;
  if (waiting_ == 0) return;
  for (Mark& mark : marks_) {
    if (!mark.waits()) continue;
    // What is inside waits too, or the markers would cross.
    if (mark.text_only && !is_text) return;
    write_open(mark);
    --waiting_;
  }
}

void InlineWriter::write_open(Mark& mark) {
  if (mark.kind == Mark::Kind::link) {
    if (closed_link_end_ == out_.size() && closed_link_end_ > 0) out_ += ' ';
    // "!" in front of a link would make it an image.
    if (out_.ends_with('!') && !is_escaped(out_, out_.size() - 1)) out_.insert(out_.size() - 1, 1, '\\');
    mark.start = out_.size();
    out_ += '[';
    brackets_.clear();
    mark.is_written = true;
    return;
  }
  bool touches_closed = closed_style_end_ == out_.size() && closed_style_end_ > 0;
  if (touches_closed && mark.style == closed_style_) {
    // **a****b** would be misread: go on with what was closed.
    out_.resize(out_.size() - marker_of(mark.style).size());
    closed_style_end_ = 0;
    mark.is_written = true;
    return;
  }
  if (touches_closed) {
    mark.is_spent = true;
    return;
  }
  out_ += marker_of(mark.style);
  mark.is_written = true;
}

void InlineWriter::write_close(Mark& mark) {
  if (mark.kind == Mark::Kind::style) {
    out_ += marker_of(mark.style);
    closed_style_ = mark.style;
    closed_style_end_ = out_.size();
    return;
  }
  escape_brackets(mark.start);
  out_ += cat("](", link_destination(mark.url, escaping()), link_title(mark.title, escaping()), ")");
  closed_link_end_ = out_.size();
  ++links_;
}

void InlineWriter::note_brackets(std::size_t from) {
  for (std::size_t i = from; i < out_.size(); ++i) {
    bool is_bracket = out_[i] == '[' || out_[i] == ']';
    if (is_bracket && !is_escaped(out_, i)) brackets_.push_back(i);
  }
}

// Brackets inside a link's text are fine as long as they are paired.
void InlineWriter::escape_brackets(std::size_t from) {
  int open = 0;
  bool is_paired = true;
  for (std::size_t at : brackets_) {
    if (at < from) continue;
    open += out_[at] == '[' ? 1 : -1;
    is_paired = is_paired && open >= 0;
  }
  if (!is_paired || open != 0) {
    std::string tail;
    std::size_t done = from;
    for (std::size_t at : brackets_) {
      if (at < from) continue;
      tail += cat(std::string_view{out_}.substr(done, at - done), '\\');
      done = at;
    }
    tail += std::string_view{out_}.substr(done);
    out_.replace(from, std::string::npos, tail);
  }
  brackets_.clear();
}

}  // namespace oc::page
