#include "page/act_grammar.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "json/json.h"
#include "page/act_keys.h"
#include "page/act_step.h"
#include "page/act_tokens.h"

namespace oc::page {
namespace {

using StepParser = Result<void> (*)(Tokens rest, Step& step);

struct VerbRow {
  std::string_view words;  // lower case; the longest that fits is taken
  Verb verb;
  StepParser parse;
  std::string_view example;
};

constexpr std::array kVerbs{
    VerbRow{"click", Verb::click, parse_target, "click \"Sign in\""},
    VerbRow{"click on", Verb::click, parse_target, "click \"Sign in\""},
    VerbRow{"left-click", Verb::click, parse_target, "click \"Sign in\""},
    VerbRow{"left click", Verb::click, parse_target, "click \"Sign in\""},
    VerbRow{"tap", Verb::click, parse_target, "tap \"Sign in\""},
    VerbRow{"tap on", Verb::click, parse_target, "tap \"Sign in\""},
    VerbRow{"double-click", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"double-click on", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"double click", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"double click on", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"doubleclick", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"right-click", Verb::right_click, parse_target, "right-click \"row 3\""},
    VerbRow{"right-click on", Verb::right_click, parse_target, "right-click \"row 3\""},
    VerbRow{"right click", Verb::right_click, parse_target, "right-click \"row 3\""},
    VerbRow{"right click on", Verb::right_click, parse_target, "right-click \"row 3\""},
    VerbRow{"hover", Verb::hover, parse_target, "hover over Products"},
    VerbRow{"hover over", Verb::hover, parse_target, "hover over Products"},
    VerbRow{"hover on", Verb::hover, parse_target, "hover over Products"},
    VerbRow{"focus", Verb::focus, parse_target, "focus Search"},
    VerbRow{"focus on", Verb::focus, parse_target, "focus Search"},
    VerbRow{"type", Verb::type, parse_type, "type \"ada@x.org\" into Email"},
    VerbRow{"enter", Verb::type, parse_type, "enter \"Ada\" in Name"},
    VerbRow{"write", Verb::type, parse_type, "write \"Ada\" in Name"},
    VerbRow{"input", Verb::type, parse_type, "input \"Ada\" in Name"},
    VerbRow{"fill", Verb::fill, parse_fill, "fill Email with \"ada@x.org\""},
    VerbRow{"fill in", Verb::fill, parse_fill, "fill in Email with \"ada@x.org\""},
    VerbRow{"fill out", Verb::fill, parse_fill, "fill out Email with \"ada@x.org\""},
    VerbRow{"set", Verb::fill, parse_set, "set Country to \"France\""},
    VerbRow{"select", Verb::select, parse_select, "select \"France\" in Country"},
    VerbRow{"choose", Verb::select, parse_select, "choose \"Large\" from Size"},
    VerbRow{"pick", Verb::select, parse_select, "pick \"Large\" from Size"},
    VerbRow{"check", Verb::check, parse_target, "check \"Remember me\""},
    VerbRow{"tick", Verb::check, parse_target, "tick \"Remember me\""},
    VerbRow{"uncheck", Verb::uncheck, parse_target, "uncheck \"Remember me\""},
    VerbRow{"untick", Verb::uncheck, parse_target, "untick \"Remember me\""},
    VerbRow{"toggle", Verb::check, parse_toggle, "toggle on \"Dark mode\""},
    VerbRow{"turn", Verb::check, parse_toggle, "turn off \"Dark mode\""},
    VerbRow{"switch", Verb::check, parse_toggle, "switch on \"Dark mode\""},
    VerbRow{"press", Verb::press, parse_press, "press Ctrl+Shift+K"},
    VerbRow{"hit", Verb::press, parse_press, "hit Enter"},
    VerbRow{"scroll", Verb::scroll, parse_scroll, "scroll down 3 pages"},
    VerbRow{"wait", Verb::wait, parse_wait, "wait for \"Done\""},
    VerbRow{"go", Verb::go, parse_go, "go to example.org/x"},
    VerbRow{"navigate", Verb::go, parse_go, "navigate to example.org/x"},
    VerbRow{"visit", Verb::go, parse_address, "visit example.org/x"},
    VerbRow{"open", Verb::go, parse_address, "open https://example.org/x"},
    VerbRow{"reload", Verb::go, parse_reload, "reload"},
    VerbRow{"refresh", Verb::go, parse_reload, "refresh the page"},
    VerbRow{"clear", Verb::clear, parse_clear, "clear Search"},
    VerbRow{"submit", Verb::submit, parse_submit, "submit the form"},
    VerbRow{"drag", Verb::drag, parse_drag, "drag \"Card 1\" to \"Done\""},
    VerbRow{"upload", Verb::upload, parse_upload, "upload \"/tmp/cv.pdf\" to \"CV\""},
};

// How many tokens the row's words take at the beginning; 0 when something else stands there.
std::size_t fits(const VerbRow& row, Tokens tokens) {
  std::size_t count = 0;
  for (std::string_view word : split(row.words, ' ')) {
    if (count >= tokens.size() || !tokens[count].is(word)) return 0;
    ++count;
  }
  return count;
}

const VerbRow* find_verb(Tokens tokens, std::size_t& taken) {
  const VerbRow* best = nullptr;
  taken = 0;
  for (const VerbRow& row : kVerbs) {
    std::size_t count = fits(row, tokens);
    if (count > taken) {
      best = &row;
      taken = count;
    }
  }
  return best;
}

std::optional<VerbWords> match_verb(Tokens tokens) {
  std::size_t taken = 0;
  const VerbRow* row = find_verb(tokens, taken);
  if (!row) return std::nullopt;
  return VerbWords{row->words, taken};
}

bool is_key(const Token& token) {
  return !token.is_literal() && token.text.size() > 1 && canonical_chord(token.text).has_value();
}

std::vector<std::string_view> verb_words() {
  std::vector<std::string_view> out;
  for (const VerbRow& row : kVerbs) {
    if (!row.words.contains(' ')) out.push_back(row.words);
  }
  return out;
}

Error unknown_verb(Tokens tokens) {
  std::vector<std::string_view> known = verb_words();
  std::string word = tokens[0].text;
  json::array verbs;
  std::string list;
  for (std::string_view verb : known) {
    verbs.emplace_back(verb);
    list += cat(list.empty() ? "" : ", ", verb);
  }
  Error error{ErrorCode::invalid_arguments, {}, {}, json::object{{"verbs", std::move(verbs)}}};
  std::string_view near = tokens[0].is_literal() ? std::string_view{} : nearest(word, known);
  error.message = tokens[0].is_literal() ? "a step begins with a verb, not with a quote"
                                         : cat("'", shorten(one_line(word), 40), "' is not a verb of a step");
  if (!near.empty()) {
    error.message += cat("; did you mean '", near, "'?");
    error.details.as_object()["nearest"] = near;
  }
  error.hint = cat("Begin each step with one of: ", list,
                   ". Put names and text that hold such words, full stops or commas into quotes.");
  return error;
}

// "type x into Search, then Enter": a key alone, where keys were just used.
bool is_key_alone(Tokens tokens, const std::vector<Step>& before) {
  if (before.empty() || tokens.size() != 1) return false;
  Verb last = before.back().verb;
  return (last == Verb::press || last == Verb::type || last == Verb::fill) && is_key(tokens[0]);
}

Result<Step> parse_step(Tokens tokens, const std::vector<Step>& before) {
  Step step;
  if (is_key_alone(tokens, before)) {
    step.verb = Verb::press;
    step.value = *canonical_chord(tokens[0].text);
    return step;
  }
  std::size_t taken = 0;
  const VerbRow* row = find_verb(tokens, taken);
  if (!row) return std::unexpected(unknown_verb(tokens));
  step.verb = row->verb;
  Tokens rest = tokens.subspan(taken);
  while (!rest.empty() && rest.back().is("please")) rest = rest.first(rest.size() - 1);
  auto parsed = row->parse(rest, step);
  if (parsed) return step;
  Error error = std::move(parsed).error();
  error.details = json::object{{"example", row->example}};
  if (error.hint.empty()) error.hint = cat("For example: ", row->example);
  return std::unexpected(std::move(error));
}

// Says of which step an error is.
Error in_step(Error error, std::size_t number, std::string_view source) {
  json::object details{{"step", static_cast<std::int64_t>(number)}, {"text", shorten(one_line(source), 200)}};
  if (error.details.is_object()) {
    for (auto& [key, value] : error.details.as_object()) details[key] = std::move(value);
  }
  error.details = std::move(details);
  return std::move(error).in(cat("step ", number, " (", shorten(one_line(source), 80), ")"));
}

}  // namespace

Result<std::vector<Step>> parse_steps(std::string_view instruction) {
  if (instruction.size() > kMaxInstructionBytes) {
    return fail(ErrorCode::invalid_arguments, cat("the instruction has ", instruction.size(),
                                                  " bytes; at most ", kMaxInstructionBytes, " are read"));
  }
  if (!is_valid_utf8(instruction)) return fail(ErrorCode::invalid_arguments, "the instruction is not UTF-8");
  auto tokens = tokens_of(instruction);
  if (!tokens) return std::unexpected(std::move(tokens).error());
  std::vector<Tokens> parts = steps_of(*tokens, match_verb, is_key);
  if (parts.empty())
    return fail(ErrorCode::invalid_arguments, "the instruction has no step",
                "For example: click \"Sign in\"");
  if (parts.size() > kMaxSteps) {
    return fail(ErrorCode::invalid_arguments, cat("the instruction has ", parts.size(), " steps; at most ",
                                                  kMaxSteps, " are done in one call"));
  }
  std::vector<Step> steps;
  for (Tokens part : parts) {
    std::string_view source = instruction.substr(part.front().begin, part.back().end - part.front().begin);
    auto step = parse_step(part, steps);
    if (!step) return std::unexpected(in_step(std::move(step).error(), steps.size() + 1, source));
    step->source = source;
    steps.push_back(std::move(*step));
  }
  return steps;
}

}  // namespace oc::page
