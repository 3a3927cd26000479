// The parts of a step's sentence: a target, a text, a number, a preposition that stands between two of them.
#pragma once
#include <initializer_list>
#include <optional>

#include "page/act_grammar.h"
#include "page/act_tokens.h"

namespace oc::page {

std::unexpected<Error> expected(std::string_view what);

// Without the/a/an/this/that in front.
Tokens without_article(Tokens tokens);
// Without one of the words in front or behind.
Tokens without_first(Tokens tokens, std::initializer_list<std::string_view> words);
Tokens without_last(Tokens tokens, std::initializer_list<std::string_view> words);

bool begins_with(Tokens tokens, std::string_view words);  // "all the way"
bool ends_with(Tokens tokens, std::string_view words);

Result<StepTarget> target_of(Tokens tokens);
Result<void> put_target(Tokens tokens, StepTarget& place);
// The same for a field: a comma may divide several, which only quotes can tell.
Result<void> put_field(Tokens tokens, StepTarget& place);
// One quoted text, or plain words as they stand.
Result<std::string> plain_text(Tokens tokens);
// "A", "B" and "C": how many tokens the list takes; the texts are appended.
std::size_t take_list(Tokens tokens, std::vector<std::string>& texts);

// The parts of a list: commas divide, and so does the last "and" behind a comma. Without a comma "and"
// divides only between names in quotes: "Terms and Conditions" is one.
std::vector<Tokens> list_of(Tokens tokens);
// The same as targets. What stands behind the last name holds for all: `the "A" and "B" boxes in Size`.
Result<std::vector<StepTarget>> targets_of(Tokens tokens);

// `by clicking "OK"`: where it begins and what is clicked.
struct ByClicking {
  std::size_t at;
  Tokens target;
};
std::optional<ByClicking> by_clicking(Tokens tokens);

// Where the words stand first; nothing when they do not.
std::optional<std::size_t> index_of(Tokens tokens, std::string_view words);

// Where the one preposition stands between two operands; nothing when there is none. Fails when there are
// several: nobody can know which of them divides.
Result<std::optional<std::size_t>> divider(Tokens tokens, std::initializer_list<std::string_view> words);

// 3, 1.5, three, a.
std::optional<double> number_of(const Token& token);

struct Amount {
  double number = 0;
  std::string unit;  // as written, lower case; of "twice": times
};
// All of the tokens: "3 pages", "300px", "twice", "a page".
std::optional<Amount> amount_of(Tokens tokens);

}  // namespace oc::page
