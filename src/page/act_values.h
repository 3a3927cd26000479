// Texts and the fields that they go to, as a sentence has them: `"x" into A`, `A with "x"`, `the name "x"`;
// one pair, or several in a row.
#pragma once
#include <optional>

#include "page/act_grammar.h"
#include "page/act_tokens.h"

namespace oc::page {

// One quoted text, or plain words that hold neither "and" nor a comma.
Result<void> put_text(Tokens tokens, std::string& place);
// "the text below", "it", "a message": words about a text, not the text.
bool is_description(Tokens text);
std::unexpected<Error> described(Tokens text);

// Without the article and your, my, their in front.
Tokens without_owner(Tokens tokens);
bool begins_with_owner(Tokens tokens);
// `the text "x"` is "x"; without quotes the words are the text.
Tokens without_text_word(Tokens tokens);
// "the text fields", "the form": no field by name.
bool is_any_field(Tokens words);

// "both text fields" → two fields, filled alike; false when that does not stand there.
Result<bool> put_both(Tokens words, Step& step);

// `"value" into target`; a target need not be there.
Result<void> quoted_then_target(Tokens rest, Step& step);
// `"x" in A and "y" in B`: the parts, each with its value first.
std::vector<Tokens> value_first(Tokens rest);
// "the first field … the second": the second field. REQUIRES: parts of value_first.
void complete_ordinal(Tokens part, Tokens first_part, Step& step);

// `target with value`; false when the preposition does not stand there.
Result<bool> target_then_value(Tokens rest, std::string_view preposition, Step& step);
// `A with "x" and B with "y"`: the parts; empty when the words have another form.
std::vector<Tokens> target_first(Tokens rest, std::string_view preposition);

struct NounValue {
  Tokens noun;
  std::string value;
};
struct NounValues {
  std::vector<NounValue> pairs;
  Tokens tail;  // after the last value
};
// `the username "x" and the password "y"`; with `plain` a value may be one word without quotes.
std::optional<NounValues> noun_values(Tokens rest, bool plain);
// A step for each pair: into the field that the noun names. The tail may say where the fields are.
Result<void> put_noun_values(const NounValues& given, Steps& steps);

}  // namespace oc::page
