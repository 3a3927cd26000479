#include "page/markdown_code.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "page/element_kind.h"
#include "page/markdown_escape.h"

namespace oc::page {
namespace {

bool is_not_code(const HtmlNode& node) {
  if (node.tag == Tag::button) return true;
  if (!node.has("class")) return false;
  return has_word(class_words(node), {"line number", "line numbers", "linenumber", "linenumbers", "lineno",
                                      "linenos", "gutter", "copy button", "copybtn"});
}

// A name of a language, or empty: classes carry all kinds of words.
std::string checked_language(std::string_view name) {
  bool is_name = !name.empty() && name.size() <= 20 && std::ranges::all_of(name, [](char c) {
    return is_ascii_alnum(c) || c == '+' || c == '#' || c == '-' || c == '.' || c == '_';
  });
  std::string language = is_name ? lower(name) : std::string{};
  constexpr std::array<std::string_view, 6> kNone{"none",        "default", "plaintext",
                                                  "nohighlight", "unknown", "highlight"};
  return std::ranges::find(kNone, language) == kNone.end() ? language : std::string{};
}

std::string language_of(const HtmlNode& node) {
  for (const char* attribute : {"data-lang", "data-language"}) {
    if (std::string language = checked_language(node.value(attribute)); !language.empty()) return language;
  }
  std::string classes = one_line(node.value("class"));
  std::string_view previous;
  for (std::string_view name : split(classes, ' ')) {
    for (std::string_view prefix :
         {"language-", "lang-", "highlight-source-", "highlight-text-", "highlight-"}) {
      if (name.starts_with(prefix)) return checked_language(name.substr(prefix.size()));
    }
    // SyntaxHighlighter's "brush: js", Pandoc's "sourceCode js", highlight.js' "hljs js".
    bool announces = previous == "brush:" || previous == "sourceCode" || previous == "hljs";
    if (announces && !name.starts_with("hljs")) return checked_language(name.substr(0, name.find(';')));
    previous = name;
  }
  return {};
}

}  // namespace

std::string preformatted_text(const HtmlNode& pre, const DroppedNodes& dropped) {
  std::string out;
  // Each line may be a block of its own: <div class="line">. One that brings its newline needs no other.
  BlockEdges edges;
  bool wants_newline = false;
  std::uint32_t skip_to = 0;
  for_each_kept(pre, dropped, [&](const HtmlNode& part) {
    if (part.index < skip_to) return;
    if (edges.crosses(part)) wants_newline = wants_newline || (!out.empty() && out.back() != '\n');
    if (!part.is_text()) {
      if (is_not_code(part)) skip_to = part.end;
      if (part.tag == Tag::br) out += '\n';
      return;
    }
    if (wants_newline && !part.text.empty() && part.text.front() != '\n') out += '\n';
    wants_newline = false;
    // Copied no-break spaces are the traps of example code.
    for (std::size_t i = 0; i < part.text.size(); ++i) {
      bool is_no_break_space = part.text.substr(i).starts_with("\u00A0");
      if (part.text[i] != '\r') out += is_no_break_space ? ' ' : part.text[i];
      if (is_no_break_space) ++i;
    }
  });
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

std::string code_language(const HtmlNode& pre) {
  for (const HtmlNode& child : children(pre)) {
    if (child.tag != Tag::code) continue;
    if (std::string language = language_of(child); !language.empty()) return language;
  }
  const HtmlNode* at = &pre;
  for (int level = 0; level < 4 && at != nullptr; ++level, at = at->parent) {
    if (at->tag == Tag::body || at->tag == Tag::article || at->tag == Tag::main) break;
    if (std::string language = language_of(*at); !language.empty()) return language;
  }
  return {};
}

}  // namespace oc::page
