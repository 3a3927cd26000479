// Tested by: page/act_grammar_test.cc
#include "page/act_step.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "page/act_keys.h"
#include "page/act_operands.h"

namespace oc::page {
namespace {

Result<void> put(Result<StepTarget> target, StepTarget& place) {
  if (!target) return std::unexpected(std::move(target).error());
  place = std::move(*target);
  return {};
}

Result<void> put(Result<std::string> text, std::string& place) {
  if (!text) return std::unexpected(std::move(text).error());
  place = std::move(*text);
  return {};
}

// `the text "x"` is "x"; without quotes the words are the text.
Tokens without_text_word(Tokens tokens) {
  Tokens named = without_article(tokens);
  Tokens rest = without_first(named, {"text", "word", "value", "string"});
  bool has_word = rest.size() < named.size();
  return has_word && !rest.empty() && rest.front().is_literal() ? rest : tokens;
}

// `value into target`, with the value in quotes; a target need not be there.
Result<void> quoted_then_target(Tokens rest, Step& step) {
  step.value = rest.front().text;
  rest = rest.subspan(1);
  if (rest.empty()) return {};
  if (!rest.front().is_any({"into", "in", "to", "on", "inside"}))
    return expected(cat("into, not '", rest.front().text, "', after the text"));
  return put(target_of(rest.subspan(1)), step.target);
}

// `target with value`. The value is what stands in quotes at the end, or what follows the one preposition.
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
  OC_TRY(put(target_of(rest.first(*at)), step.target));
  OC_TRY(put(plain_text(without_text_word(rest.subspan(*at + 1))), step.value));
  return true;
}

int bounded(double number, int most) {
  return number >= 1 && number <= most && number == std::floor(number) ? static_cast<int>(number) : 0;
}

Result<void> put_count(double number, int most, std::string_view of, Step& step) {
  step.count = bounded(number, most);
  if (step.count == 0) return expected(cat("a whole number of ", of, " from 1 to ", most));
  return {};
}

}  // namespace

Result<void> parse_target(Tokens rest, Step& step) {
  return put(target_of(rest), step.target);
}

Result<void> parse_type(Tokens rest, Step& step) {
  // "type in "x"": the preposition belongs to the verb.
  if (rest.size() > 1 && rest[0].is("in") && rest[1].is_literal()) rest = rest.subspan(1);
  rest = without_text_word(rest);
  if (rest.empty()) return expected("the text to type");
  if (rest.front().is_literal()) return quoted_then_target(rest, step);
  auto at = divider(rest, {"into"});
  if (at && !*at) at = divider(rest, {"in"});
  if (!at) return std::unexpected(std::move(at).error());
  if (*at == 0U) return expected("the text to type");
  OC_TRY(put(plain_text(*at ? rest.first(**at) : rest), step.value));
  return *at ? put(target_of(rest.subspan(**at + 1)), step.target) : Result<void>{};
}

Result<void> parse_fill(Tokens rest, Step& step) {
  auto done = target_then_value(rest, "with", step);
  if (!done) return std::unexpected(std::move(done).error());
  if (*done) return {};
  rest = without_text_word(rest);
  if (rest.size() < 3 || !rest.front().is_literal()) return expected("a field, with, and the text for it");
  return quoted_then_target(rest, step);
}

Result<void> parse_set(Tokens rest, Step& step) {
  auto done = target_then_value(rest, "to", step);
  if (!done) return std::unexpected(std::move(done).error());
  if (!*done) return expected("a field, to, and the value for it");
  return {};
}

Result<void> parse_select(Tokens rest, Step& step) {
  rest = without_first(without_article(rest), {"option", "options", "value", "values"});
  std::size_t taken = take_list(rest, step.values);
  if (taken > 0) {
    rest = without_first(rest.subspan(taken), {"option", "options"});
    if (rest.empty() || !rest.front().is_any({"in", "from", "for", "on", "of", "under"}))
      return expected("in or from, and the list to select it in; to click something write: click …");
    return put(target_of(rest.subspan(1)), step.target);
  }
  auto at = divider(rest, {"from"});
  if (at && !*at) at = divider(rest, {"in"});
  if (at && !*at) at = divider(rest, {"for"});
  if (!at) return std::unexpected(std::move(at).error());
  if (!*at) return expected("in or from, and the list to select it in; to click something write: click …");
  Tokens option = without_last(rest.first(**at), {"option"});
  bool several = std::ranges::any_of(
      option, [](const Token& token) { return token.is("and") || token.kind == TokenKind::comma; });
  if (several || option.empty()) return expected("each option in quotes of its own");
  auto text = plain_text(option);
  if (!text) return std::unexpected(std::move(text).error());
  step.values.push_back(std::move(*text));
  return put(target_of(rest.subspan(**at + 1)), step.target);
}

