// Text as Markdown: what CommonMark would misread is escaped, nothing else. Characters are judged by their
// neighbours, the start of a line by its first characters.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace oc::page {

struct EscapeContext {
  bool in_table = false;    // '|' would end the cell
  bool in_deleted = false;  // '~' would lengthen the marker
};

// Appends `word`, a run of text without white space; `out` holds what stands in front of it. `more_follows`
// says that the text goes on behind it without white space, in another node.
void append_escaped(std::string& out, std::string_view word, bool more_follows, EscapeContext context = {});

// Words of `text` one space apart, escaped for the inside of brackets.
std::string bracket_text(std::string_view text, EscapeContext context = {});

// `line` with an escape in front of what would make it a heading, list item, quote, rule or definition.
std::string escape_line_start(std::string_view line);

// The destination of a link: as given, with only those characters encoded that would end it.
std::string link_destination(std::string_view url, EscapeContext context = {});
// ` "title"`, or nothing when it is empty.
std::string link_title(std::string_view title, EscapeContext context = {});

// Text as inline code, with as many backticks around it as it needs; empty for empty text.
std::string code_span(std::string_view text, EscapeContext context = {});
// A fence longer than any run of backticks in `text`, at least three.
std::string code_fence(std::string_view text);

// Is the character at `at` escaped by the backslashes in front of it?
bool is_escaped(std::string_view text, std::size_t at);

constexpr bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}
constexpr bool is_ascii_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace oc::page
