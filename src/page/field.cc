// Tested by: tests/browser/{form_input,custom_fields}_test.mjs, tests/frameworks/frameworks_test.mjs
#include "page/field.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "json/write.h"
#include "page/custom_field.h"
#include "page/field_reading.h"
#include "page/kept_value.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using json::text_of;

constexpr int kRenderAttempts = 6;
// What a page shows late is waited for before the value counts as lost.
constexpr std::int64_t kLateMs = 400;
// A value is looked at again no sooner: until then a page without any other effect is watched, too.
constexpr std::chrono::milliseconds kKeptTime{600};

struct Field {
  Scene scene;
  ElementTarget element;
  std::string frame_id;
  json::object args;  // names it to a script
  std::string words;  // textbox "Name" [ref_3]
  std::string kind;   // typed, set, select, toggle, file, number, pick, group, none
  bool secret = false;
  bool whole = false;     // takes its value in one piece
  bool rich = false;      // an editor with paragraphs
  bool one_line = false;  // where a line break would press Enter
  bool suggests = false;  // opens a list of what may be meant while one types
  std::string advice;     // how to set it when this cannot
  json::value before;     // what it held
  ActTarget named = {};   // the words that it was found by; nothing when by others
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
};

Task<Result<json::object>> step(Field& field, std::string_view name, json::object more, Stop stop) {
  json::object args = field.args;
  args["step"] = name;
  for (auto& member : more) args[member.key()] = member.value();
  auto answer =
      co_await run_script(field.scene.tab, scripts::kSetField, std::move(args), stop, field.frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return answer->value.as_object();
}

bool is_rendered_anew(const Error& error) {
  return error.code == ErrorCode::element_detached || error.code == ErrorCode::stale_ref;
}

Task<Result<Field>> look_at(Scene scene, ActTarget target, Stop stop) {
  auto element = co_await locate(scene.tab, target, stop);
  if (!element) co_return std::unexpected(std::move(element).error());
  auto resolved = resolve(scene.tab, *element);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  Field field{.scene = scene,
              .element = {},
              .frame_id = resolved->frame_id,
              .args = resolved->args,
              .words = {},
              .kind = {},
              .before = {}};
  auto look = co_await step(field, "look", {}, stop);
  if (!look) co_return std::unexpected(std::move(look).error());
  auto ref = json::find_integer(*look, "ref").value_or(0);
  field.element.ref = ref_word(ref);
  field.args = {{"ref", ref}};
  field.words = words_with(text_of(*look, "words"), element->container);
  field.kind = text_of(*look, "kind");
  field.secret = json::find_bool(*look, "secret").value_or(false);
  field.whole = json::find_bool(*look, "whole").value_or(false);
  field.rich = json::find_bool(*look, "rich").value_or(false);
  field.one_line = json::find_bool(*look, "oneLine").value_or(false);
  field.suggests = json::find_bool(*look, "suggests").value_or(false);
  field.advice = text_of(*look, "advice");
  field.before = look->at("value");
  if (!target.query.empty()) field.named = std::move(target);
  co_return field;
}

std::optional<double> as_number(std::string_view text) {
  double number = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Result<bool> as_choice(const json::value& value) {
  if (value.is_bool()) return value.get_bool();
  std::string word = value.is_string() ? lower(json::view(value.get_string())) : "";
  if (word == "true" || word == "on" || word == "yes" || word == "checked") return true;
  if (word == "false" || word == "off" || word == "no" || word == "unchecked") return false;
  return fail(ErrorCode::invalid_arguments, "this field takes true or false");
}

std::string shown(const Field& field, const json::value& value) {
  return shown_value(field.secret, value);
}

Error not_kept(const Field& field, const json::value& wanted, const json::value& now) {
  Error error{ErrorCode::value_not_kept,
              cat(field.words, " was given ", shown(field, wanted), " and holds ", shown(field, now)),
              field.advice};
  if (!field.secret) error.details = json::object{{"value", now}};
  return error;
}

// The field's own line says what the answer begins with.
void drop_own_line(Deed& deed, const Field& field) {
  std::string own = cat("~ [", field.element.ref, "]");
  std::erase_if(deed.effects, [&](const std::string& line) {
    bool choices = line.starts_with("+ options:") || line.starts_with("- options:");
    return (choices && field.kind == "select") || line.starts_with(own) || line.starts_with(kNoChange);
  });
}

struct ReadBack {
  json::object state;
  Kept how = Kept::no;
};

// The value in what is the field now; a page that writes it late gets a second look.
Task<Result<ReadBack>> look_again(Field& field, json::value wanted, Stop stop) {
  ReadBack out;
  auto left = field.begun + kKeptTime - std::chrono::steady_clock::now();
  std::int64_t until = std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
  std::int64_t first = field.scene.goes_on ? 0 : std::max(kHoldMs, until);
  for (std::int64_t hold : {first, kLateMs}) {
    auto read = co_await step(field, "read", {{"wanted", wanted}, {"holdMs", hold}}, stop);
    if (!read) co_return std::unexpected(std::move(read).error());
    out.state = std::move(*read);
    out.how = kept(wanted, field.before, out.state.at("value"), field.rich);
    std::string spread = text_of(out.state, "spread");
    if (out.how == Kept::no && !spread.empty() && as_text(wanted) == spread) out.how = Kept::as_given;
    if (out.how != Kept::no) break;
  }
  if (auto ref = json::find_integer(out.state, "ref")) field.element.ref = ref_word(*ref);
  co_return out;
}

Task<Result<Deed>> read_back(Field field, json::value wanted, EffectWatch watch, Result<void> sent,
                             Stop stop) {
  Deed deed{.line = cat("Set ", field.words), .element = field.element};
  auto seen = co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
  if (!seen || seen->left_page) co_return seen;
  if (field.scene.tab.dialogs().open()) {
    co_return fail(
        ErrorCode::dialog_open,
        cat(field.words, " was given ", shown(field, wanted),
            ", and the page opened a dialog: what it holds cannot be read until that is answered"));
  }
  drop_own_line(*seen, field);
  auto read = co_await look_again(field, wanted, stop);
  if (!read) {
    // The page may take a field away once it has its value.
    bool gone = read.error().code == ErrorCode::stale_ref || read.error().code == ErrorCode::page_changed;
    if (gone) {
      seen->line += cat(" = ", shown(field, wanted), "; the page has taken it away since");
      co_return seen;
    }
    co_return std::unexpected(std::move(read).error());
  }
  const json::value& now = read->state.at("value");
  if (read->how == Kept::no) co_return std::unexpected(not_kept(field, wanted, now));
  seen->element = field.element;
  seen->kept = now;
  seen->line += cat(" = ", shown(field, read->how == Kept::as_given ? wanted : now));
  if (read->how == Kept::rewritten) seen->line += cat(" (the page made this of ", shown(field, wanted), ")");
  if (std::string invalid = text_of(read->state, "invalid"); !invalid.empty())
    seen->effects.insert(seen->effects.begin(), cat("! not valid: ", shorten(invalid, 200)));
  co_return seen;
}

bool is_mixed(const json::value& held) {
  return held.is_string() && json::view(held.get_string()) == "mixed";
}

// A box that is neither on nor off: a click decides for one of them.
Task<Result<void>> decide(Field& field, Stop stop) {
  auto found =
      co_await aim(field.scene.tab, {.element = field.element}, {.use = Use::click, .watch = false}, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  OC_CO_TRY(co_await press_on(field.scene.tab, *found, {}, stop));
  auto read = co_await step(field, "read", {}, stop);
  if (!read) co_return std::unexpected(std::move(read).error());
  field.before = read->at("value");
  co_return Result<void>{};
}

Task<Result<Deed>> toggle(Field field, json::value value, Stop stop) {
  auto wanted = as_choice(value);
  if (!wanted) co_return std::unexpected(std::move(wanted).error().in(field.words));
  if (is_mixed(field.before)) {
    OC_CO_TRY(co_await decide(field, stop));
    if (field.before == json::value(*wanted)) {
      co_return Deed{.line = cat("Set ", field.words, " = ", shown(field, field.before)),
                     .element = field.element};
    }
  }
  if (field.before.is_bool() && field.before.get_bool() == *wanted) {
    co_return Deed{.line = cat("Left ", field.words, " as it is: ", *wanted ? "checked" : "not checked"),
                   .element = field.element};
  }
  AimOptions options{.use = Use::click, .event = "click"};
  auto found = co_await aim(field.scene.tab, {.element = field.element}, options, stop);
  bool is_anew = !found && is_rendered_anew(found.error());
  std::optional<EffectWatch> watch;
  Result<void> sent;
  if (found) {
    watch.emplace(field.scene, *found, EffectWatch::Patience::choice);
    sent = co_await press_on(field.scene.tab, *found, {}, stop);
    is_anew = !sent && is_rendered_anew(sent.error());
  }
  // A list that is rendered all the time: the words mean what is there when the pointer comes.
  if (is_anew && !field.named.query.empty()) {
    found = co_await aim(field.scene.tab, field.named, options, stop);
    if (!found) co_return std::unexpected(std::move(found).error());
    watch.emplace(field.scene, *found, EffectWatch::Patience::choice);
    sent = co_await press_on(field.scene.tab, *found, {}, stop);
    if (auto resolved = resolve(field.scene.tab, found->element)) field.args = std::move(resolved->args);
    field.element = found->element;
  }
  if (!found) co_return std::unexpected(std::move(found).error());
  co_return co_await read_back(std::move(field), *wanted, std::move(*watch), std::move(sent), stop);
}

// Visible and enabled; the page's own watching begins.
Task<Result<Aim>> reach(const Field& field, Use use, Stop stop) {
  co_return co_await aim(field.scene.tab, {.element = field.element}, {.use = use}, stop);
}

Task<Result<Deed>> choose(Field field, json::value value, Stop stop) {
  if (!value.is_array() && !value.is_string()) {
    auto text = as_text(value);
    if (!text) co_return std::unexpected(std::move(text).error().in(field.words));
    value = json::value(*text);
  }
  auto found = co_await reach(field, Use::focus, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  EffectWatch watch{field.scene, *found, EffectWatch::Patience::choice};
  field.scene.tab.note_deed();
  auto set = co_await step(field, "set", {{"value", value}}, stop);
  if (!set) co_return std::unexpected(std::move(set).error());
  // The script chose by the page's own texts and values; what is read back is how the page writes them.
  json::value wanted = set->at("taken");
  auto seen = co_await read_back(std::move(field), std::move(wanted), std::move(watch), {}, stop);
  if (seen && json::find_bool(*set, "limited").value_or(false))
    seen->line += cat(", the nearest to ", json::view(value.get_string()), " that it can hold");
  co_return seen;
}

Task<Result<void>> replace_text(Field& field, Aim& found, std::string text, Stop stop) {
  // In a frame only a click surely moves the keyboard there.
  if (field.frame_id != field.scene.tab.target_id())
    OC_CO_TRY(co_await press_on(field.scene.tab, found, {}, stop));
  auto ready = co_await step(field, "ready", {{"all", true}}, stop);
  if (!ready) co_return std::unexpected(std::move(ready).error());
  if (!text.empty() && field.whole) co_return co_await insert_text(field.scene.tab, std::move(text), stop);
  Breaks breaks = field.rich ? Breaks::paragraphs : Breaks::characters;
  if (!text.empty()) co_return co_await type_text(field.scene.tab, std::move(text), breaks, stop);
  if (json::find_bool(*ready, "empty").value_or(false)) co_return Result<void>{};
  co_return co_await press_keys(field.scene.tab, {{*key_by_name("Delete"), 0}}, stop);
}

CustomField custom_of(const Field& field) {
  return {.scene = field.scene,
          .element = field.element,
          .frame_id = field.frame_id,
          .ref = field.args.at("ref").to_number<std::int64_t>(),
          .words = field.words};
}

Task<Result<Deed>> type_into(Field field, json::value value, How how, Stop stop) {
  auto text = as_text(value);
  if (!text) co_return std::unexpected(std::move(text).error().in(field.words));
  if (field.one_line) {
    text = one_line_of(std::move(*text), field.words);
    if (!text) co_return std::unexpected(std::move(text).error());
  }
  json::value lists = nullptr;
  if (field.suggests) lists = co_await lists_shown(custom_of(field), stop);
  bool in_frame = field.frame_id != field.scene.tab.target_id();
  auto found = co_await reach(field, in_frame ? Use::click : Use::focus, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  EffectWatch watch{field.scene, *found};
  auto sent = co_await replace_text(field, *found, *text, stop);
  if (!field.suggests)
    co_return co_await read_back(std::move(field), json::value(*text), std::move(watch), std::move(sent),
                                 stop);
  CustomField custom = custom_of(field);
  auto typed =
      co_await read_back(std::move(field), json::value(*text), std::move(watch), std::move(sent), stop);
  if (!typed || typed->left_page || custom.scene.tab.dialogs().open()) co_return typed;
  co_return co_await take_suggestion(std::move(custom), std::move(*text), std::move(lists),
                                     how == How::choose, std::move(*typed), stop);
}

std::vector<std::string> as_names(const json::value& value) {
  std::vector<std::string> out;
  if (const json::array* list = value.if_array()) {
    for (const json::value& one : *list) out.push_back(as_text(one).value_or(""));
  } else {
    out.push_back(as_text(value).value_or(""));
  }
  return out;
}

Task<Result<Deed>> set_custom(Field field, json::value value, Stop stop) {
  CustomField custom = custom_of(field);
  std::vector<std::string> names = as_names(value);
  if (std::ranges::find(names, "") != names.end())
    co_return fail(ErrorCode::invalid_arguments, cat(field.words, " takes a text or a number"));
  if (field.kind == "pick") co_return co_await pick_options(std::move(custom), std::move(names), stop);
  if (field.kind == "group") {
    auto radio = co_await option_named(std::move(custom), names.front(), stop);
    if (!radio) co_return std::unexpected(std::move(radio).error());
    auto chosen = co_await look_at(field.scene, {.element = *radio}, stop);
    if (!chosen) co_return std::unexpected(std::move(chosen).error());
    co_return co_await toggle(std::move(*chosen), true, stop);
  }
  auto number = as_number(names.front());
  if (!number)
    co_return fail(ErrorCode::invalid_arguments,
                   cat(field.words, " takes a number, not ", json::write(json::value(names.front()))));
  co_return co_await set_number(std::move(custom), *number, stop);
}

Error takes_files(const Field& field) {
  return {ErrorCode::unsupported, cat(field.words, " takes files"), "Use file_upload."};
}

Task<Result<Deed>> set_one(Scene scene, ActTarget target, json::value value, How how, Stop stop) {
  auto field = co_await look_at(scene, std::move(target), stop);
  if (!field) co_return std::unexpected(std::move(field).error());
  if (field->kind == "toggle") co_return co_await toggle(std::move(*field), std::move(value), stop);
  if (field->kind == "select" || field->kind == "set")
    co_return co_await choose(std::move(*field), std::move(value), stop);
  if (field->kind == "typed" && how == How::choose && !field->suggests &&
      !field->words.starts_with("spinbutton")) {
    co_return fail(ErrorCode::unsupported, cat(field->words, " is a text field and shows no choices"),
                   "To fill it write: type \"…\" into it; to choose in it, click what is offered there.");
  }
  if (field->kind == "typed") co_return co_await type_into(std::move(*field), std::move(value), how, stop);
  if (field->kind == "file") co_return std::unexpected(takes_files(*field));
  if (field->kind == "number" || field->kind == "pick" || field->kind == "group")
    co_return co_await set_custom(std::move(*field), std::move(value), stop);
  co_return fail(ErrorCode::unsupported, cat(field->words, " is no field that holds a value"),
                 "Use interact to click it, or name the field itself.");
}

// The words may be those of a group of radio buttons: no field, several alike, or a button that takes no
// text.
bool may_name_group(const Error& error, const json::value& value) {
  return value.is_string() &&
         (error.code == ErrorCode::element_not_found || error.code == ErrorCode::ambiguous_target ||
          error.code == ErrorCode::invalid_arguments);
}

// Another element may be meant than the one that was tried.
bool may_be_elsewhere(const Error& error) {
  return error.code == ErrorCode::element_not_found || error.code == ErrorCode::ambiguous_target ||
         error.code == ErrorCode::invalid_arguments || error.code == ErrorCode::unsupported;
}

}  // namespace

Task<Result<Deed>> set_field(Scene scene, ActTarget target, json::value value, Stop stop) {
  return set_field(scene, std::move(target), std::move(value), How::set, std::move(stop));
}

Task<Result<Deed>> set_field(Scene scene, ActTarget target, json::value value, How how, Stop stop) {
  std::string query = target.query;
  std::uint64_t deeds = scene.tab.deeds();
  auto deed = co_await set_one(scene, target, value, how, stop);
  // A page that renders its list anew takes fields away: the words mean the one that is there now.
  for (int attempt = 1;
       !query.empty() && !deed && is_rendered_anew(deed.error()) && attempt < kRenderAttempts; ++attempt) {
    if (scene.tab.deeds() != deeds) break;
    deed = co_await set_one(scene, target, value, how, stop);
  }
  if (deed || query.empty() || !may_be_elsewhere(deed.error())) co_return deed;
  // A list may hang on a button, which as such is no field.
  auto button = co_await look_at(scene, {.query = query, .roles = {"button"}}, stop);
  if (button && button->kind == "pick") co_return co_await set_custom(std::move(*button), value, stop);
  if (button && button->kind == "file") co_return std::unexpected(takes_files(*button));
  if (!may_name_group(deed.error(), value)) co_return deed;
  ActTarget choice{.query = cat(json::view(value.get_string()), " ", query), .roles = {"radio"}};
  auto chosen = co_await set_one(scene, std::move(choice), true, how, stop);
  if (chosen || chosen.error().code != ErrorCode::element_not_found) co_return chosen;
  // The group is there, and the choice is not: it says which there are.
  ActTarget named{.query = query, .roles = {"radiogroup", "group"}, .any_kind = true};
  auto group = co_await look_at(scene, std::move(named), stop);
  if (group && group->kind == "group") co_return co_await set_custom(std::move(*group), value, stop);
  co_return deed;
}

Result<std::string> one_line_of(std::string text, std::string_view words) {
  text.resize(text.find_last_not_of("\r\n") + 1);
  if (text.find_first_of("\r\n") == std::string::npos) return text;
  return fail(ErrorCode::invalid_arguments,
              cat(words, " holds one line, and the text has a line break in it"),
              "Give it without the line break.");
}

std::vector<std::string> field_roles() {
  return {"textbox", "searchbox", "combobox", "spinbutton", "slider",    "listbox", "checkbox",
          "radio",   "switch",    "date",     "datetime",   "timefield", "color"};
}

Task<Result<ElementTarget>> submit_button_of(browser::Tab& tab, ElementTarget field, bool login, Stop stop) {
  auto resolved = resolve(tab, field);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = std::move(resolved->args);
  args["step"] = "submitter";
  args["login"] = login;
  auto found = co_await run_script(tab, scripts::kSetField, std::move(args), stop, resolved->frame_id);
  if (!found) co_return std::unexpected(std::move(found).error());
  auto ref = json::find_integer(found->value.as_object(), "ref").value_or(0);
  co_return ElementTarget{.ref = ref_word(ref)};
}

}  // namespace oc::page
