// Tested by: page/act_grammar_test.cc and act_sentences_test.cc
#include "page/act_values.h"

#include <algorithm>

#include "base/text.h"
#include "page/act_dates.h"
#include "page/act_operands.h"
#include "page/act_step.h"

namespace oc::page {
namespace {

constexpr std::initializer_list<std::string_view> kInto{"into",   "in",  "to", "on",
                                                        "inside", "for", "as", "under"};
constexpr std::initializer_list<std::string_view> kPossessive{"your", "my", "their", "his", "her", "our"};

bool is_joint(const Token& token) {
  return token.kind == TokenKind::comma || token.is("and");
}

bool is_text_word(const Token& token) {
  return token.is_any({"text", "word", "words", "value", "string", "phrase", "number", "letter", "letters",
                       "character", "characters", "sentence"});
}

std::size_t after_joints(Tokens tokens, std::size_t at) {
  while (at < tokens.size() && is_joint(tokens[at])) ++at;
  return at;
}

std::string one_of_many(const Token& last) {
  if (last.is("boxes")) return "box";
  if (last.is("textboxes")) return "textbox";
  return last.text.substr(0, last.text.size() - 1);
}

// "in all upper case letters": the text as it is to be typed; the words are taken away.
Tokens take_letter_case(Tokens rest, std::string& text) {
  if (rest.empty() || !rest.front().is("in")) return rest;
  Tokens words = without_first(rest.subspan(1), {"all"});
  bool lower_case = !words.empty() && words.front().is_any({"lower", "lowercase", "lower-case", "small"});
  bool upper_case = !words.empty() && words.front().is_any({"upper", "uppercase", "upper-case", "capital"});
  if (!lower_case && !upper_case) return rest;
  words = without_first(words.subspan(1), {"case"});
  bool ended = words.empty() || words.front().is_any({"letters", "in", "into"});
  // Letters beyond ASCII have rules of their own.
  bool ascii = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ended || !ascii) return rest;
  for (char& c : text) {
    if (lower_case && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (upper_case && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return without_first(words, {"letters"});
}

bool is_ordinal(const Token& token) {
  return token.is_any(
      {"first", "second", "third", "fourth", "fifth", "last", "other", "1st", "2nd", "3rd", "4th", "5th"});
}

// A colon belongs to the word before it: `name: "Ada"`.
std::string noun_text(Tokens noun) {
  std::string text = phrase_of(noun);
  while (text.ends_with(':') || text.ends_with('=')) text.pop_back();
  return text;
}

Tokens target_part(Tokens part) {
  return part.size() > 2 ? part.subspan(2) : Tokens{};
}

}  // namespace

Result<void> put_text(Tokens tokens, std::string& place) {
  if (std::ranges::any_of(tokens, is_joint) && !iso_date(text_of(tokens), DateOrder::day_first))
    return expected("the text in quotes, since it holds 'and' or a comma");
  auto text = plain_text(tokens);
  if (!text) return std::unexpected(std::move(text).error());
  place = std::move(*text);
  return {};
}

Tokens without_owner(Tokens tokens) {
  Tokens words = without_article(tokens);
  return words.size() > 1 ? without_first(words, kPossessive) : words;
}

bool begins_with_owner(Tokens tokens) {
  return !tokens.empty() && (tokens.front().is("the") || tokens.front().is_any(kPossessive));
}

Tokens without_text_word(Tokens tokens) {
  Tokens named = without_article(tokens);
  bool has_word = named.size() > 1 && is_text_word(named.front()) && named[1].is_literal();
  return has_word ? named.subspan(1) : tokens;
}

bool is_any_field(Tokens words) {
  return !words.empty() &&
         words.back().is_any({"fields", "inputs", "textboxes", "boxes", "form", "textfields"}) &&
         std::ranges::all_of(words.first(words.size() - 1), [](const Token& token) {
           return token.is_any(
               {"text", "input", "the", "login", "corresponding", "right", "respective", "form"});
         });
}

Result<bool> put_both(Tokens words, Step& step) {
  if (words.size() < 2 || !words.front().is("both")) return false;
  Tokens noun = without_first(words.subspan(1), {"of"});
  noun = without_article(noun);
  if (noun.empty() || !noun.back().text.ends_with('s'))
    return expected("both, and which fields: both text fields");
  std::string text = noun.size() > 1 ? cat(phrase_of(noun.first(noun.size() - 1)), " ") : "";
  step.target = {TargetKind::words, text + one_of_many(noun.back())};
  step.how_many = HowMany::both;
  step.verb = Verb::fill;
  return true;
}

Result<void> quoted_then_target(Tokens rest, Step& step) {
  step.value = rest.front().text;
  rest = take_letter_case(rest.subspan(1), step.value);
  if (rest.empty()) return {};
  if (!rest.front().is_any(kInto))
    return expected(cat("into, not '", rest.front().text, "', after the text"));
  Tokens target = without_article(rest.subspan(1));
  auto both = put_both(target, step);
  if (!both) return std::unexpected(std::move(both).error());
  return *both ? Result<void>{} : put_field(target, step.target);
}

std::vector<Tokens> value_first(Tokens rest) {
  std::vector<Tokens> parts;
  std::size_t begin = 0;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    std::size_t next = is_joint(rest[i]) ? after_joints(rest, i) : 0;
    if (next == 0 || next + 1 >= rest.size()) continue;
    if (!rest[next].is_literal() || !rest[next + 1].is_any(kInto)) continue;
    parts.push_back(rest.subspan(begin, i - begin));
    begin = i = next;
  }
  parts.push_back(rest.subspan(begin));
  return parts;
}

void complete_ordinal(Tokens part, Tokens first_part, Step& step) {
  Tokens words = without_article(target_part(part));
  Tokens before = without_article(target_part(first_part));
  bool short_form = words.size() == 1 && is_ordinal(words.front());
  bool long_before = before.size() > 1 && is_ordinal(before.front());
  if (short_form && long_before) step.target.text += cat(" ", phrase_of(before.subspan(1)));
}

std::vector<Tokens> target_first(Tokens rest, std::string_view preposition) {
  std::vector<Tokens> parts;
  std::size_t begin = 0;
  for (std::size_t i = 2; i < rest.size(); ++i) {
    bool is_value = rest[i - 1].is(preposition) && (rest[i].is_literal() || number_of(rest[i]));
    bool ends = i + 1 == rest.size() || is_joint(rest[i + 1]);
    if (!is_value || !ends || i < begin + 2) continue;
    parts.push_back(rest.subspan(begin, i + 1 - begin));
    begin = after_joints(rest, i + 1);
    i = begin + 1;
  }
  if (begin < rest.size()) return {};
  return parts;
}

std::optional<NounValues> noun_values(Tokens rest, bool plain) {
  NounValues out;
  std::size_t at = 0;
  while (at < rest.size()) {
    std::size_t begin = at;
    while (at < rest.size() && !rest[at].is_literal() && !is_joint(rest[at])) ++at;
    bool quoted = at < rest.size() && rest[at].is_literal();
    Tokens noun = without_article(rest.subspan(begin, at - begin));
    std::string value;
    if (quoted) {
      value = rest[at++].text;
    } else if (plain && noun.size() > 1) {
      value = noun.back().text;
      noun = noun.first(noun.size() - 1);
    } else {
      return std::nullopt;
    }
    noun = without_last(noun, {"is", "of", ":", "="});
    if (noun.empty() || noun.size() > 5 || noun.front().is_any({"a", "an", "the"})) return std::nullopt;
    bool is_name = std::ranges::none_of(noun, [](const Token& word) {
      return word.is_any(kInto) || word.is_any({"with", "that", "which", "starts", "contains"});
    });
    if (!is_name) return std::nullopt;
    out.pairs.push_back({noun, std::move(value)});
    std::size_t next = after_joints(rest, at);
    if (next == at) {
      out.tail = rest.subspan(at);
      return out;
    }
    at = next;
  }
  return out;
}

Result<void> put_noun_values(const NounValues& given, Steps& steps) {
  std::string place;
  if (!given.tail.empty()) {
    if (!given.tail.front().is_any(kInto))
      return expected(cat("into, not '", given.tail.front().text, "', after the text"));
    Tokens where = without_article(given.tail.subspan(1));
    if (where.empty())
      return expected("the name of an element, a ref such as ref_12, or a selector in backticks");
    if (!is_any_field(where)) place = cat(" in the ", phrase_of(where));
  }
  for (std::size_t i = 0; i < given.pairs.size(); ++i) {
    Step& step = i == 0 ? steps.back() : add_step(steps);
    step.verb = Verb::fill;
    step.value = given.pairs[i].value;
    step.target = {TargetKind::words, noun_text(given.pairs[i].noun) + place};
    if (trim(step.target.text).empty()) return expected("the name of a field before each text");
  }
  return {};
}

bool is_description(Tokens text) {
  if (text.empty() || text.front().is_literal()) return false;
  // "ADA in lowercase", "first 3 letters of Adam": words about a text, which the text would hold only by
  // chance.
  bool is_about =
      text.size() > 1 && std::ranges::any_of(text, [](const Token& token) {
        return token.is_any({"of",        "as",      "if",         "than",    "instead", "followed",
                             "twice",     "times",   "only",       "exactly", "same",    "previous",
                             "random",    "half",    "empty",      "string",  "letters", "letter",
                             "digits",    "digit",   "characters", "words",   "value",   "lowercase",
                             "uppercase", "without", "except",     "unless",  "today's", "tomorrow's",
                             "number",    "plus",    "minus",      "or"});
      });
  if (is_about) return true;
  if (text.size() == 1)
    return text.front().is_any({"it", "that", "this", "them", "something", "nothing", "anything"});
  return text.front().is_any({"the", "a", "an", "this", "that", "these", "those", "your", "my", "their",
                              "his", "her", "its", "some", "any", "each", "every", "it"});
}

std::unexpected<Error> described(Tokens text) {
  return expected(cat("the text itself, in quotes, not '", shorten(one_line(text_of(text)), 60), "'"));
}

Result<bool> target_then_value(Tokens rest, std::string_view preposition, Step& step) {
  std::size_t size = rest.size();
  std::optional<std::size_t> at;
  if (size > 2 && rest[size - 1].is_literal() && rest[size - 2].is(preposition)) {
    at = size - 2;
  } else {
    auto found = divider(rest, {preposition});
    if (!found) return std::unexpected(std::move(found).error());
    at = *found;
  }
  if (!at) return false;
  Tokens target = without_article(rest.first(*at));
  auto both = put_both(target, step);
  if (!both) return std::unexpected(std::move(both).error());
  if (!*both) OC_TRY(put_field(target, step.target));
  Tokens value = without_text_word(rest.subspan(*at + 1));
  if (is_description(value)) return described(value);
  OC_TRY(put_text(value, step.value));
  return true;
}

}  // namespace oc::page
