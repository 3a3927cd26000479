#include "page/act_grammar.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/text.h"
#include "json/json.h"
#include "page/act_keys.h"
#include "page/act_operands.h"
#include "page/act_step.h"
#include "page/act_tokens.h"

namespace oc::page {
namespace {

constexpr std::string_view kLoginExample = "log in with username \"ada\" and password \"x\"";

using StepParser = Result<void> (*)(Tokens rest, Steps& steps);

struct VerbRow {
  std::string_view words;  // lower case; the longest that fits is taken
  Verb verb;
  StepParser parse;
  std::string_view example;
  Divides divides = Divides::always;
};

constexpr std::array kVerbs{
    VerbRow{"click", Verb::click, parse_click, "click \"Sign in\""},
    VerbRow{"click on", Verb::click, parse_click, "click \"Sign in\""},
    VerbRow{"click into", Verb::click, parse_click, "click into the Name field"},
    VerbRow{"left-click", Verb::click, parse_click, "click \"Sign in\""},
    VerbRow{"left click", Verb::click, parse_click, "click \"Sign in\""},
    VerbRow{"left click on", Verb::click, parse_click, "click \"Sign in\""},
    VerbRow{"tap", Verb::click, parse_click, "tap \"Sign in\""},
    VerbRow{"tap on", Verb::click, parse_click, "tap \"Sign in\""},
    VerbRow{"push", Verb::click, parse_click, "push the \"Save\" button", Divides::with_name},
    VerbRow{"double-click", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"double-click on", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"double click", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"double click on", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"doubleclick", Verb::double_click, parse_target, "double-click \"row 3\""},
    VerbRow{"triple-click", Verb::triple_click, parse_target, "triple-click the 2nd paragraph"},
    VerbRow{"triple-click on", Verb::triple_click, parse_target, "triple-click the 2nd paragraph"},
    VerbRow{"triple click", Verb::triple_click, parse_target, "triple-click the 2nd paragraph"},
    VerbRow{"triple click on", Verb::triple_click, parse_target, "triple-click the 2nd paragraph"},
    VerbRow{"highlight", Verb::triple_click, parse_highlight, "highlight the text in the 2nd paragraph",
            Divides::with_name},
    VerbRow{"right-click", Verb::right_click, parse_target, "right-click \"row 3\""},
    VerbRow{"right-click on", Verb::right_click, parse_target, "right-click \"row 3\""},
    VerbRow{"right click", Verb::right_click, parse_target, "right-click \"row 3\""},
    VerbRow{"right click on", Verb::right_click, parse_target, "right-click \"row 3\""},
    VerbRow{"hover", Verb::hover, parse_target, "hover over Products"},
    VerbRow{"hover over", Verb::hover, parse_target, "hover over Products"},
    VerbRow{"mouse over", Verb::hover, parse_target, "hover over Products"},
    VerbRow{"hover on", Verb::hover, parse_target, "hover over Products"},
    VerbRow{"focus", Verb::focus, parse_target, "focus Search"},
    VerbRow{"focus on", Verb::focus, parse_target, "focus Search"},
    VerbRow{"focus into", Verb::focus, parse_target, "focus Search"},
    VerbRow{"focus in", Verb::focus, parse_target, "focus Search"},
    VerbRow{"type", Verb::type, parse_type, "type \"ada@x.org\" into Email"},
    VerbRow{"enter", Verb::type, parse_type, "enter \"Ada\" in Name"},
    VerbRow{"write", Verb::type, parse_type, "write \"Ada\" in Name"},
    VerbRow{"input", Verb::type, parse_type, "input \"Ada\" in Name"},
    VerbRow{"put", Verb::type, parse_type, "put \"Ada\" into Name", Divides::with_operand},
    VerbRow{"append", Verb::append, parse_append, "append \" Cruz\" to Name", Divides::with_operand},
    VerbRow{"fill", Verb::fill, parse_fill, "fill Email with \"ada@x.org\""},
    VerbRow{"fill in", Verb::fill, parse_fill, "fill in Email with \"ada@x.org\""},
    VerbRow{"fill out", Verb::fill, parse_fill, "fill out Email with \"ada@x.org\""},
    VerbRow{"set", Verb::fill, parse_set, "set Country to \"France\""},
    VerbRow{"change", Verb::fill, parse_set, "change Country to \"France\"", Divides::with_operand},
    VerbRow{"update", Verb::fill, parse_set, "update Country to \"France\"", Divides::with_operand},
    VerbRow{"use", Verb::fill, parse_use, "use the textbox to enter \"tea\"", Divides::with_name},
    VerbRow{"search", Verb::fill, parse_search, "search for \"tea\"", Divides::with_name},
    VerbRow{"search for", Verb::fill, parse_search, "search for \"tea\"", Divides::with_name},
    VerbRow{"log in with", Verb::fill, parse_login, kLoginExample, Divides::with_operand},
    VerbRow{"log in as", Verb::fill, parse_login_as, kLoginExample, Divides::with_operand},
    VerbRow{"login as", Verb::fill, parse_login_as, kLoginExample, Divides::with_operand},
    VerbRow{"sign in as", Verb::fill, parse_login_as, kLoginExample, Divides::with_operand},
    VerbRow{"log in using", Verb::fill, parse_login, kLoginExample, Divides::with_operand},
    VerbRow{"login with", Verb::fill, parse_login, kLoginExample, Divides::with_operand},
    VerbRow{"sign in with", Verb::fill, parse_login, kLoginExample, Divides::with_operand},
    VerbRow{"sign in using", Verb::fill, parse_login, kLoginExample, Divides::with_operand},
    VerbRow{"select", Verb::select, parse_select, "select \"France\" in Country"},
    VerbRow{"choose", Verb::select, parse_select, "choose \"Large\" from Size"},
    VerbRow{"pick", Verb::select, parse_select, "pick \"Large\" from Size"},
    VerbRow{"check", Verb::check, parse_check, "check \"Remember me\""},
    VerbRow{"tick", Verb::check, parse_check, "tick \"Remember me\""},
    VerbRow{"uncheck", Verb::uncheck, parse_check, "uncheck \"Remember me\""},
    VerbRow{"untick", Verb::uncheck, parse_check, "untick \"Remember me\""},
    VerbRow{"unselect", Verb::uncheck, parse_check, "unselect \"Remember me\"", Divides::with_operand},
    VerbRow{"deselect", Verb::uncheck, parse_check, "deselect \"Remember me\"", Divides::with_operand},
    VerbRow{"enable", Verb::check, parse_check, "enable \"Dark mode\"", Divides::with_name},
    VerbRow{"disable", Verb::uncheck, parse_check, "disable \"Dark mode\"", Divides::with_name},
    VerbRow{"toggle", Verb::check, parse_toggle, "toggle on \"Dark mode\""},
    VerbRow{"turn", Verb::check, parse_toggle, "turn off \"Dark mode\""},
    VerbRow{"switch", Verb::check, parse_switch, "switch to the \"Billing\" tab"},
    VerbRow{"press", Verb::press, parse_press, "press Ctrl+Shift+K"},
    VerbRow{"hit", Verb::press, parse_press, "hit Enter"},
    VerbRow{"open", Verb::open, parse_open, "open https://example.org/x", Divides::with_operand},
    VerbRow{"close", Verb::close, parse_close, "close the dialog", Divides::with_name},
    VerbRow{"dismiss", Verb::close, parse_close, "dismiss the dialog", Divides::with_name},
    VerbRow{"expand", Verb::expand, parse_expand, "expand the \"Billing\" section", Divides::with_operand},
    VerbRow{"collapse", Verb::collapse, parse_expand, "collapse the \"Billing\" section",
            Divides::with_operand},
    VerbRow{"scroll", Verb::scroll, parse_scroll, "scroll down 3 pages"},
    VerbRow{"wait", Verb::wait, parse_wait, "wait for \"Done\""},
    VerbRow{"go", Verb::go, parse_go, "go to example.org/x"},
    VerbRow{"navigate", Verb::go, parse_go, "navigate to example.org/x"},
    VerbRow{"visit", Verb::go, parse_visit, "visit example.org/x"},
    VerbRow{"reload", Verb::go, parse_reload, "reload"},
    VerbRow{"refresh", Verb::go, parse_reload, "refresh the page"},
    VerbRow{"clear", Verb::clear, parse_clear, "clear Search"},
    VerbRow{"submit", Verb::submit, parse_submit, "submit the form"},
    VerbRow{"drag", Verb::drag, parse_drag, "drag \"Card 1\" to \"Done\""},
    VerbRow{"upload", Verb::upload, parse_upload, "upload \"/tmp/cv.pdf\" to \"CV\""},
};

// What people write that is a goal, not a step, and what to write instead.
struct GoalRow {
  std::string_view words;  // the first that fits counts
  std::string_view instead;
};
constexpr std::array kGoals{
    GoalRow{"find",
            "Say what to do with it: click \"Reply\" in the row of Ada. To look for it first use find."},
    GoalRow{"locate",
            "Say what to do with it: click \"Reply\" in the row of Ada. To look for it first use find."},
    GoalRow{"look",
            "Say what to do with it: click \"Reply\" in the row of Ada. To look for it first use find."},
    GoalRow{"copy", "Select and press the keys: triple-click the 1st paragraph, press Ctrl+C."},
    GoalRow{"paste", "Focus the field and press the keys: focus Name, press Ctrl+V."},
    GoalRow{"move", "Name both elements: drag \"A\" to \"B\"."},
    GoalRow{"sort", "Name both elements of each move: drag \"A\" to \"B\"."},
    GoalRow{"log out", "Say what to click: click \"Log out\"."},
    GoalRow{"sign out", "Say what to click: click \"Sign out\"."},
    GoalRow{"log", "Give both: log in with username \"ada\" and password \"x\"."},
    GoalRow{"login", "Give both: log in with username \"ada\" and password \"x\"."},
    GoalRow{"sign", "Give both: sign in with username \"ada\" and password \"x\"."},
    GoalRow{"accept", "Say what to click: click \"Accept\"."},
    GoalRow{"send", "Say what to click: click \"Send\", or submit the form."},
    GoalRow{"remove", "Say what to click: click \"Remove\" in the row of Ada; to empty a field: clear Name."},
    GoalRow{"reply", "Say each step: click \"Reply\", type \"…\" into Message, click \"Send\"."},
    GoalRow{"forward", "Say each step: click \"Forward\", type \"…\" into To, click \"Send\"."},
    GoalRow{"delete", "Say what to click: click \"Delete\" in the row of Ada."},
    GoalRow{"buy", "Say each step: select \"Large\" in Size, click \"Buy\"."},
    GoalRow{"book", "Say each step: select \"Paris\" in To, click \"Book\"."},
    GoalRow{"add", "Say what to click, or append \"…\" to a field."},
    GoalRow{"using", "Begin with the step: select 4 with the slider."},
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
  return VerbWords{row->words, taken, row->divides};
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
  for (const GoalRow& row : kGoals) {
    if (!begins_with(tokens, row.words)) continue;
    error.message = cat("'", word, "' is not a verb of a step");
    error.hint = row.instead;
    break;
  }
  return error;
}

// "type x into Search, then Enter": a key alone, where keys were just used.
bool is_key_alone(Tokens tokens, const Steps& before) {
  if (before.empty() || tokens.size() != 1) return false;
  Verb last = before.back().verb;
  return (last == Verb::press || last == Verb::type || last == Verb::fill || last == Verb::append) &&
         is_key(tokens[0]);
}

// The steps of one sentence; mostly one.
Result<Steps> parse_sentence(Tokens tokens, const Steps& before) {
  Steps steps(1);
  if (is_key_alone(tokens, before)) {
    steps[0].verb = Verb::press;
    steps[0].value = *canonical_chord(tokens[0].text);
    return steps;
  }
  std::size_t taken = 0;
  const VerbRow* row = find_verb(tokens, taken);
  if (!row) return std::unexpected(unknown_verb(tokens));
  steps[0].verb = row->verb;
  Tokens rest = tokens.subspan(taken);
  while (!rest.empty() && rest.back().is("please")) rest = rest.first(rest.size() - 1);
  auto parsed = row->parse(rest, steps);
  if (parsed) return steps;
  Error error = std::move(parsed).error();
  error.details = json::object{{"example", row->example}};
  if (error.hint.empty()) error.hint = cat("For example: ", row->example);
  return std::unexpected(std::move(error));
}

// "For the user @ada, click Reply": where the next step takes place.
bool is_place(Tokens tokens) {
  std::size_t taken = 0;
  return tokens.size() > 1 &&
         tokens.front().is_any({"for", "from", "in", "into", "on", "under", "inside", "within"}) &&
         !find_verb(tokens, taken);
}

// "In Country pick Germany": the place, and the step behind it. Without a verb there is no place.
std::pair<Tokens, Tokens> split_place(Tokens part) {
  for (std::size_t at = 2; at + 1 < part.size(); ++at) {
    if (part[at].is_any({"pick", "choose", "select", "type", "enter", "click", "press", "check"}))
      return {part.first(at), part.subspan(at)};
  }
  return {Tokens{}, part};
}

bool has_step_end(const Token* begin, const Token* end) {
  return std::any_of(begin, end, [](const Token& token) { return token.kind == TokenKind::step_end; });
}

// Adds the place to the words of the step. It may hold for that step or for all that follow: only where none
// follows in the sentence it is clear.
Result<void> put_place(Tokens place, bool goes_on, Steps& steps) {
  // "In the first name field, type "Ada"" and "From Size, choose Medium": the place is the field.
  bool wants_field = !steps[0].target.given() && place.front().is_any({"in", "into", "from"}) &&
                     (steps[0].verb == Verb::type || steps[0].verb == Verb::select);
  if (!goes_on && steps.size() == 1 && wants_field) return put_target(place.subspan(1), steps[0].target);
  bool takes_place = !goes_on && steps.size() == 1 && steps[0].target.kind == TargetKind::words &&
                     !place.front().is_any({"from", "into"});
  if (!takes_place)
    return fail(ErrorCode::invalid_arguments,
                cat("'", shorten(one_line(text_of(place)), 60), "' stands alone"),
                "Say it in the step: click \"Reply\" for the user @ada");
  // "the user @ada" is known by "@ada".
  Tokens where = without_article(place.subspan(1));
  if (where.size() > 1) where = without_first(where, {"user", "person", "contact", "customer", "member"});
  steps[0].target.text += cat(" ", lower(place.front().text), " ", phrase_of(where));
  return {};
}

// "search for x and press Search": no other key is needed.
bool ends_by_itself(const Step& step) {
  return step.verb == Verb::click || step.verb == Verb::press || step.verb == Verb::submit;
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

Result<Steps> parse_steps(std::string_view instruction) {
  if (instruction.size() > kMaxInstructionBytes) {
    return fail(ErrorCode::invalid_arguments, cat("the instruction has ", instruction.size(),
                                                  " bytes; at most ", kMaxInstructionBytes, " are read"));
  }
  if (!is_valid_utf8(instruction)) return fail(ErrorCode::invalid_arguments, "the instruction is not UTF-8");
  // "Can you click Save?"
  while (instruction.ends_with('?') || instruction.ends_with('!') || instruction.ends_with(' '))
    instruction.remove_suffix(1);
  auto tokens = tokens_of(instruction);
  if (!tokens) return std::unexpected(std::move(tokens).error());
  std::vector<Tokens> parts = steps_of(*tokens, match_verb, is_key);
  if (parts.empty())
    return fail(ErrorCode::invalid_arguments, "the instruction has no step",
                "For example: click \"Sign in\"");
  Steps steps;
  Tokens place;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Tokens part = parts[i];
    const Token* next = i + 1 < parts.size() ? parts[i + 1].data() : nullptr;
    bool goes_on = next && !has_step_end(part.data() + part.size(), next);
    if (place.empty() && goes_on && is_place(part)) {
      place = part;
      continue;
    }
    if (place.empty() && is_place(part)) std::tie(place, part) = split_place(part);
    std::size_t begin = place.empty() ? part.front().begin : place.front().begin;
    std::string_view source = instruction.substr(begin, part.back().end - begin);
    auto more = parse_sentence(part, steps);
    Result<void> placed;
    if (more && !place.empty()) placed = put_place(place, goes_on, *more);
    if (!more) return std::unexpected(in_step(std::move(more).error(), steps.size() + 1, source));
    if (!placed) return std::unexpected(in_step(std::move(placed).error(), steps.size() + 1, source));
    place = {};
    if (!steps.empty() && steps.back().is_implied && ends_by_itself(more->front())) steps.pop_back();
    for (Step& step : *more) {
      step.source = source;
      steps.push_back(std::move(step));
    }
  }
  if (steps.size() > kMaxSteps) {
    return fail(ErrorCode::invalid_arguments, cat("the instruction has ", steps.size(), " steps; at most ",
                                                  kMaxSteps, " are done in one call"));
  }
  return steps;
}

}  // namespace oc::page
