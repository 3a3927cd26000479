// The steps of the pointer and of single keys.
// Tested by: page/act_grammar_test.cc
#include "page/act_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "page/act_keys.h"
#include "page/act_operands.h"

namespace oc::page {
namespace {

// Words that a click may name but no key: "press the Delete button".
bool names_control(const Token& token) {
  return token.is_any(
      {"button", "link", "icon", "tab", "checkbox", "option", "item", "arrow", "sign", "menu"});
}

// The "x", the close button.
bool is_close_sign(Tokens tokens) {
  Tokens what = without_last(without_article(tokens), {"button", "icon", "sign"});
  constexpr std::array<std::string_view, 6> kNames{"x", "×", "✕", "✖", "close", "cross"};
  return what.size() == 1 && std::ranges::find(kNames, lower(what.front().text)) != kNames.end();
}

bool is_browser_tab(Tokens words) {
  bool tab = !words.empty() && words.back().is_any({"tab", "window"});
  return tab && (words.size() == 1 || words.front().is_any({"new", "other", "next", "previous", "browser"}));
}

std::unexpected<Error> browser_tabs() {
  return fail(
      ErrorCode::invalid_arguments, "the tabs of the browser are not part of the page",
      "Use tabs_create, tabs_close, or the tabId of another tab. For a tab of the page give its name: "
      "switch to the \"Billing\" tab");
}

// `3 times`, `twice` at the end of a key.
Result<Tokens> take_times(Tokens rest, Step& step) {
  for (std::size_t size : {2, 1}) {
    auto amount = rest.size() > size ? amount_of(rest.last(size)) : std::nullopt;
    if (!amount || (amount->unit != "times" && amount->unit != "time")) continue;
    bool whole = amount->number >= 1 && amount->number <= 100 && amount->number == std::floor(amount->number);
    if (!whole) return expected("a whole number of times from 1 to 100");
    step.count = static_cast<int>(amount->number);
    return rest.first(rest.size() - size);
  }
  return rest;
}

bool has_modifier(std::string_view words) {
  std::size_t plus = words.find('+', 1);
  return plus != std::string_view::npos && canonical_chord(trim(words.substr(0, plus))).has_value();
}

std::unexpected<Error> not_a_key(std::string_view words) {
  std::string names;
  for (std::string_view name : key_names()) names += cat(names.empty() ? "" : ", ", name);
  return fail(ErrorCode::invalid_arguments, cat("'", shorten(one_line(words), 60), "' is not a key"),
              cat("Keys: ", names,
                  ", with Ctrl+, Alt+, Shift+ or Cmd+ before them. To click a button write: "
                  "click \"…\""));
}

// The key or chord that stands there, else false: then it is the name of something to click. Unquoted words
// are a key when they can be one. In quotes a key's name may be an element's, which the page decides.
Result<bool> take_key(Tokens rest, Step& step) {
  Tokens named = without_article(rest);
  bool says_key =
      !named.empty() && (named.front().is_any({"key", "keys"}) || named.back().is_any({"key", "keys"}));
  Tokens key = without_last(without_first(named, {"key", "keys"}), {"key", "keys"});
  auto times = take_times(key, step);
  if (!times) return std::unexpected(std::move(times).error());
  key = without_last(*times, {"key", "keys"});
  says_key = says_key || key.size() < times->size();
  if (key.empty()) return expected("a key or the name of an element");
  std::string words = text_of(key);
  auto chord = canonical_chord(words);
  if (!chord) {
    if (says_key || has_modifier(words)) return not_a_key(words);
    return false;
  }
  bool quoted = key.size() == 1 && key.front().is_literal();
  bool one_character = words.size() == 1;
  // "the X" is what closes a dialog.
  if (one_character && !says_key && !quoted && named.size() < rest.size()) return false;
  // "the Delete" is rather what is called so, when something is.
  bool may_be_name = quoted || (key.size() == 1 && named.size() < rest.size());
  if (may_be_name && !says_key && !has_modifier(words)) step.name = words;
  step.value = std::move(*chord);
  return true;
}

constexpr auto kSections = {"section", "sections", "panel",  "accordion", "menu",
                            "item",    "group",    "node",   "folder",    "row",
                            "details", "tree",     "drawer", "header",    "collapsible"};

bool is_section_word(const Token& token) {
  return std::ranges::any_of(kSections, [&](std::string_view word) { return token.is(word); });
}

}  // namespace

Step& add_step(Steps& steps) {
  Verb verb = steps.back().verb;
  steps.push_back(Step{.verb = verb});
  return steps.back();
}

Result<void> put_targets(Tokens tokens, Steps& steps) {
  auto targets = targets_of(tokens);
  if (!targets) return std::unexpected(std::move(targets).error());
  for (std::size_t i = 0; i < targets->size(); ++i) {
    Step& step = i == 0 ? steps.back() : add_step(steps);
    step.target = std::move((*targets)[i]);
  }
  return {};
}

Result<void> parse_target(Tokens rest, Steps& steps) {
  return put_target(rest, steps.back().target);
}

Result<void> parse_click(Tokens rest, Steps& steps) {
  // "click the X to close the dialog"
  if (auto at = index_of(rest, "to close"); at && is_close_sign(rest.first(*at)) && *at + 2 < rest.size()) {
    steps.back().verb = Verb::close;
    return parse_close(rest.subspan(*at + 2), steps);
  }
  // Only quotes make a list here: "click Save, print" is one name.
  bool list = std::ranges::count_if(rest, &Token::is_literal) > 1 && list_of(rest).size() > 1;
  if (list) return put_targets(rest, steps);
  // "click Next twice"
  auto once = take_times(rest, steps.back());
  if (!once) return std::unexpected(std::move(once).error());
  int times = std::exchange(steps.back().count, 1);
  OC_TRY(put_target(*once, steps.back().target));
  for (int more = 1; more < times; ++more) {
    StepTarget same = steps.back().target;
    add_step(steps).target = std::move(same);
  }
  return {};
}

Result<void> parse_press(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  if (rest.empty()) return expected("a key or the name of an element");
  bool is_control =
      rest.size() > 1 && names_control(rest.back()) && !canonical_chord(text_of(without_article(rest)));
  if (rest.front().is("on") && rest.size() > 1) {
    rest = rest.subspan(1);
    is_control = true;
  }
  if (!is_control) {
    Tokens key = rest;
    for (std::size_t i = 1; i < rest.size(); ++i) {
      if (!rest[i].is_any({"in", "on", "inside"})) continue;
      key = rest.first(i);
      break;
    }
    // "press Enter to search": the key, unless something is called so.
    if (auto to = index_of(key, "to");
        to && *to > 0 && canonical_chord(text_of(without_article(key.first(*to))))) {
      step.value = *canonical_chord(text_of(without_article(key.first(*to))));
      step.name = text_of(without_article(rest));
      return {};
    }
    auto taken = take_key(key, step);
    if (!taken) return std::unexpected(std::move(taken).error());
    if (*taken && key.size() == rest.size()) return {};
    if (*taken) {
      step.name.clear();
      return put_target(rest.subspan(key.size() + 1), step.target);
    }
  }
  step.verb = Verb::click;
  step.count = 1;
  return parse_click(rest, steps);
}

Result<void> parse_open(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  if (rest.empty()) return expected("an address, or what to open on the page");
  if (put_address(rest, step)) {
    step.verb = Verb::go;
    // "Vue.js" may be a link of the page: what is called so is opened there.
    std::string words = text_of(rest);
    if (!words.contains("://")) step.name = std::move(words);
    return {};
  }
  if (auto by = by_clicking(rest)) {
    step.verb = Verb::click;
    return put_target(by->target, step.target);
  }
  Tokens words = without_article(without_first(rest, {"up"}));
  if (is_browser_tab(words)) return browser_tabs();
  // What opens the "Settings" page is called Settings.
  if (words.size() == 2 && words.front().is_literal()) words = without_last(words, {"page", "screen"});
  return put_target(words, step.target);
}

Result<void> parse_close(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  auto by = by_clicking(rest);
  Tokens words = without_article(by ? rest.first(by->at) : rest);
  if (is_browser_tab(words)) return browser_tabs();
  if (words.size() == 1 && words.front().is_any({"it", "x"})) words = {};
  if (by) {
    if (!is_close_sign(by->target)) {
      step.verb = Verb::click;
      OC_TRY(put_target(by->target, step.target));
      bool has_place = index_of(by->target, "in").has_value();
      if (!words.empty() && !has_place && step.target.kind == TargetKind::words)
        step.target.text += cat(" in the ", phrase_of(words));
      return {};
    }
  }
  return words.empty() ? Result<void>{} : put_target(words, step.target);
}

Result<void> parse_expand(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  if (auto by = by_clicking(rest)) {
    step.verb = Verb::click;
    return put_target(by->target, step.target);
  }
  Tokens words = without_article(rest);
  if (words.empty()) return expected("the section, menu or tree item");
  bool many = std::ranges::any_of(words, [](const Token& token) {
    return token.is_any({"sections", "panels", "items", "all", "every", "each", "groups", "folders", "rows"});
  });
  if (many) return expected("one section in each step: expand \"Billing\"");
  // "the section below" names none; "the Billing section" is known by "Billing".
  Tokens named = without_last(words, {"below", "above", "here"});
  if (named.size() == 1 && is_section_word(named.front())) return {};
  if (named.size() > 1 && begins_with(named.last(2), "tree item")) named = named.first(named.size() - 2);
  if (named.size() > 1 && is_section_word(named.back())) named = named.first(named.size() - 1);
  if (named.size() > 1 && is_section_word(named.front()) && named[1].is_literal()) named = named.subspan(1);
  return named.empty() ? Result<void>{} : put_target(named, step.target);
}

Result<void> parse_switch(Tokens rest, Steps& steps) {
  if (rest.empty() || !rest.front().is("to")) return parse_toggle(rest, steps);
  Tokens words = without_article(rest.subspan(1));
  if (is_browser_tab(words)) return browser_tabs();
  steps.back().verb = Verb::click;
  return put_target(words, steps.back().target);
}

Result<void> parse_highlight(Tokens rest, Steps& steps) {
  Tokens words = without_article(rest);
  if (words.size() > 2 && words[0].is_any({"text", "words"}) && words[1].is_any({"in", "of", "inside"}))
    words = without_article(words.subspan(2));
  words = without_last(words, {"below", "above"});
  return put_target(words, steps.back().target);
}

Result<void> parse_submit(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  if (auto by = by_clicking(rest)) {
    step.verb = Verb::click;
    return put_target(by->target, step.target);
  }
  Tokens words = without_article(rest);
  if (words.empty() || (words.size() == 1 && words.front().is_any({"form", "it"}))) return {};
  if (words.size() == 1 && words.front().is("button")) {
    step.verb = Verb::click;
    step.target = {TargetKind::words, "Submit button"};
    return {};
  }
  if (!words.back().is("form") && words.front().kind == TokenKind::word &&
      !words.front().text.starts_with("css=") && !words.front().text.starts_with("ref_"))
    return expected("nothing or a form after submit; to press a button write: click \"…\"");
  return put_target(rest, step.target);
}

Result<void> parse_drag(Tokens rest, Steps& steps) {
  Step& step = steps.back();
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
  Tokens goal = rest.subspan(*at + 1);
  if (!goal.empty() && goal.back().is_any({"position", "place", "spot"}))
    return expected("the element to drop it on, not a position: drag \"A\" to \"B\"");
  OC_TRY(put_target(rest.first(*at), step.target));
  return put_target(goal, step.destination);
}

Result<void> parse_upload(Tokens rest, Steps& steps) {
  Step& step = steps.back();
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
  return put_target(rest.subspan(1), step.target);
}

}  // namespace oc::page
