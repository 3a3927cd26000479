// BlockWriter: writes blocks of Markdown one below the other, inside quotes and list items, with one blank
// line between them where one belongs. Items and quotes that stay empty leave no trace.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace oc::page {

class BlockWriter {
 public:
  // Nothing is added once `max_bytes` are written.
  explicit BlockWriter(std::size_t max_bytes) : max_bytes_{max_bytes} {}

  // Lines separated by '\n'; starts of lines are escaped.
  void paragraph(std::string_view text);
  void heading(int level, std::string_view text);
  void code(std::string_view language, std::string_view text);
  void table(const std::vector<std::string>& lines);
  void rule();

  void open_quote() { open_prefix("> ", "> "); }
  void close_quote() { close_prefix(); }

  // Tight lists have no blank lines between their items.
  void open_list(bool is_ordered, bool is_tight);
  void close_list();
  void open_item(std::size_t number);
  // For more content of the item that was closed last.
  void reopen_item();
  void close_item() { close_prefix(); }

  // False once deeper nesting would only indent: lists and quotes count.
  bool may_nest() const { return prefixes_.size() < 24; }
  bool is_full() const { return out_.size() >= max_bytes_; }
  // Behind the marker of a list item, with nothing written yet.
  bool is_at_item_start() const { return !marker_.empty(); }

  // The page, ending with one newline (empty when nothing was written); `was_cut` says whether max_bytes cut
  // it.
  std::string finish(bool& was_cut);

 private:
  struct Prefix {
    std::size_t length = 0;     // of prefix_ without it
    std::string marker_before;  // marker_ when it was opened
  };
  struct List {
    bool is_ordered = false;
    bool is_tight = true;
    char sign = '-';
    bool is_first = true;
    std::size_t indent = 2;  // of the last item's content
  };

  void open_prefix(std::string_view first, std::string_view rest);
  void close_prefix();
  bool begin_block();
  void line(std::string_view text);
  void end_block();

  std::size_t max_bytes_;
  std::string out_;
  std::string prefix_;             // of every line
  std::string marker_;             // prefix of the next line instead, when a list item or quote begins there
  std::size_t shared_prefix_ = 0;  // of the last line and the next: the blank line between them has it
  bool wants_blank_ = false;
  std::vector<Prefix> prefixes_;
  std::vector<List> lists_;
  // The list that ended just now: another one right behind it needs a different sign to stay apart.
  char last_sign_ = 0;
  std::size_t last_list_depth_ = 0;
  std::size_t last_whole_block_ = 0;
  std::string cut_fence_;  // closes the code block that did not fit
};

}  // namespace oc::page
