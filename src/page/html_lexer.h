// HtmlLexer: splits HTML into text, start tags and end tags, as the tokeniser of the HTML standard does,
// without decoding anything. Content of scripts, styles and the like comes as one piece of kind `raw`.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace oc::page {

struct HtmlPiece {
  enum class Kind { text, start_tag, end_tag, raw, comment };
  Kind kind = Kind::text;
  std::string_view source;  // as written, tag brackets included
  std::string name;         // of a tag, lower case, cut to 32 bytes; of raw text, the element it belongs to
  std::size_t attributes = 0;
};

// Time is linear in the input. REQUIRES: the input outlives the lexer and its pieces.
class HtmlLexer {
 public:
  explicit HtmlLexer(std::string_view html) : html_{html} {}

  // False at the end of the input. A tag that the input ends in is dropped, as browsers do.
  bool next(HtmlPiece& piece);

 private:
  void read_raw(HtmlPiece& piece);
  void read_tag(HtmlPiece& piece, std::size_t name_begin);
  void read_comment(HtmlPiece& piece);
  void read_text(HtmlPiece& piece);
  std::size_t skip_attribute(std::size_t at) const;

  std::string_view html_;
  std::size_t at_ = 0;
  std::string raw_element_;  // the element whose raw text comes next
};

bool is_void_element(std::string_view name);

}  // namespace oc::page
