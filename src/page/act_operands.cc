// Tested by: page/act_grammar_test.cc
#include "page/act_operands.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace oc::page {
namespace {

bool is_ref(std::string_view text) {
  if (!text.starts_with("ref_") || text.size() == 4 || text.size() > 14) return false;
  return std::ranges::all_of(text.substr(4), [](char c) { return c >= '0' && c <= '9'; });
}

// "ref_12" or "[ref_12]" or "[ref=ref_12]", as read_page prints them.
std::string ref_in(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  if (text.starts_with("ref=")) text.remove_prefix(4);
  return is_ref(text) ? std::string{text} : "";
}

// The selector after css=, with its own quotes as they were.
std::string selector_after(Tokens tokens) {
  std::string out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].begin > tokens[i - 1].end) out += ' ';
    out += tokens[i].kind == TokenKind::quoted ? cat("\"", tokens[i].text, "\"") : tokens[i].text;
  }
  return out.substr(std::string_view{"css="}.size());
}

bool has_list(Tokens tokens) {
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    bool joins = tokens[i - 1].is("and") || tokens[i - 1].kind == TokenKind::comma;
    if (tokens[i].is_literal() && joins && tokens[i - 2].is_literal()) return true;
  }
  return false;
}

struct NumberWord {
  std::string_view word;
  int number;
};
constexpr std::array kNumbers{
    NumberWord{"a", 1},     NumberWord{"an", 1},    NumberWord{"one", 1},  NumberWord{"two", 2},
    NumberWord{"three", 3}, NumberWord{"four", 4},  NumberWord{"five", 5}, NumberWord{"six", 6},
    NumberWord{"seven", 7}, NumberWord{"eight", 8}, NumberWord{"nine", 9}, NumberWord{"ten", 10},
};
constexpr std::array kTimes{NumberWord{"once", 1}, NumberWord{"twice", 2}, NumberWord{"thrice", 3}};

// The number that the text begins with, and what follows it.
std::optional<Amount> leading_number(std::string_view text) {
  double number = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc{} || !(number >= 0) || number > 1e9) return std::nullopt;
  return Amount{number, lower(text.substr(static_cast<std::size_t>(end - text.data())))};
}

}  // namespace

std::unexpected<Error> expected(std::string_view what) {
  return fail(ErrorCode::invalid_arguments, cat("expected ", what));
}

Tokens without_first(Tokens tokens, std::initializer_list<std::string_view> words) {
  return !tokens.empty() && tokens.front().is_any(words) ? tokens.subspan(1) : tokens;
}

Tokens without_last(Tokens tokens, std::initializer_list<std::string_view> words) {
  return !tokens.empty() && tokens.back().is_any(words) ? tokens.first(tokens.size() - 1) : tokens;
}

Tokens without_article(Tokens tokens) {
  // "click A" and "click A 2" mean the letter.
  if (tokens.size() < 2 || tokens.front().text == "A") return tokens;
  return without_first(tokens, {"the", "a", "an", "this", "that"});
}

bool begins_with(Tokens tokens, std::string_view words) {
  std::size_t i = 0;
  for (std::string_view word : split(words, ' ')) {
    if (i >= tokens.size() || !tokens[i].is(word)) return false;
    ++i;
  }
  return true;
}

bool ends_with(Tokens tokens, std::string_view words) {
  std::size_t count = split(words, ' ').size();
  return tokens.size() >= count && begins_with(tokens.last(count), words);
}

Result<StepTarget> target_of(Tokens tokens) {
  Tokens words = without_article(tokens);
  if (words.empty())
    return expected("the name of an element, a ref such as ref_12, or a selector in backticks");
  if (words.front().kind == TokenKind::word && words.front().text.starts_with("css=")) {
    std::string selector = selector_after(words);
    if (selector.empty()) return expected("a CSS selector after css=");
    return StepTarget{TargetKind::selector, std::move(selector)};
  }
  Tokens named = without_first(words, {"element", "ref"});
  if (named.size() == 1) {
    const Token& only = named.front();
    if (std::string ref = ref_in(only.text); !ref.empty() && only.kind != TokenKind::quoted)
      return StepTarget{TargetKind::ref, std::move(ref)};
    if (only.kind == TokenKind::code) {
      if (trim(only.text).empty()) return expected("a CSS selector between the backticks");
      return StepTarget{TargetKind::selector, std::string{trim(only.text)}};
    }
  }
  if (has_list(words)) return expected("one element in each step");
  std::string text = text_of(words);
  if (trim(text).empty()) return expected("the name of an element between the quotes");
  return StepTarget{TargetKind::words, std::move(text), words.size() == 1 && words.front().is_literal()};
}

Result<std::string> plain_text(Tokens tokens) {
  if (tokens.empty()) return expected("a text");
  if (tokens.size() == 1) return tokens.front().text;
  if (std::ranges::any_of(tokens, &Token::is_literal))
    return expected("the whole text in one pair of quotes");
  return text_of(tokens);
}

std::size_t take_list(Tokens tokens, std::vector<std::string>& texts) {
  std::size_t taken = 0;
  std::size_t next = 0;
  while (next < tokens.size() && tokens[next].is_literal()) {
    texts.push_back(tokens[next].text);
    taken = ++next;
    if (next < tokens.size() && tokens[next].kind == TokenKind::comma) ++next;
    if (next < tokens.size() && tokens[next].is("and")) ++next;
    if (next == taken) break;
  }
  return taken;
}

Result<std::optional<std::size_t>> divider(Tokens tokens, std::initializer_list<std::string_view> words) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is_any(words)) continue;
    if (found) {
      return expected(cat("quotes: '", tokens[*found].text, "' stands there more than once or beside '",
                          tokens[i].text, "', and it is not clear which of them divides"));
    }
    found = i;
  }
  return found;
}

std::optional<double> number_of(const Token& token) {
  if (token.is_literal()) return std::nullopt;
  std::string word = lower(token.text);
  for (const NumberWord& row : kNumbers) {
    if (row.word == word) return row.number;
  }
  auto amount = leading_number(word);
  if (!amount || !amount->unit.empty()) return std::nullopt;
  return amount->number;
}

std::optional<Amount> amount_of(Tokens tokens) {
  if (tokens.empty() || tokens.size() > 2 || tokens.front().is_literal()) return std::nullopt;
  if (tokens.size() == 2) {
    auto number = number_of(tokens[0]);
    if (!number || tokens[1].kind != TokenKind::word) return std::nullopt;
    return Amount{*number, lower(tokens[1].text)};
  }
  for (const NumberWord& row : kTimes) {
    if (tokens[0].is(row.word)) return Amount{static_cast<double>(row.number), "times"};
  }
  auto glued = leading_number(tokens[0].text);
  if (!glued || glued->unit.empty()) return std::nullopt;
  return glued;
}

}  // namespace oc::page
