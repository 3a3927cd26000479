#include "page/act_tokens.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace oc::page {
namespace {

struct QuotePair {
  std::string_view open;
  std::string_view close;
  bool anywhere;  // false: only where a word begins, since the same mark stands inside words
  bool escapes;
};
constexpr std::array kQuotes{
    QuotePair{"\"", "\"", false, true}, QuotePair{"'", "'", false, true}, QuotePair{"`", "`", true, false},
    QuotePair{"“", "”", true, true},    QuotePair{"‘", "’", false, true}, QuotePair{"«", "»", true, true},
    QuotePair{"„", "“", true, true},
};

constexpr std::array<std::string_view, 10> kAbbreviations{"mr", "mrs", "ms",  "dr",  "st",
                                                          "vs", "no",  "etc", "e.g", "i.e"};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
// Letters, digits and whatever is not ASCII.
bool is_word_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 3 && std::ranges::all_of(text, is_digit);
}

// "3." or "3)" or "(3)": the number, else 0.
int list_number(const Token& token) {
  if (token.kind != TokenKind::word) return 0;
  std::string_view text = token.text;
  if (text.starts_with('(') && text.ends_with(')')) text.remove_prefix(1);
  if (!text.ends_with('.') && !text.ends_with(')') && !text.ends_with(':')) return 0;
  text.remove_suffix(1);
  int number = 0;
  if (is_number(text)) std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '\n') {
        flush();
        push(TokenKind::step_end, at_, at_ + 1);
      } else if (is_space(c)) {
        flush();
        ++at_;
      } else if (const QuotePair* quote = opening()) {
        OC_TRY(take_quoted(*quote));
      } else if (is_mark_at_end(c)) {
        flush();
        push(c == ',' ? TokenKind::comma : TokenKind::step_end, at_, at_ + 1);
      } else {
        if (!in_word_) word_begin_ = at_;
        in_word_ = true;
        ++at_;
      }
    }
    flush();
    return std::move(out_);
  }

 private:
  std::string_view word() const {
    return in_word_ ? text_.substr(word_begin_, at_ - word_begin_) : std::string_view{};
  }
  bool ends_at(std::size_t at) const { return at >= text_.size() || is_space(text_[at]); }

  void push(TokenKind kind, std::size_t begin, std::size_t end) {
    out_.push_back({kind, std::string{text_.substr(begin, end - begin)}, begin, end});
    at_ = end;
  }
  void flush() {
    if (in_word_) out_.push_back({TokenKind::word, std::string{word()}, word_begin_, at_});
    in_word_ = false;
  }

  // Does a comma, semicolon or full stop stand here that belongs to the sentence, not to a word?
  bool is_mark_at_end(char c) const {
    if (c == ',') return ends_at(at_ + 1);
    // Addresses and selectors have semicolons of their own.
    if (c == ';') return ends_at(at_ + 1) || word().find_first_of("/=") == std::string_view::npos;
    if (c != '.' || !ends_at(at_ + 1)) return false;
    std::string_view before = word();
    if (before.empty()) return true;
    if (before.ends_with('.')) return false;  // "Loading..."
    if (is_number(before) && (begins_step() || goes_on_with_list(before))) return false;
    return std::ranges::find(kAbbreviations, lower(before)) == kAbbreviations.end();
  }
  // "1. click A 2. click B": a list in one line counts on.
  bool goes_on_with_list(std::string_view number) const {
    if (out_.empty() || text_.contains('\n')) return false;
    auto last = std::ranges::find_if(out_.rbegin(), out_.rend(),
                                     [](const Token& token) { return list_number(token) > 0; });
    return last != out_.rend() && cat(list_number(*last) + 1) == number;
  }
  bool begins_step() const { return out_.empty() || out_.back().kind == TokenKind::step_end; }

  const QuotePair* opening() const {
    for (const QuotePair& quote : kQuotes) {
      if (!text_.substr(at_).starts_with(quote.open)) continue;
      bool at_begin = !in_word_ || std::string_view{"([{:,;="}.contains(text_[at_ - 1]);
      if (!quote.anywhere && !at_begin) return nullptr;
      // An apostrophe that nothing closes is one.
      if ((quote.open == "'" || quote.open == "‘") && !closing(quote)) return nullptr;
      return &quote;
    }
    return nullptr;
  }

  std::optional<std::size_t> closing(const QuotePair& quote) const {
    bool doubtful = quote.close == "'" || quote.close == "’";  // may be an apostrophe
    for (std::size_t i = at_ + quote.open.size(); i < text_.size(); ++i) {
      if (quote.escapes && text_[i] == '\\') {
        ++i;
        continue;
      }
      if (!text_.substr(i).starts_with(quote.close)) continue;
      std::size_t after = i + quote.close.size();
      if (doubtful && after < text_.size() && is_word_character(text_[after])) continue;
      return i;
    }
    return std::nullopt;
  }

  Result<void> take_quoted(const QuotePair& quote) {
    auto close = closing(quote);
    if (!close) {
      return fail(
          ErrorCode::invalid_arguments,
          cat("the quote that begins at ", shorten(one_line(text_.substr(at_)), 60), " is never closed"),
          cat("Close it with ", quote.close, "; inside quotes write \\\" for a quote."));
    }
    flush();
    std::size_t inside = at_ + quote.open.size();
    Token token{
        quote.open == "`" ? TokenKind::code : TokenKind::quoted, {}, at_, *close + quote.close.size()};
    std::string_view raw = text_.substr(inside, *close - inside);
    token.text = quote.escapes ? unescape(raw) : std::string{raw};
    at_ = token.end;
    out_.push_back(std::move(token));
    return {};
  }

  // \" \' \\ \n \t; before anything else a backslash is a backslash.
  static std::string unescape(std::string_view raw) {
    constexpr std::string_view kEscaped = "\"'\\nt";
    constexpr std::string_view kMeant = "\"'\\\n\t";
    std::string out;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      std::size_t which =
          raw[i] == '\\' && i + 1 < raw.size() ? kEscaped.find(raw[i + 1]) : std::string_view::npos;
      if (which == std::string_view::npos) {
        out += raw[i];
      } else {
        out += kMeant[which];
        ++i;
      }
    }
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t word_begin_ = 0;
  bool in_word_ = false;
  std::vector<Token> out_;
};

