// How fields get their values. A value that a field does not take as written is given once more in the
// form that HTML has for it: dates and times.
// Tested by: tests/browser/act_test.mjs and act_sentences_test.mjs
#include <algorithm>
#include <array>

#include "base/text.h"
#include "page/act_dates.h"
#include "page/act_run.h"
#include "page/evaluate.h"
#include "page/field.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

// Nouns that say by the type of an input which one is meant, where no name does.
struct TypeRow {
  std::string_view noun;
  std::string_view css;
};
constexpr std::string_view kSearchFields =
    "input[type=search], [role=searchbox], [role=search] input:not([type]), [role=search] input[type=text]";
constexpr std::string_view kLoginFields =
    "form:has(input[type=password]) input:is([type=email], [type=text], [type=tel], :not([type]))";
constexpr std::array kTypes{
    TypeRow{"date", "input[type=date], input[type=datetime-local]"},
    TypeRow{"time", "input[type=time]"},
    TypeRow{"month", "input[type=month]"},
    TypeRow{"week", "input[type=week]"},
    TypeRow{"color", "input[type=color]"},
    TypeRow{"colour", "input[type=color]"},
    TypeRow{"color picker", "input[type=color]"},
    TypeRow{"number", "input[type=number]"},
    TypeRow{"password", "input[type=password]"},
    TypeRow{"email", "input[type=email]"},
    TypeRow{"phone", "input[type=tel]"},
    TypeRow{"search", kSearchFields},
    TypeRow{"username", kLoginFields},
    TypeRow{"user", kLoginFields},
    TypeRow{"login", kLoginFields},
};
constexpr std::string_view kTextFields =
    "input:not([type]), input[type=text], input[type=password], input[type=email], input[type=search], "
    "input[type=tel], input[type=url], input[type=number], textarea";

std::string_view css_for(std::string_view words) {
  std::string noun = lower(words);
  for (std::string_view end : {" field", " input", " box", " textbox"}) {
    if (noun.ends_with(end)) noun.resize(noun.size() - end.size());
  }
  for (const TypeRow& row : kTypes) {
    if (row.noun == noun) return row.css;
  }
  return {};
}

// In which order the browser writes dates, and its fields show them.
Task<DateOrder> date_order(browser::Tab& tab, Stop stop) {
  auto sample = co_await evaluate(tab, "new Intl.DateTimeFormat().format(new Date(2001, 1, 3))",
                                  ScriptWorld::isolated, ValueSize::readable, stop);
  if (!sample || !sample->is_string()) co_return DateOrder::unknown;
  co_return order_of_sample(json::view(sample->get_string()));
}

Task<Result<Deed>> set_value(Scene scene, ActTarget target, std::string value, Stop stop) {
  auto set = co_await set_field(scene, target, json::value(value), stop);
  if (set || set.error().code != ErrorCode::invalid_arguments) co_return set;
  DateOrder order = DateOrder::unknown;
  if (needs_order(value)) order = co_await date_order(scene.tab, stop);
  for (auto form : {iso_date(value, order), iso_time(value)}) {
    if (!form) continue;
    auto again = co_await set_field(scene, target, json::value(*form), stop);
    if (again || again.error().code != ErrorCode::invalid_arguments) co_return again;
  }
  co_return set;
}

Task<Result<Deed>> fill_both(Scene scene, Step step, Stop stop) {
  bool password = lower(step.target.text).contains("password");
  auto fields =
      co_await seen_by_css(scene.tab, std::string{password ? "input[type=password]" : kTextFields}, stop);
  if (!fields) co_return std::unexpected(std::move(fields).error());
  if (fields->size() != 2) {
    co_return fail(ErrorCode::ambiguous_target,
                   cat("'both' fits where there are two fields; the page has ", fields->size()),
                   "Name each: type \"x\" into the first field and \"x\" into the second");
  }
  Deed all;
  for (const Match& field : *fields) {
    auto set = co_await set_value(scene, {.element = {.ref = field.ref}}, step.value, stop);
    if (!set) co_return set;
    add_deed(all, std::move(*set));
  }
  co_return all;
}

