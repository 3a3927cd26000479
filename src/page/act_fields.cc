// The steps that give fields their values. A text stands in quotes, or is plain words that cannot be taken
// for a description: "type the code below" is refused, not typed.
// Tested by: page/act_grammar_test.cc and act_sentences_test.cc
#include <algorithm>

#include "base/text.h"
#include "page/act_operands.h"
#include "page/act_step.h"
#include "page/act_values.h"

namespace oc::page {
namespace {

// Whether plain words may say more than a text: "hello to my friends" could name a field, "email ada@x.org"
// does.
bool may_name_field(Tokens text) {
  bool has_place =
      std::ranges::any_of(text.subspan(std::min<std::size_t>(text.size(), 1)), [](const Token& token) {
        return token.is_any(
            {"for", "on", "at", "under", "to", "as", "with", "within", "inside", "using", "next", "="});
      });
  bool begins_with_field =
      text.size() > 1 && (text.front().text.ends_with(':') ||
                          text.front().is_any({"email", "e-mail", "name", "username", "password", "phone",
                                               "address", "city", "zip", "date", "time", "number", "code",
                                               "amount", "title", "comment", "message", "subject", "url"}));
  return has_place || begins_with_field;
}

// Words without quotes, then perhaps into and a field, or as and a field: 10:30 AM as the time.
Result<void> plain_then_target(Tokens rest, Step& step) {
  std::optional<std::size_t> at = index_of(rest, "as the");
  if (!at || *at == 0) {
    auto found = divider(rest, {"into"});
    if (found && !*found) found = divider(rest, {"in"});
    if (found && !*found) found = divider(rest, {"for"});
    if (!found) return std::unexpected(std::move(found).error());
    at = *found;
  }
  if (at == 0U) return expected("the text to type");
  if (at && index_of(rest.subspan(*at + 1), "as the"))
    return expected("each text in quotes: enter \"Ada\" as the name");
  Tokens text = at ? rest.first(*at) : rest;
  if (is_description(text)) return described(text);
  if (!at && may_name_field(text))
    return expected("the text in quotes, and the field where one is meant: enter \"Ada\" in Name");
  OC_TRY(put_text(text, step.value));
  if (!at) return {};
  Tokens target = without_article(rest.subspan(*at + 1));
  auto both = put_both(target, step);
  if (!both) return std::unexpected(std::move(both).error());
  return *both ? Result<void>{} : put_field(target, step.target);
}

Result<void> each_value_first(const std::vector<Tokens>& parts, Steps& steps) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Step& step = i == 0 ? steps.back() : add_step(steps);
    OC_TRY(quoted_then_target(parts[i], step));
    if (i > 0) complete_ordinal(parts[i], parts[0], step);
  }
  return {};
}

Result<void> each_target_first(const std::vector<Tokens>& parts, std::string_view preposition, Steps& steps) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Step& step = i == 0 ? steps.back() : add_step(steps);
    auto done = target_then_value(parts[i], preposition, step);
    if (!done) return std::unexpected(std::move(done).error());
  }
  return {};
}

// The keys that a search ends with, where the next step does not do it.
void add_implied(Steps& steps, Step last) {
  last.is_implied = true;
  steps.push_back(std::move(last));
}

}  // namespace

Result<void> parse_type(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  // "type in "x"": the preposition belongs to the verb.
  if (rest.size() > 1 && rest[0].is("in") && rest[1].is_literal()) rest = rest.subspan(1);
  rest = without_text_word(rest);
  if (rest.empty()) return expected("the text to type");
  if (rest.front().is_literal()) return each_value_first(value_first(rest), steps);
  auto given = noun_values(rest, false);
  if (!given) {
    if (std::ranges::any_of(rest, &Token::is_literal) && !index_of(rest, "into") && !index_of(rest, "in"))
      return expected("the text in one pair of quotes, and the field: type \"x\" into Name");
    return plain_then_target(rest, step);
  }
  bool has_field = given->pairs.size() == 1 && !given->tail.empty() &&
                   !is_any_field(without_article(given->tail.subspan(1)));
  if (!has_field) return put_noun_values(*given, steps);
  // `the password "x" into both fields`: the field is named at the end. Without an article the word would be
  // part of a text.
  if (!begins_with_owner(rest)) return expected("the whole text in one pair of quotes");
  std::size_t value = rest.size() - given->tail.size() - 1;
  return quoted_then_target(rest.subspan(value), step);
}

Result<void> parse_append(Tokens rest, Steps& steps) {
  rest = without_text_word(rest);
  if (rest.size() < 3 || !rest.front().is_literal() || !rest[1].is_any({"to", "in", "into", "at"}))
    return expected("the text in quotes, to, and the field");
  Tokens target = rest.subspan(2);
  if (begins_with(without_article(target), "end of")) target = without_article(target).subspan(2);
  steps.back().value = rest.front().text;
  return put_target(target, steps.back().target);
}

