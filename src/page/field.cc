// Tested by: tests/browser/form_input_test.mjs, tests/frameworks/frameworks_test.mjs
#include "page/field.h"

#include <cmath>

#include "base/text.h"
#include "json/write.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using json::text_of;

struct Field {
  Scene scene;
  ElementTarget element;
  std::string frame_id;
  json::object args;  // names it to a script
  std::string words;  // textbox "Name" [ref_3]
  std::string kind;   // typed, set, select, toggle, file, none
  bool secret = false;
  bool whole = false;  // takes its value in one piece
  bool rich = false;   // an editor with paragraphs
  json::value before;  // what it held
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

Task<Result<Field>> look_at(Scene scene, ActTarget target, Stop stop) {
  auto element = co_await locate(scene.tab, std::move(target), stop);
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
  field.words = text_of(*look, "words");
  field.kind = text_of(*look, "kind");
  field.secret = json::find_bool(*look, "secret").value_or(false);
  field.whole = json::find_bool(*look, "whole").value_or(false);
  field.rich = json::find_bool(*look, "rich").value_or(false);
  field.before = look->at("value");
  co_return field;
}

std::string number_text(double number) {
  if (std::floor(number) == number && std::abs(number) < 1e15) return cat(static_cast<std::int64_t>(number));
  return json::write(json::value(number));
}

// What a person would type for it.
Result<std::string> as_text(const json::value& value) {
  if (value.is_string()) return std::string{json::view(value.get_string())};
  if (value.is_number()) return number_text(value.to_number<double>());
  return fail(ErrorCode::invalid_arguments, "this field takes a text or a number");
}

Result<bool> as_choice(const json::value& value) {
  if (value.is_bool()) return value.get_bool();
  std::string word = value.is_string() ? lower(json::view(value.get_string())) : "";
  if (word == "true" || word == "on" || word == "yes" || word == "checked") return true;
  if (word == "false" || word == "off" || word == "no" || word == "unchecked") return false;
  return fail(ErrorCode::invalid_arguments, "this field takes true or false");
}

std::string shown(const Field& field, const json::value& value) {
  if (field.secret) return "(not shown)";
  if (value.is_bool()) return value.get_bool() ? "checked" : "not checked";
  return shorten(json::write(value), 200);
}

Error not_kept(const Field& field, const json::value& wanted, const json::value& now) {
  Error error{ErrorCode::value_not_kept,
              cat(field.words, " was given ", shown(field, wanted), " and holds ", shown(field, now))};
  if (!field.secret) error.details = json::object{{"value", now}};
  return error;
}

// The field's own line says what the answer begins with.
void drop_own_line(Deed& deed, const Field& field) {
  std::string own = cat("~ [", field.element.ref, "]");
  std::erase_if(deed.effects, [&](const std::string& line) {
    bool choices = line.starts_with("+ options:") || line.starts_with("- options:");
    return choices || line.starts_with(own) || line.starts_with(kNoChange);
  });
}

bool holds(const json::value& now, const json::value& wanted) {
  if (now == wanted) return true;
  auto text = as_text(wanted);
  if (!text || !now.is_string()) return false;
  std::string_view held = json::view(now.get_string());
  // An editor may end its text with a line break of its own.
  return held == *text || trim(held) == trim(*text);
}

// A page may write a value its own way, "5551234" as "(555) 123-4"; but when letters or digits are missing it
// is not the value that was given.
bool has_all_of(const json::value& now, const json::value& wanted) {
  auto text = as_text(wanted);
  if (!text || !now.is_string()) return true;
  std::string held = lower(json::view(now.get_string()));
  std::size_t at = 0;
  for (char c : lower(*text)) {
    bool counts =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (static_cast<unsigned char>(c) & 0x80U) != 0;
    if (!counts) continue;
    at = held.find(c, at);
    if (at == std::string::npos) return false;
    ++at;
  }
  return true;
}

Task<Result<Deed>> read_back(Field field, json::value wanted, EffectWatch watch, Result<void> sent,
                             Stop stop) {
  Deed deed{.line = cat("Set ", field.words), .element = field.element};
  auto seen = co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
  if (!seen || seen->left_page || field.scene.tab.dialogs().open()) co_return seen;
  drop_own_line(*seen, field);
  auto read = co_await step(field, "read", {}, stop);
  if (!read) {
    // The page may take a field away once it has its value.
    bool gone = read.error().code == ErrorCode::stale_ref || read.error().code == ErrorCode::page_changed;
    if (gone) {
      seen->line += cat(" = ", shown(field, wanted), "; the page has taken it away since");
      co_return seen;
    }
    co_return std::unexpected(std::move(read).error());
  }
  const json::value& now = read->at("value");
  seen->line += cat(" = ", shown(field, now));
  if (holds(now, wanted)) co_return seen;
  if (now == field.before || !has_all_of(now, wanted))
    co_return std::unexpected(not_kept(field, wanted, now));
  seen->line += cat(" (the page made this of ", shown(field, wanted), ")");
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
  OC_CO_TRY(co_await press_pointer(field.scene.tab, found->at, {}, stop));
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
  auto found =
      co_await aim(field.scene.tab, {.element = field.element}, {.use = Use::click, .event = "click"}, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  EffectWatch watch{field.scene, *found};
  auto sent = co_await press_pointer(field.scene.tab, found->at, {}, stop);
  co_return co_await read_back(std::move(field), *wanted, std::move(watch), std::move(sent), stop);
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
  EffectWatch watch{field.scene, *found};
  field.scene.tab.note_deed();
  auto set = co_await step(field, "set", {{"value", value}}, stop);
  if (!set) co_return std::unexpected(std::move(set).error());
  // The script chose by the page's own texts and values; what is read back is the text.
  auto now = co_await step(field, "read", {}, stop);
  json::value wanted = now ? now->at("value") : value;
  auto seen = co_await read_back(std::move(field), std::move(wanted), std::move(watch), {}, stop);
  if (seen && json::find_bool(*set, "limited").value_or(false))
    seen->line += cat(", the nearest to ", json::view(value.get_string()), " that it can hold");
  co_return seen;
}

Task<Result<void>> replace_text(Field& field, const Aim& found, std::string text, Stop stop) {
  // In a frame only a click surely moves the keyboard there.
  if (field.frame_id != field.scene.tab.target_id())
    OC_CO_TRY(co_await press_pointer(field.scene.tab, found.at, {}, stop));
  auto ready = co_await step(field, "ready", {{"all", true}}, stop);
  if (!ready) co_return std::unexpected(std::move(ready).error());
  if (!text.empty() && field.whole) co_return co_await insert_text(field.scene.tab, std::move(text), stop);
  Breaks breaks = field.rich ? Breaks::paragraphs : Breaks::characters;
  if (!text.empty()) co_return co_await type_text(field.scene.tab, std::move(text), breaks, stop);
  if (json::find_bool(*ready, "empty").value_or(false)) co_return Result<void>{};
  co_return co_await press_keys(field.scene.tab, {{*key_by_name("Delete"), 0}}, stop);
}

Task<Result<Deed>> type_into(Field field, json::value value, Stop stop) {
  auto text = as_text(value);
  if (!text) co_return std::unexpected(std::move(text).error().in(field.words));
  bool in_frame = field.frame_id != field.scene.tab.target_id();
  auto found = co_await reach(field, in_frame ? Use::click : Use::focus, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  EffectWatch watch{field.scene, *found};
  auto sent = co_await replace_text(field, *found, *text, stop);
  co_return co_await read_back(std::move(field), json::value(*text), std::move(watch), std::move(sent), stop);
}

Task<Result<Deed>> set_one(Scene scene, ActTarget target, json::value value, Stop stop) {
  auto field = co_await look_at(scene, std::move(target), stop);
  if (!field) co_return std::unexpected(std::move(field).error());
  if (field->kind == "toggle") co_return co_await toggle(std::move(*field), std::move(value), stop);
  if (field->kind == "select" || field->kind == "set")
    co_return co_await choose(std::move(*field), std::move(value), stop);
  if (field->kind == "typed") co_return co_await type_into(std::move(*field), std::move(value), stop);
  if (field->kind == "file")
    co_return fail(ErrorCode::unsupported, cat(field->words, " takes files"), "Use file_upload.");
  if (field->words.starts_with("slider") || field->words.starts_with("spinbutton")) {
    co_return fail(ErrorCode::unsupported, cat(field->words, " is drawn by the page and takes no text"),
                   "Focus it with interact and press arrow keys, Home or End with computer.");
  }
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

}  // namespace

Task<Result<Deed>> set_field(Scene scene, ActTarget target, json::value value, Stop stop) {
  std::string query = target.query;
  auto deed = co_await set_one(scene, std::move(target), value, stop);
  if (deed || query.empty() || !may_name_group(deed.error(), value)) co_return deed;
  ActTarget choice{.query = cat(json::view(value.get_string()), " ", query), .roles = {"radio"}};
  auto chosen = co_await set_one(scene, std::move(choice), true, stop);
  if (chosen || chosen.error().code != ErrorCode::element_not_found) co_return chosen;
  co_return deed;
}

std::vector<std::string> field_roles() {
  return {"textbox", "searchbox", "combobox", "spinbutton", "slider",    "listbox", "checkbox",
          "radio",   "switch",    "date",     "datetime",   "timefield", "color"};
}

Task<Result<ElementTarget>> submit_button_of(browser::Tab& tab, ElementTarget field, Stop stop) {
  auto resolved = resolve(tab, field);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = std::move(resolved->args);
  args["step"] = "submitter";
  auto found = co_await run_script(tab, scripts::kSetField, std::move(args), stop, resolved->frame_id);
  if (!found) co_return std::unexpected(std::move(found).error());
  auto ref = json::find_integer(found->value.as_object(), "ref").value_or(0);
  co_return ElementTarget{.ref = ref_word(ref)};
}

}  // namespace oc::page
