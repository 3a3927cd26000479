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
    bool joins = tokens[i - 1].is_any({"and", "or"}) || tokens[i - 1].kind == TokenKind::comma;
    if (tokens[i].is_literal() && joins && tokens[i - 2].is_literal()) return true;
  }
  return false;
}

bool has_literal(Tokens tokens) {
  return std::ranges::any_of(tokens, &Token::is_literal);
}

struct RoleWord {
  std::string_view several;
  std::string_view one;
};
constexpr std::array kRoleWords{
    RoleWord{"checkboxes", "checkbox"}, RoleWord{"boxes", "box"},    RoleWord{"options", "option"},
    RoleWord{"buttons", "button"},      RoleWord{"radios", "radio"}, RoleWord{"items", "item"},
    RoleWord{"links", "link"},          RoleWord{"tabs", "tab"},     RoleWord{"switches", "switch"},
    RoleWord{"toggles", "toggle"},      RoleWord{"fields", "field"},
};

std::string_view singular_of(const Token& token) {
  for (const RoleWord& row : kRoleWords) {
    if (token.is(row.several)) return row.one;
  }
  return {};
}

bool is_role_word(const Token& token) {
  return token.is_any({"button", "link", "item", "option", "tab", "icon", "checkbox", "box", "field", "radio",
                       "textbox", "image", "menu", "row", "card", "entry"});
}

bool is_naming_word(const Token& token) {
  return token.is_any({"labeled", "labelled", "named", "called", "titled", "marked", "saying"});
}

// The words for the resolver. `button in the dialog labeled "OK"` becomes `"OK" button in the dialog`: the
// name is the button's, which has no other. "input textbox" says one thing twice.
std::string target_phrase(Tokens words) {
  std::string name;
  if (words.size() > 4 && words.back().is_literal() && is_naming_word(words[words.size() - 2])) {
    auto place = std::ranges::find_if(
        words, [](const Token& token) { return token.is_any({"in", "on", "of", "inside"}); });
    bool unnamed =
        place != words.begin() && place != words.end() && std::all_of(words.begin(), place, is_role_word);
    if (unnamed) {
      name = cat(phrase_of(words.last(1)), " ");
      words = words.first(words.size() - 2);
    }
  }
  std::vector<Token> kept;
  for (const Token& word : words) {
    bool repeats = !kept.empty() && kept.back().is("input") && word.is_any({"textbox", "textarea"});
    if (repeats) kept.pop_back();
    kept.push_back(word);
  }
  return name + phrase_of(kept);
}

// Where that begins in a part of a list which may hold for the others too: behind the quotes; without quotes
// at a role word in the plural or at "in the".
std::size_t shared_from(Tokens part) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i].is_literal()) return i + 1;
  }
  for (std::size_t i = 1; i < part.size(); ++i) {
    bool in_the = part[i].is_any({"in", "under"}) && i + 1 < part.size() && part[i + 1].is("the");
    if (in_the || !singular_of(part[i]).empty()) return i;
  }
  return part.size();
}

std::string shared_words(Tokens tail) {
  if (tail.empty()) return "";
  std::string_view one = singular_of(tail.front());
  if (one.empty()) return cat(" ", phrase_of(tail));
  Tokens more = tail.subspan(1);
  return more.empty() ? cat(" ", one) : cat(" ", one, " ", phrase_of(more));
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
  // "a, b and c" are names, too.
  if (tokens[1].kind == TokenKind::comma || tokens[1].is("and")) return tokens;
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
  bool many = begins_with(words, "all the") || begins_with(words, "all of") ||
              words.front().is_any({"every", "each"});
  if (many && words.size() > 1) return expected("one element in each step, by its name");
  if (words.back().is("and")) return expected("something after 'and'");
  if (words.front().is("and")) return expected("an element, not 'and'");
  if (trim(text_of(words)).empty()) return expected("the name of an element between the quotes");
  return StepTarget{TargetKind::words, target_phrase(words)};
}

Result<void> put_target(Tokens tokens, StepTarget& place) {
  auto target = target_of(tokens);
  if (!target) return std::unexpected(std::move(target).error());
  place = std::move(*target);
  return {};
}

Result<void> put_field(Tokens tokens, StepTarget& place) {
  if (std::ranges::any_of(tokens, [](const Token& token) { return token.kind == TokenKind::comma; }))
    return expected("one field in each step, or its name in quotes if it has a comma");
  return put_target(tokens, place);
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

std::vector<Tokens> list_of(Tokens tokens) {
  std::vector<Tokens> parts;
  auto add = [&](Tokens part) {
    part = without_first(part, {"and"});
    if (!part.empty()) parts.push_back(part);
  };
  bool has_comma =
      std::ranges::any_of(tokens, [](const Token& token) { return token.kind == TokenKind::comma; });
  std::size_t begin = 0;
  std::optional<std::size_t> last_and;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    bool comma = tokens[i].kind == TokenKind::comma;
    bool joins = i > begin && tokens[i].is("and");
    if (joins && has_comma) last_and = i;
    bool divides = comma || (joins && !has_comma && has_literal(tokens.subspan(begin, i - begin)) &&
                             has_literal(tokens.subspan(i + 1)));
    if (!divides) continue;
    add(tokens.subspan(begin, i - begin));
    begin = i + 1;
    last_and.reset();
  }
  if (has_comma && last_and && *last_and > begin && *last_and + 1 < tokens.size()) {
    add(tokens.subspan(begin, *last_and - begin));
    begin = *last_and + 1;
  }
  add(tokens.subspan(std::min(begin, tokens.size())));
  return parts;
}

Result<std::vector<StepTarget>> targets_of(Tokens tokens) {
  Tokens words = without_first(without_article(tokens), {"both"});
  std::vector<StepTarget> targets;
  std::string shared;
  if (words.size() > 1 && !singular_of(words.front()).empty() && list_of(words).size() > 1) {
    shared = cat(" ", singular_of(words.front()));
    words = without_first(words.subspan(1), {"named", "called", "labeled", "labelled", "for"});
  }
  std::vector<Tokens> parts = list_of(words);
  if (parts.size() < 2) {
    auto target = target_of(tokens);
    if (!target) return std::unexpected(std::move(target).error());
    targets.push_back(std::move(*target));
    return targets;
  }
  Tokens last = parts.back();
  std::size_t at = shared_from(last);
  bool alone = std::ranges::none_of(parts.begin(), parts.end() - 1,
                                    [](Tokens part) { return shared_from(part) < part.size(); });
  if (at < last.size() && alone) {
    shared = shared_words(last.subspan(at));
    parts.back() = last.first(at);
  }
  for (Tokens part : parts) {
    if (part.front().is("or")) return expected("names joined by 'and': one of several is not a step");
    auto target = target_of(part);
    if (!target) return std::unexpected(std::move(target).error());
    if (target->kind == TargetKind::words) target->text += shared;
    targets.push_back(std::move(*target));
  }
  return targets;
}

std::optional<ByClicking> by_clicking(Tokens tokens) {
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens[i].is("by") || !tokens[i + 1].is_any({"clicking", "pressing", "tapping", "hitting", "using"}))
      continue;
    return ByClicking{i, without_first(tokens.subspan(i + 2), {"on"})};
  }
  return std::nullopt;
}

std::optional<std::size_t> index_of(Tokens tokens, std::string_view words) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (begins_with(tokens.subspan(i), words)) return i;
  }
  return std::nullopt;
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
