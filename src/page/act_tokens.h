// Words of a plain-language instruction, and where one step ends and the next begins. What a step means is
// act_grammar's business.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace oc::page {

enum class TokenKind : std::uint8_t { word, quoted, code, comma, step_end };

struct Token {
  TokenKind kind = TokenKind::word;
  std::string text;       // without its quotes, escapes undone
  std::size_t begin = 0;  // where it stands in the instruction, with its quotes
  std::size_t end = 0;

  // An unquoted word, whatever its case.
  bool is(std::string_view word) const;
  bool is_any(std::initializer_list<std::string_view> words) const;
  // Quotes or backticks: what stands in them is taken as it is.
  bool is_literal() const { return kind == TokenKind::quoted || kind == TokenKind::code; }
};

using Tokens = std::span<const Token>;

// Fails with invalid_arguments when a quote is never closed.
Result<std::vector<Token>> tokens_of(std::string_view instruction);

// How many tokens at the beginning are courtesy or lead over from the step before: please, now, and then,
// find and (click) …
std::size_t courtesy(Tokens tokens);

// May "and" or a comma before this verb begin another step? Names hold verbs too: "Save and close".
enum class Divides : std::uint8_t {
  always,
  with_operand,  // something follows
  with_name,     // an article, a quote or "it" follows
};

// The words of a verb at the beginning, as written in the table of verbs ("double click"); longest first.
struct VerbWords {
  std::string_view words;
  std::size_t tokens;
  Divides divides = Divides::always;
};
using MatchVerb = std::optional<VerbWords> (*)(Tokens tokens);
// Does a key or a chord stand there, so that "press Tab and Enter" is two steps?
using MatchKey = bool (*)(const Token& token);

// The steps of an instruction, each without the courtesy and the list marks before it; none is empty.
std::vector<Tokens> steps_of(Tokens tokens, MatchVerb match_verb, MatchKey match_key);

// The words as they stand in the instruction, one space between those that stand apart.
std::string text_of(Tokens tokens);
// The same with the quotes, for the resolver: what stands in them is a name, letter by letter.
std::string phrase_of(Tokens tokens);

}  // namespace oc::page