Result<void> parse_toggle(Tokens rest, Step& step) {
  bool in_front = !rest.empty() && rest.front().is_any({"on", "off"});
  bool behind = !in_front && !rest.empty() && rest.back().is_any({"on", "off"});
  if (!in_front && !behind) return expected("on or off: what it is now does not matter");
  bool on = (in_front ? rest.front() : rest.back()).is("on");
  step.verb = on ? Verb::check : Verb::uncheck;
  return put(target_of(in_front ? rest.subspan(1) : rest.first(rest.size() - 1)), step.target);
}

Result<void> parse_press(Tokens rest, Step& step) {
  // "press the Save button" is a click.
  if (rest.size() > 1 && rest.back().is_any({"button", "link"})) {
    step.verb = Verb::click;
    return put(target_of(rest), step.target);
  }
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (!rest[i].is_any({"in", "on", "inside"})) continue;
    OC_TRY(put(target_of(rest.subspan(i + 1)), step.target));
    rest = rest.first(i);
    break;
  }
  for (std::size_t size : {2, 1}) {
    auto amount = rest.size() > size ? amount_of(rest.last(size)) : std::nullopt;
    if (!amount || (amount->unit != "times" && amount->unit != "time")) continue;
    OC_TRY(put_count(amount->number, 100, "times", step));
    rest = rest.first(rest.size() - size);
    break;
  }
  rest = without_last(without_first(without_article(rest), {"key", "keys"}), {"key", "keys"});
  if (rest.empty()) return expected("a key");
  std::string words = text_of(rest);
  auto chord = canonical_chord(words);
  if (!chord) {
    std::string names;
    for (std::string_view name : key_names()) names += cat(names.empty() ? "" : ", ", name);
    return fail(ErrorCode::invalid_arguments, cat("'", shorten(one_line(words), 60), "' is not a key"),
                cat("Keys: ", names,
                    ", with Ctrl+, Alt+, Shift+ or Cmd+ before them. To click a button write: "
                    "click \"…\""));
  }
  step.value = std::move(*chord);
  return {};
}

Result<void> parse_go(Tokens rest, Step& step) {
  for (std::string_view way : {"back", "forward"}) {
    if (rest.empty() || !rest.front().is(way)) continue;
    step.value = way;
    if (rest.size() == 1) return {};
    auto amount = amount_of(rest.subspan(1));
    bool fits = amount && (amount->unit.starts_with("page") || amount->unit.starts_with("time") ||
                           amount->unit.starts_with("step"));
    if (!fits) return expected(cat("nothing or a number of pages after ", way));
    return put_count(amount->number, 50, "pages", step);
  }
  return parse_address(without_first(rest, {"to"}), step);
}

Result<void> parse_address(Tokens rest, Step& step) {
  Tokens named = without_first(without_article(rest), {"url", "address", "page", "site", "website"});
  if (named.size() == 1) {
    const Token& only = named.front();
    bool looks_like_one =
        only.is_literal() || only.text.find_first_of(".:/") != std::string::npos || only.is("localhost");
    if (looks_like_one && !only.text.empty() && only.text.find_first_of(" \t\n") == std::string::npos) {
      step.value = only.text;
      return {};
    }
  }
  return expected("an address such as example.org/x; to follow a link or open a menu write: click …");
}

Result<void> parse_reload(Tokens rest, Step& step) {
  rest = without_last(without_article(rest), {"page", "tab"});
  if (!rest.empty()) return expected("nothing after reload: it is the page that is loaded again");
  step.value = "reload";
  return {};
}

Result<void> parse_clear(Tokens rest, Step& step) {
  return rest.empty() ? Result<void>{} : put(target_of(rest), step.target);
}

Result<void> parse_submit(Tokens rest, Step& step) {
  Tokens words = without_article(rest);
  if (words.empty() || (words.size() == 1 && words.front().is_any({"form", "it"}))) return {};
  return put(target_of(rest), step.target);
}

Result<void> parse_drag(Tokens rest, Step& step) {
  std::optional<std::size_t> at;
  if (rest.size() > 1 && rest[0].is_literal() && rest[1].is_any({"onto", "to", "into", "on"})) {
    at = 1;
  } else {
    auto found = divider(rest, {"onto"});
    if (found && !*found) found = divider(rest, {"to", "into"});
    if (found && !*found) found = divider(rest, {"on"});
    if (!found) return std::unexpected(std::move(found).error());
    at = *found;
  }
  if (!at) return expected("to, and where to drag it");
  OC_TRY(put(target_of(rest.first(*at)), step.target));
  return put(target_of(rest.subspan(*at + 1)), step.destination);
}

Result<void> parse_upload(Tokens rest, Step& step) {
  rest = without_first(without_article(rest), {"file", "files"});
  std::size_t taken = take_list(rest, step.values);
  if (taken == 0 && !rest.empty() && rest.front().kind == TokenKind::word) {
    step.values.push_back(rest.front().text);
    taken = 1;
  }
  if (taken == 0) return expected("the path of a file");
  rest = rest.subspan(taken);
  if (rest.empty() || !rest.front().is_any({"to", "into", "in", "on", "with", "for"}))
    return expected("to, and the field that takes the file");
  return put(target_of(rest.subspan(1)), step.target);
}

}  // namespace oc::page
