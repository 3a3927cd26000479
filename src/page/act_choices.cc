// The steps of choosing: options of a list, radio buttons, checkboxes, switches, entries of a menu.
// Tested by: page/act_grammar_test.cc
#include <algorithm>

#include "base/text.h"
#include "page/act_operands.h"
#include "page/act_step.h"

namespace oc::page {
namespace {

constexpr std::initializer_list<std::string_view> kOf{"in", "from", "for", "on", "of", "under"};

bool is_arrow(const Token& token) {
  return token.is_any({">", "→", "›", "»", "->"});
}

bool is_control_word(const Token& token) {
  return token.is_any({"checkbox", "button", "radio", "tab", "link", "item", "box", "switch", "toggle", "row",
                       "cell", "icon", "menuitem"});
}

std::unexpected<Error> no_list() {
  return expected("in or from, and the list to select it in; to click something write: click …");
}

// `File > Export > PDF`
Result<void> put_path(Tokens rest, Step& step) {
  if (ends_with(rest, "from the menu") || ends_with(rest, "in the menu")) rest = rest.first(rest.size() - 3);
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= rest.size(); ++i) {
    if (i < rest.size() && !is_arrow(rest[i])) continue;
    auto text = plain_text(without_article(rest.subspan(begin, i - begin)));
    if (!text || trim(*text).empty()) return expected("a name on each side of '>'");
    step.values.push_back(std::move(*text));
    begin = i + 1;
  }
  step.is_path = true;
  return {};
}

// "all the checkboxes"
Result<void> put_all(Tokens rest, Step& step) {
  Tokens words = without_article(without_first(rest.subspan(1), {"of"}));
  bool boxes = words.size() == 1 && words.front().is_any({"checkboxes", "boxes"});
  if (words.size() == 2 && words[0].is("check") && words[1].is("boxes")) boxes = true;
  if (!boxes) return expected("each one by its name, or all checkboxes: check \"A\" and \"B\"");
  if (step.verb == Verb::select) step.verb = Verb::check;
  step.how_many = HowMany::all;
  return {};
}

// "the date 2016-12-05": a value that says by its kind where it goes.
Result<bool> put_kind_and_value(Tokens rest, Step& step) {
  if (rest.size() < 2 || !rest.front().is_any({"date", "time", "month", "week", "color", "colour", "number"}))
    return false;
  Tokens value = rest.subspan(1);
  char first = value.front().text.empty() ? ' ' : value.front().text.front();
  bool is_value = value.front().is_literal() || (first >= '0' && first <= '9') || first == '#';
  if (!is_value || index_of(value, "in") || index_of(value, "from")) return false;
  auto text = plain_text(value);
  if (!text) return std::unexpected(std::move(text).error());
  step.verb = Verb::fill;
  step.value = std::move(*text);
  step.target = {TargetKind::words, rest.front().text};
  return true;
}

// Words for the resolver, one element each.
Result<void> put_free(Tokens rest, Step& step) {
  auto targets = targets_of(rest);
  if (!targets) return std::unexpected(std::move(targets).error());
  if (targets->size() == 1 && targets->front().kind != TargetKind::words) {
    step.target = std::move(targets->front());
    return {};
  }
  for (StepTarget& target : *targets) {
    if (target.kind != TargetKind::words) return expected("names, or one ref or selector in each step");
    step.values.push_back(std::move(target.text));
  }
  return {};
}

// Behind the options in quotes.
Result<void> quoted_options(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  std::size_t taken = take_list(rest, step.values);
  Tokens behind = without_first(rest.subspan(taken), {"option", "options"});
  bool one = step.values.size() == 1;
  if (behind.empty() || is_control_word(behind.front()) ||
      behind.front().is_any({"checkboxes", "boxes", "buttons"})) {
    step.values.clear();
    return put_free(rest, step);
  }
  if (one && behind.size() > 1 && behind.front().is_any({"with", "using"}))
    return put_target(behind.subspan(1), step.target);
  if (one && behind.size() > 1 && behind.front().is("as")) {
    step.verb = Verb::fill;
    step.value = std::move(step.values.front());
    step.values.clear();
    return put_target(behind.subspan(1), step.target);
  }
  if (!behind.front().is_any(kOf)) return no_list();
  // `"L" from Size and "Red" from Colour`
  for (std::size_t i = 2; i + 2 < behind.size(); ++i) {
    bool next = (behind[i].is("and") || behind[i].kind == TokenKind::comma) && behind[i + 1].is_literal() &&
                behind[i + 2].is_any(kOf);
    if (!next) continue;
    OC_TRY(put_target(behind.subspan(1, i - 1), step.target));
    (void)add_step(steps);
    return quoted_options(behind.subspan(i + 1), steps);
  }
  return put_target(behind.subspan(1), step.target);
}

Result<void> plain_options(Tokens rest, Step& step) {
  for (std::string_view words : {"with the", "using"}) {
    auto at = index_of(rest, words);
    if (!at || *at == 0) continue;
    auto text = plain_text(rest.first(*at));
    if (!text) return std::unexpected(std::move(text).error());
    step.values.push_back(std::move(*text));
    return put_target(rest.subspan(*at + 1), step.target);
  }
  if (auto at = index_of(rest, "as the"); at && *at > 0) {
    auto text = plain_text(rest.first(*at));
    if (!text) return std::unexpected(std::move(text).error());
    step.verb = Verb::fill;
    step.value = std::move(*text);
    return put_target(rest.subspan(*at + 1), step.target);
  }
  auto at = divider(rest, {"from"});
  if (at && !*at) at = divider(rest, {"in"});
  if (at && !*at) at = divider(rest, {"for"});
  if (!at) return std::unexpected(std::move(at).error());
  if (!*at || **at == 0) return *at ? expected("each option in quotes of its own") : put_free(rest, step);
  Tokens option = without_last(rest.first(**at), {"option"});
  if (option.size() > 1 && is_control_word(option.back())) return put_free(rest, step);
  std::vector<Tokens> parts = list_of(option);
  for (Tokens part : parts) {
    if (std::ranges::any_of(part, [](const Token& token) { return token.is_any({"and", "or"}); }))
      return expected("each option in quotes of its own");
    auto text = plain_text(without_article(part));
    if (!text) return std::unexpected(std::move(text).error());
    step.values.push_back(std::move(*text));
  }
  if (parts.empty()) return expected("each option in quotes of its own");
  return put_target(rest.subspan(**at + 1), step.target);
}

}  // namespace