std::size_t list_mark(Tokens tokens) {
  if (tokens.empty()) return 0;
  if (list_number(tokens[0]) > 0) return 1;
  if (tokens[0].is_any({"-", "*", "•", "–", "—", "+", "[ ]"})) return 1;
  if (tokens.size() > 1 && tokens[0].is("step") && (list_number(tokens[1]) > 0 || is_number(tokens[1].text)))
    return 2;
  return 0;
}

class Splitter {
 public:
  Splitter(Tokens tokens, MatchVerb match_verb, MatchKey match_key)
      : tokens_(tokens), match_verb_(match_verb), match_key_(match_key) {}

  std::vector<Tokens> run() {
    std::vector<Tokens> steps;
    for (std::size_t at = 0; at < tokens_.size();) {
      at = begin_ = after_marks(at);
      while (at < tokens_.size() && !ends_before(at)) ++at;
      std::size_t end = at;
      while (end > begin_ && tokens_[end - 1].kind == TokenKind::comma) --end;
      if (end > begin_) steps.push_back(tokens_.subspan(begin_, end - begin_));
      // What separates belongs to no step; a list number is a mark of the next one.
      if (at < tokens_.size() && list_number(tokens_[at]) == 0) ++at;
    }
    return steps;
  }

 private:
  bool verb_follows(std::size_t at) const {
    Tokens rest = tokens_.subspan(std::min(at, tokens_.size()));
    rest = rest.subspan(courtesy(rest));
    auto verb = match_verb_(rest);
    if (!verb) return false;
    Tokens operand = rest.subspan(verb->tokens);
    bool follows = !operand.empty() && operand.front().kind != TokenKind::step_end &&
                   operand.front().kind != TokenKind::comma && !operand.front().is("and");
    switch (verb->divides) {
      case Divides::always:
        return true;
      case Divides::with_operand:
        return follows;
      case Divides::with_name:
        return follows && (operand.front().is_literal() ||
                           operand.front().is_any({"the", "a", "an", "this", "that", "it", "all"}));
    }
    return false;
  }
  bool is_end(std::size_t at) const {
    return at >= tokens_.size() || tokens_[at].kind == TokenKind::step_end;
  }

