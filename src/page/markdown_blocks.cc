#include "page/markdown_blocks.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "page/markdown_escape.h"

namespace oc::page {
namespace {

std::string_view without_trailing_space(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

void BlockWriter::paragraph(std::string_view text) {
  if (text.empty() || !begin_block()) return;
  for (std::string_view part : split(text, '\n')) line(escape_line_start(part));
  end_block();
}

void BlockWriter::heading(int level, std::string_view text) {
  if (text.empty() || !begin_block()) return;
  std::string marked = cat(std::string(static_cast<std::size_t>(level), '#'), ' ', text);
  // Hash signs at the end would be taken for a closing sequence.
  std::size_t last = marked.find_last_not_of('#');
  bool looks_closed = last + 1 < marked.size() && marked[last] == ' ';
  if (looks_closed) marked.insert(last + 1, 1, '\\');
  line(marked);
  end_block();
}

void BlockWriter::code(std::string_view language, std::string_view text) {
  if (!begin_block()) return;
  std::string fence = code_fence(text);
  line(cat(fence, language));
  for (std::string_view part : split(text, '\n')) line(part);
  if (out_.size() > max_bytes_) cut_fence_ = cat(prefix_, fence, '\n');
  line(fence);
  end_block();
}

void BlockWriter::table(const std::vector<std::string>& lines) {
  if (lines.empty() || !begin_block()) return;
  for (const std::string& row : lines) line(row);
  end_block();
}

void BlockWriter::rule() {
  bool is_in_item = is_at_item_start();
  if (!begin_block()) return;
  // "- ---" would be one rule, not an item with a rule in it.
  line(is_in_item ? "***" : "---");
  end_block();
}

void BlockWriter::open_list(bool is_ordered, bool is_tight) {
  char sign = is_ordered ? '.' : '-';
  char other = is_ordered ? ')' : '*';
  bool touches = last_sign_ == sign && last_list_depth_ == prefixes_.size();
  lists_.push_back({.is_ordered = is_ordered, .is_tight = is_tight, .sign = touches ? other : sign});
}

void BlockWriter::close_list() {
  List list = lists_.back();
  lists_.pop_back();
  wants_blank_ = true;
  if (list.is_first) return;
  last_sign_ = list.sign;
  last_list_depth_ = prefixes_.size();
}

void BlockWriter::open_item(std::size_t number) {
  List& list = lists_.back();
  last_sign_ = 0;
  // An item that opens with a list leaves the decision to that item.
  if (!is_at_item_start()) {
    bool is_in_tight_item = lists_.size() > 1 && lists_[lists_.size() - 2].is_tight;
    // Only a list that starts with 1 may follow text without a blank line.
    bool joins_text = is_in_tight_item && (!list.is_ordered || number == 1);
    bool keeps_blank = list.is_first ? !joins_text : !list.is_tight;
    wants_blank_ = wants_blank_ && keeps_blank;
  }
  std::string marker = list.is_ordered ? cat(number, list.sign, ' ') : cat(list.sign, ' ');
  list.indent = marker.size();
  open_prefix(marker, std::string(marker.size(), ' '));
}

void BlockWriter::reopen_item() {
  wants_blank_ = wants_blank_ && !lists_.back().is_tight;
  prefixes_.push_back({prefix_.size(), marker_});
  prefix_.append(lists_.back().indent, ' ');
}

void BlockWriter::open_prefix(std::string_view first, std::string_view rest) {
  prefixes_.push_back({prefix_.size(), marker_});
  marker_ = cat(marker_.empty() ? prefix_ : marker_, first);
  prefix_ += rest;
}

void BlockWriter::close_prefix() {
  prefix_.resize(prefixes_.back().length);
  // Nothing was written since: the marker goes as well.
  marker_ = marker_.empty() ? std::string{} : std::move(prefixes_.back().marker_before);
  prefixes_.pop_back();
  shared_prefix_ = std::min(shared_prefix_, prefix_.size());
}

bool BlockWriter::begin_block() {
  if (is_full()) return false;
  if (wants_blank_ && !out_.empty()) {
    out_ += without_trailing_space(std::string_view{prefix_}.substr(0, shared_prefix_));
    out_ += '\n';
  }
  wants_blank_ = false;
  last_sign_ = 0;
  for (List& list : lists_) list.is_first = false;
  return true;
}

void BlockWriter::line(std::string_view text) {
  if (out_.size() > max_bytes_) return;
  std::string_view prefix = marker_.empty() ? prefix_ : marker_;
  out_ += text.empty() ? without_trailing_space(prefix) : prefix;
  out_ += text;
  out_ += '\n';
  marker_.clear();
}

void BlockWriter::end_block() {
  wants_blank_ = true;
  shared_prefix_ = prefix_.size();
  if (out_.size() <= max_bytes_) last_whole_block_ = out_.size();
}

std::string BlockWriter::finish(bool& was_cut) {
  was_cut = out_.size() > max_bytes_;
  if (!was_cut) return std::move(out_);
  // Whole blocks, unless the one that did not fit is most of the page.
  if (last_whole_block_ >= max_bytes_ / 2) {
    out_.resize(last_whole_block_);
    return std::move(out_);
  }
  out_.resize(cut(out_, max_bytes_ == 0 ? 0 : max_bytes_ - 1).size());
  std::size_t newline = out_.rfind('\n');
  if (newline != std::string::npos) {
    out_.resize(newline + 1);
  } else {
    out_ += '\n';
  }
  return out_ + cut_fence_;
}

}  // namespace oc::page