struct Look {
  std::string kind;  // typed, set, select, toggle, file, none
  std::string words;
  json::value value;
  bool one_line = false;
};
Task<Result<Look>> look_at(browser::Tab& tab, ElementTarget element, Stop stop) {
  auto resolved = resolve(tab, element);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = std::move(resolved->args);
  args["step"] = "look";
  auto answer = co_await run_script(tab, scripts::kSetField, std::move(args), stop, resolved->frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& read = answer->value.as_object();
  co_return Look{json::text_of(read, "kind"), json::text_of(read, "words"), read.at("value"),
                 json::find_bool(read, "oneLine").value_or(false)};
}

// Typing ends in a field that holds nothing, or not what was typed: a time field took none of it.
Task<Result<void>> check_holds(browser::Tab& tab, ElementTarget field, std::string text, bool whole,
                               Stop stop) {
  if (trim(text).empty() || text.find_first_of("\n\t") != std::string::npos) co_return Result<void>{};
  auto look = co_await look_at(tab, std::move(field), stop);
  // Pages take fields away once they have their value.
  if (!look || look->kind != "typed" || !look->value.is_string()) co_return Result<void>{};
  std::string_view held = json::view(look->value.get_string());
  if (whole ? held.contains(text) : !held.empty()) co_return Result<void>{};
  co_return fail(
      ErrorCode::value_not_kept,
      cat(look->words, held.empty() ? " is still empty" : " does not hold the text", " after typing"));
}

// Behind what the field holds already, as a person who clicks into it and types on.
Task<Result<Deed>> type_behind(Scene scene, Step step, bool check, Stop stop) {
  auto focused = co_await focus(scene, act_target(step.target, field_roles()), false, stop);
  if (!focused) co_return std::unexpected(std::move(focused).error());
  std::string into = cat(" into ", focused->line.substr(focused->line.find(' ') + 1));
  auto look = co_await look_at(scene.tab, focused->element, stop);
  if (check && look && look->one_line) {
    auto line = one_line_of(std::move(step.value), look->words);
    if (!line) co_return std::unexpected(std::move(line).error());
    step.value = std::move(*line);
  }
  OC_CO_TRY(co_await press_keys(scene.tab, {*parse_chord("Ctrl+End")}, stop));
  auto typed = co_await type_keys(scene, step.value, stop);
  if (!typed) co_return typed;
  typed->line += into;
  if (check && !typed->left_page)
    OC_CO_TRY(co_await check_holds(scene.tab, focused->element, step.value, true, stop));
  co_return typed;
}

Task<Result<Deed>> type_at_focus(Scene scene, Step step, Stop stop) {
  auto field = co_await locate(scene.tab, {.element = {.selector = ":focus"}}, stop);
  if (field) {
    auto look = co_await look_at(scene.tab, *field, stop);
    // Keys would go into the parts of a date in the order of the browser's language.
    if (look && look->kind == "set")
      co_return co_await set_value(scene, {.element = *field}, step.value, stop);
  }
  auto typed = co_await type_keys(scene, step.value, stop);
  if (!typed || typed->left_page || scene.tab.dialogs().open()) co_return typed;
  auto holder = field ? co_await look_at(scene.tab, *field, stop) : Result<Look>{Look{}};
  bool takes_text = holder && holder->kind == "typed";
  bool is_unseen = std::ranges::all_of(typed->effects,
                                       [](const std::string& line) { return line.starts_with(kNoChange); });
  // In a frame the focus is seen from here as that frame alone.
  if (!takes_text && is_unseen && scene.tab.frames().ids().size() == 1) {
    co_return fail(ErrorCode::value_not_kept,
                   "nothing that takes text has the focus, and nothing on the page changed",
                   "Name the field: type \"x\" into Name.");
  }
  if (!field) co_return typed;
  auto after = co_await locate(scene.tab, {.element = {.selector = ":focus"}}, stop);
  // Boxes for one digit each pass the focus on.
  if (!after || after->ref != field->ref) co_return typed;
  OC_CO_TRY(co_await check_holds(scene.tab, *field, step.value, false, stop));
  co_return typed;
}

constexpr std::string_view kFocusedField =
    "input:focus, textarea:focus, select:focus, [contenteditable]:focus";

Task<Result<Deed>> click_submit(Scene scene, ElementTarget inside, bool login, Stop stop) {
  auto button = co_await submit_button_of(scene.tab, std::move(inside), login, stop);
  if (!button) co_return std::unexpected(std::move(button).error());
  co_return co_await click(scene, {.element = *button}, {}, true, stop);
}

// A page without forms has buttons that say what they do.
Task<Result<Deed>> click_named_submit(Scene scene, bool login, Stop stop) {
  std::vector<std::string_view> names{"Submit"};
  if (login) names = {"Log in", "Login", "Sign in", "Submit"};
  std::vector<Match> buttons;
  for (std::string_view name : names) {
    auto found =
        co_await find_elements(scene.tab, cat("\"", name, "\""), {.roles = {"button", "link"}}, stop);
    if (!found) co_return std::unexpected(std::move(found).error());
    for (Match& match : found->matches) {
      if (match.visible && equals_ignoring_case(trim(match.name), name)) buttons.push_back(std::move(match));
    }
  }
  auto button = only_one("the button that submits", buttons);
  if (!button) co_return std::unexpected(std::move(button).error());
  co_return co_await click(scene, {.element = {.ref = button->ref}}, {}, true, stop);
}

}  // namespace