  std::size_t after_marks(std::size_t at) {
    Tokens rest = tokens_.subspan(at);
    std::size_t mark = list_mark(rest);
    if (mark > 0) listed_ = list_number(rest[mark - 1]);
    return at + mark + courtesy(rest.subspan(mark));
  }

  // Does the step that goes on end with the token before this one?
  bool ends_before(std::size_t at) const {
    const Token& token = tokens_[at];
    if (token.kind == TokenKind::step_end) return true;
    if (at == begin_) return false;
    if (token.is("then")) return !is_end(at + 1);
    if (token.kind == TokenKind::comma || token.is("and"))
      return verb_follows(at + 1) || (tokens_[begin_].is_any({"press", "hit"}) && key_follows(at + 1));
    // "1. click A 2. click B" in one line.
    return listed_ > 0 && list_number(token) == listed_ + 1 && verb_follows(at + 1);
  }
  bool key_follows(std::size_t at) const {
    if (!is_end(at) && tokens_[at].is("and")) ++at;
    return !is_end(at) && match_key_(tokens_[at]);
  }

  Tokens tokens_;
  MatchVerb match_verb_;
  MatchKey match_key_;
  std::size_t begin_ = 0;  // of the step that goes on
  int listed_ = 0;         // its number in a list
};

// The words at the beginning that say nothing about the step: how many.
std::size_t courtesy_words(Tokens tokens) {
  const Token& first = tokens.front();
  if (first.kind == TokenKind::comma ||
      first.is_any({"please", "kindly", "now", "next", "finally", "lastly", "first", "firstly", "then", "and",
                    "also", "afterwards", "just"}))
    return 1;
  if (tokens.size() < 2) return 0;
  bool two =
      (first.is("after") && tokens[1].is("that")) || (first.is_any({"can", "could"}) && tokens[1].is("you"));
  // "I want you to", "I'd like you to"
  if (tokens.size() > 4 && first.is_any({"i", "i'd", "i’d"}) && tokens[1].is_any({"want", "need", "like"}) &&
      tokens[2].is("you") && tokens[3].is("to"))
    return 4;
  // "find and click": what cannot be found is not clicked.
  bool finds = tokens.size() > 2 && first.is_any({"find", "locate"}) && tokens[1].is("and") &&
               tokens[2].is_any({"click", "tap", "press", "select", "check", "open"});
  return two || finds ? 2 : 0;
}

// One space between those that stand apart.
template <class Text>
std::string joined(Tokens tokens, Text text) {
  std::string out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].begin > tokens[i - 1].end) out += ' ';
    out += text(tokens[i]);
  }
  return out;
}

}  // namespace

bool Token::is(std::string_view word) const {
  return kind == TokenKind::word && equals_ignoring_case(text, word);
}

bool Token::is_any(std::initializer_list<std::string_view> words) const {
  return std::ranges::any_of(words, [&](std::string_view word) { return is(word); });
}

Result<std::vector<Token>> tokens_of(std::string_view instruction) {
  return Lexer{instruction}.run();
}

std::size_t courtesy(Tokens tokens) {
  std::size_t count = 0;
  while (count < tokens.size()) {
    std::size_t words = courtesy_words(tokens.subspan(count));
    if (words == 0) break;
    count += words;
  }
  return count;
}

std::vector<Tokens> steps_of(Tokens tokens, MatchVerb match_verb, MatchKey match_key) {
  return Splitter{tokens, match_verb, match_key}.run();
}

std::string text_of(Tokens tokens) {
  return joined(tokens, [](const Token& token) { return token.text; });
}

std::string phrase_of(Tokens tokens) {
  return joined(tokens, [](const Token& token) {
    if (!token.is_literal() || trim(token.text).empty()) return token.text;
    if (!token.text.contains('"')) return cat("\"", token.text, "\"");
    return token.text.contains("”") ? token.text : cat("“", token.text, "”");
  });
}

}  // namespace oc::page
