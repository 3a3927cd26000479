#include "page/markdown_escape.h"

#include <algorithm>

#include "base/text.h"

namespace oc::page {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// "&amp;" or "&#38;" at the start of `text`: Markdown would decode it.
bool starts_with_reference(std::string_view text) {
  std::size_t at = 1;
  if (at < text.size() && text[at] == '#') ++at;
  std::size_t begin = at;
  while (at < text.size() && is_ascii_alnum(text[at]) && at - begin < 32) ++at;
  return at > begin && at < text.size() && text[at] == ';';
}

// `before` and `after` are 0 at the edge of a line, ' ' for white space.
bool needs_escape(std::string_view word, std::size_t at, char before, char after, EscapeContext context) {
  char c = word[at];
  bool has_space_before = before == 0 || before == ' ' || before == '\n';
  bool has_space_after = after == 0 || after == ' ';
  switch (c) {
    case '\\':
      // White space behind it may be left out, and a sign follow.
      return is_ascii_punctuation(after) || has_space_after;
    case '`':
      return true;
    case '*':
      return !(has_space_before && has_space_after);
    case '_':
      if (has_space_before && has_space_after) return false;
      return !(is_ascii_alnum(before) && is_ascii_alnum(after));
    case '<':
      return is_letter(after) || after == '/' || after == '!' || after == '?';
    case '&':
      return starts_with_reference(word.substr(at));
    case '~':
      return before == '~' || after == '~' || context.in_deleted;
    case '|':
      return context.in_table;
    default:
      return false;
  }
}

std::size_t longest_backtick_run(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// "1." or "12)" at the start: the place of the dot, or 0.
std::size_t ordered_marker(std::string_view line) {
  std::size_t digits = 0;
  while (digits < line.size() && digits < 10 && is_digit(line[digits])) ++digits;
  bool is_marker =
      digits > 0 && digits < 10 && digits < line.size() && (line[digits] == '.' || line[digits] == ')');
  bool ends = digits + 1 >= line.size() || line[digits + 1] == ' ';
  return is_marker && ends ? digits : 0;
}

bool is_row_of(std::string_view line, char c) {
  return !line.empty() && std::ranges::all_of(line, [c](char x) { return x == c || x == ' '; });
}

}  // namespace

void append_escaped(std::string& out, std::string_view word, bool more_follows, EscapeContext context) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    char c = word[i];
    char before = out.empty() ? '\0' : out.back();
    // '?' stands for a neighbour that is not known yet: one that would need the escape.
    char after = i + 1 < word.size() ? word[i + 1] : (more_follows ? '?' : ' ');
    bool closes_brackets = c == '(' && before == ']' && !is_escaped(out, out.size() - 1);
    // Text that looks like a link: "[note](see below)".
    if (closes_brackets && i > 0) out.insert(out.size() - 1, 1, '\\');
    if (needs_escape(word, i, before, after, context)) out += '\\';
    out += c;
  }
}

bool is_escaped(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && text[begin - 1] == '\\') --begin;
  return (at - begin) % 2 == 1;
}

std::string bracket_text(std::string_view text, EscapeContext context) {
  std::string escaped;
  std::string line = one_line(text);
  for (std::string_view word : split(line, ' ')) {
    if (word.empty()) continue;
    if (!escaped.empty()) escaped += ' ';
    append_escaped(escaped, word, false, context);
  }
  std::string out;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    bool is_bracket = escaped[i] == '[' || escaped[i] == ']';
    if (is_bracket && !is_escaped(escaped, i)) out += '\\';
    out += escaped[i];
  }
  return out;
}

std::string escape_line_start(std::string_view line) {
  if (line.empty()) return {};
  auto followed_by_space = [&](std::size_t at) { return at >= line.size() || line[at] == ' '; };
  char c = line.front();
  bool is_marker = (c == '-' || c == '+' || c == '*') && followed_by_space(1);
  bool is_rule = (c == '-' && is_row_of(line, '-')) || (c == '=' && is_row_of(line, '='));
  std::size_t hashes = std::min(line.find_first_not_of('#'), line.size());
  bool is_heading = hashes > 0 && hashes <= 6 && followed_by_space(hashes);
  if (is_marker || is_rule || is_heading || c == '>') return cat('\\', line);
  if (std::size_t dot = ordered_marker(line)) return cat(line.substr(0, dot), '\\', line.substr(dot));
  // "[label]: address". (Links of our own may begin a line, too; no label holds another bracket.)
  std::size_t close = c == '[' ? line.find_first_of("[]", 1) : std::string_view::npos;
  bool is_definition =
      close != std::string_view::npos && line[close] == ']' && line.substr(close + 1).starts_with(':');
  if (is_definition) return cat('\\', line);
  return std::string{line};
}

std::string link_destination(std::string_view url, EscapeContext context) {
  std::size_t open = 0;
  bool is_balanced = true;
  for (char c : url) {
    if (c == '(') ++open;
    if (c == ')') {
      is_balanced = is_balanced && open > 0;
      open -= open > 0 ? 1 : 0;
    }
  }
  is_balanced = is_balanced && open == 0;
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (char c : url) {
    auto byte = static_cast<unsigned char>(c);
    bool ends = byte <= ' ' || byte == 0x7F || c == '<' || c == '>' || c == '\\' || c == '`' ||
                ((c == '(' || c == ')') && !is_balanced) || (c == '|' && context.in_table);
    if (ends) {
      out += cat('%', kHex[byte >> 4], kHex[byte & 15]);
    } else {
      out += c;
    }
  }
  return out;
}

std::string link_title(std::string_view title, EscapeContext context) {
  if (title.empty()) return {};
  std::string out = " \"";
  for (char c : one_line(title)) {
    if (c == '"' || c == '\\' || (c == '|' && context.in_table)) out += '\\';
    out += c;
  }
  return out + '"';
}

std::string code_span(std::string_view text, EscapeContext context) {
  if (text.empty()) return {};
  std::string ticks(longest_backtick_run(text) + 1, '`');
  // One space on each side is taken off again by the reader of the Markdown.
  bool touches = text.front() == '`' || text.back() == '`';
  bool loses_spaces =
      text.front() == ' ' && text.back() == ' ' && text.find_first_not_of(' ') != std::string_view::npos;
  std::string_view padding = touches || loses_spaces ? " " : "";
  std::string out = cat(ticks, padding);
  for (char c : text) {
    if (c == '|' && context.in_table) out += '\\';
    out += c;
  }
  return cat(out, padding, ticks);
}

std::string code_fence(std::string_view text) {
  return std::string(std::max<std::size_t>(longest_backtick_run(text) + 1, 3), '`');
}

}  // namespace oc::page