Result<void> parse_select(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  if (rest.empty()) return expected("what to select");
  if (std::ranges::any_of(rest, is_arrow)) return put_path(rest, step);
  if (rest.front().is("all")) return put_all(rest, step);
  rest = without_article(rest);
  auto kind = put_kind_and_value(rest, step);
  if (!kind) return std::unexpected(std::move(kind).error());
  if (*kind) return {};
  if (rest.size() > 1) rest = without_first(rest, {"option", "options", "value", "values"});
  if (rest.front().is_literal() && rest.front().kind == TokenKind::quoted) return quoted_options(rest, steps);
  return plain_options(rest, step);
}

namespace {

bool is_boxes(const Token& token) {
  return token.is_any({"checkboxes", "boxes", "switches", "toggles", "options"});
}

// Of several boxes each "and" divides.
Result<void> put_boxes(Tokens names, Steps& steps) {
  bool is_first = true;
  for (std::size_t from = 0, i = 0; i <= names.size(); ++i) {
    bool divides = i == names.size() || names[i].is("and") || names[i].kind == TokenKind::comma;
    if (!divides) continue;
    Tokens name = names.subspan(from, i - from);
    from = i + 1;
    if (name.empty()) continue;
    Step& step = std::exchange(is_first, false) ? steps.back() : add_step(steps);
    OC_TRY(put_target(name, step.target));
  }
  return is_first ? expected("which boxes") : Result<void>{};
}

}  // namespace

Result<void> parse_check(Tokens rest, Steps& steps) {
  // "check out" leads to the cash desk.
  if (rest.size() == 1 && rest.front().is_any({"out", "in", "up"}))
    return expected(
        cat("what to check, in quotes; to press a button write: click \"Check ", rest.front().text, "\""));
  if (!rest.empty() && rest.front().is("all")) return put_all(rest, steps.back());
  // "the Milk and Bread checkboxes", "the boxes for Milk and Bread"
  Tokens named = without_article(rest);
  bool is_quoted = std::ranges::any_of(named, &Token::is_literal);
  if (is_quoted || named.size() < 3) return put_targets(rest, steps);
  if (is_boxes(named.front()) && named[1].is_any({"for", "of", "named", "labeled", "labelled"}))
    return put_boxes(named.subspan(2), steps);
  if (is_boxes(named.back())) return put_boxes(named.first(named.size() - 1), steps);
  return put_targets(rest, steps);
}

Result<void> parse_toggle(Tokens rest, Steps& steps) {
  bool in_front = !rest.empty() && rest.front().is_any({"on", "off"});
  bool behind = !in_front && !rest.empty() && rest.back().is_any({"on", "off"});
  if (!in_front && !behind) return expected("on or off: what it is now does not matter");
  bool on = (in_front ? rest.front() : rest.back()).is("on");
  steps.back().verb = on ? Verb::check : Verb::uncheck;
  return put_target(in_front ? rest.subspan(1) : rest.first(rest.size() - 1), steps.back().target);
}

}  // namespace oc::page