Task<Result<Deed>> run_fill(Scene scene, Step step, Stop stop) {
  if (step.how_many == HowMany::both) co_return co_await fill_both(scene, std::move(step), stop);
  auto set = co_await set_value(scene, act_target(step.target, field_roles()), step.value, stop);
  if (set || set.error().code != ErrorCode::element_not_found || step.target.kind != TargetKind::words)
    co_return set;
  std::string_view css = css_for(step.target.text);
  if (css.empty()) co_return set;
  auto fields = co_await seen_by_css(scene.tab, std::string{css}, stop);
  if (!fields || fields->size() != 1) co_return set;
  co_return co_await set_value(scene, {.element = {.ref = fields->front().ref}}, step.value, stop);
}

Task<Result<Deed>> run_type(Scene scene, Step step, Stop stop) {
  if (!step.target.given()) co_return co_await type_at_focus(scene, std::move(step), stop);
  auto set = co_await run_fill(scene, step, stop);
  // What only listens to keys, such as a terminal, takes them.
  if (!set && set.error().code == ErrorCode::unsupported && step.target.kind != TargetKind::words)
    co_return co_await type_behind(scene, std::move(step), false, stop);
  co_return set;
}

Task<Result<Deed>> run_append(Scene scene, Step step, Stop stop) {
  return type_behind(scene, std::move(step), true, std::move(stop));
}

Task<Result<Deed>> run_clear(Scene scene, Step step, Stop stop) {
  ActTarget target = step.target.given() ? act_target(step.target, field_roles())
                                         : ActTarget{.element = {.selector = ":focus"}};
  co_return co_await set_field(scene, std::move(target), json::value(""), stop);
}

// The form named, else that of the focus, else the only one of the page, else its Submit button.
Task<Result<Deed>> run_submit(Scene scene, Step step, Stop stop) {
  if (step.target.given()) {
    ActTarget target = act_target(step.target, {"form", "search", "dialog", "region", "group"});
    target.any_kind = true;
    auto form = co_await locate(scene.tab, std::move(target), stop);
    if (!form) co_return std::unexpected(std::move(form).error());
    co_return co_await click_submit(scene, std::move(*form), false, stop);
  }
  bool login = step.value == "log in";
  // The field that was just filled in says which form is meant; of no form it means none.
  if (scene.before && !scene.before->field.empty())
    co_return co_await click_submit(scene, {.ref = scene.before->field}, login, stop);
  auto focused = co_await locate(scene.tab, {.element = {.selector = "form :focus, [form]:focus"}}, stop);
  if (focused) co_return co_await click_submit(scene, std::move(*focused), login, stop);
  // Who is in a field of no form does not mean the form beside it.
  auto outside = co_await locate(scene.tab, {.element = {.selector = std::string{kFocusedField}}}, stop);
  if (outside) co_return co_await click_named_submit(scene, login, stop);
  auto forms = co_await seen_by_css(scene.tab, "form", stop);
  if (!forms) co_return std::unexpected(std::move(forms).error());
  if (forms->empty()) co_return co_await click_named_submit(scene, login, stop);
  auto form = only_one("the form", *forms);
  if (!form) co_return std::unexpected(std::move(form).error());
  co_return co_await click_submit(scene, {.ref = form->ref}, login, stop);
}

}  // namespace oc::page