Result<void> parse_fill(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  auto parts = target_first(rest, "with");
  bool form =
      begins_with(without_article(rest), "form with") || begins_with(without_article(rest), "form using");
  Tokens pairs = form ? without_article(rest).subspan(2) : rest;
  bool is_with = !form && index_of(rest, "with").has_value();
  if (!is_with && !pairs.empty() && !pairs.front().is_literal()) {
    if (auto given = noun_values(pairs, false); given) return put_noun_values(*given, steps);
  }
  if (form) return expected("the form with fields and their texts: name \"Ada\" and email \"ada@x.org\"");
  if (parts.size() > 1) return each_target_first(parts, "with", steps);
  auto done = target_then_value(rest, "with", step);
  if (!done) return std::unexpected(std::move(done).error());
  if (*done) return {};
  rest = without_text_word(rest);
  if (rest.size() < 3 || !rest.front().is_literal()) return expected("a field, with, and the text for it");
  return each_value_first(value_first(rest), steps);
}

Result<void> parse_set(Tokens rest, Steps& steps) {
  if (auto parts = target_first(rest, "to"); parts.size() > 1) return each_target_first(parts, "to", steps);
  auto done = target_then_value(rest, "to", steps.back());
  if (!done) return std::unexpected(std::move(done).error());
  if (!*done) return expected("a field, to, and the value for it");
  return {};
}

Result<void> parse_use(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  for (std::size_t i = 1; i + 2 < rest.size(); ++i) {
    if (!rest[i].is("to")) continue;
    Tokens what = rest.subspan(i + 2);
    if (rest[i + 1].is_any({"select", "choose", "pick"})) {
      step.verb = Verb::select;
      std::string value;
      OC_TRY(put_text(without_text_word(what), value));
      step.values.push_back(std::move(value));
      return put_target(rest.first(i), step.target);
    }
    if (!rest[i + 1].is_any({"enter", "type", "write", "input", "set", "search"})) continue;
    bool search = rest[i + 1].is("search");
    what = without_text_word(search ? without_first(what, {"for"}) : what);
    if (is_description(what)) return described(what);
    OC_TRY(put_text(what, step.value));
    OC_TRY(put_target(rest.first(i), step.target));
    if (search) add_implied(steps, {.verb = Verb::press, .value = "Enter"});
    return {};
  }
  return expected("a field, to enter or to select, and the value");
}

Result<void> parse_search(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  step.verb = Verb::fill;
  std::optional<std::size_t> at = index_of(rest, "for");
  Tokens text = at ? rest.subspan(*at + 1) : rest;
  text = without_text_word(text);
  bool has_place = at && *at > 0;
  if (text.empty() || !text.front().is_literal())
    return expected("the text to search for, in quotes: search for \"tea\"");
  step.value = text.front().text;
  Tokens place = has_place ? rest.first(*at) : text.subspan(1);
  if (!has_place && !place.empty() && !place.front().is_any({"in", "on", "with", "using", "into"}))
    return expected(cat("in and the search field, not '", place.front().text, "', after the text"));
  if (!has_place && !place.empty()) place = place.subspan(1);
  if (place.empty()) {
    step.target = {TargetKind::words, "search field"};
  } else {
    OC_TRY(put_target(place, step.target));
  }
  add_implied(steps, {.verb = Verb::press, .value = "Enter"});
  return {};
}

Result<void> parse_login(Tokens rest, Steps& steps) {
  auto given = noun_values(rest, true);
  if (!given || given->pairs.size() < 2)
    return expected("fields and their texts: log in with username \"ada\" and password \"x\"");
  OC_TRY(put_noun_values(*given, steps));
  add_implied(steps, {.verb = Verb::submit, .value = "log in"});
  return {};
}

// "log in as ada with password x"
Result<void> parse_login_as(Tokens rest, Steps& steps) {
  auto with = index_of(rest, "with");
  Tokens secret = with ? without_owner(rest.subspan(*with + 1)) : Tokens{};
  if (!with || *with == 0 || secret.size() < 2 || !secret.front().is("password"))
    return expected("both: log in as \"ada\" with password \"x\"");
  Tokens user = rest.first(*with);
  if (is_description(user)) return described(user);
  steps.back().target = {TargetKind::words, "username"};
  OC_TRY(put_text(user, steps.back().value));
  Step& password = add_step(steps);
  password.target = {TargetKind::words, "password"};
  OC_TRY(put_text(secret.subspan(1), password.value));
  add_implied(steps, {.verb = Verb::submit, .value = "log in"});
  return {};
}

Result<void> parse_clear(Tokens rest, Steps& steps) {
  return rest.empty() ? Result<void>{} : put_target(rest, steps.back().target);
}

}  // namespace oc::page
