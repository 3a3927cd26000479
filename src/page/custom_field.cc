// Tested by: tests/browser/custom_fields_test.mjs
#include "page/custom_field.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/text.h"
#include "json/write.h"
#include "page/kept_value.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr int kMostRounds = 12;
constexpr double kMostKeysAtOnce = 100;
constexpr int kMostClicks = 100;
constexpr std::int64_t kOpeningMs = 1500;
constexpr auto kShowingTime = std::chrono::milliseconds{500};
constexpr std::size_t kToldChoices = 30;
constexpr std::size_t kToldSuggestions = 8;

struct Reading {
  std::optional<double> now;
  std::optional<double> min;
  std::optional<double> max;
};

struct Option {
  std::int64_t ref = 0;
  std::string name;
  bool is_selected = false;
  bool is_disabled = false;
};

struct Options {
  bool is_open = false;
  bool opens = false;  // by a click on the field
  bool is_multiple = false;
  bool is_expanded = false;  // the field says that its list is open
  std::vector<Option> all;
  json::value lists;  // refs of all lists that are to be seen
};

Task<Result<json::object>> step(const CustomField& field, std::string_view name, Stop stop,
                                json::object more = {}) {
  json::object args{{"step", name}, {"ref", field.ref}};
  for (auto& member : more) args[member.key()] = std::move(member.value());
  auto answer =
      co_await run_script(field.scene.tab, scripts::kCustomField, std::move(args), stop, field.frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return std::move(answer->value.as_object());
}

// `before`: what it held; another number is waited for, shortly.
Task<Result<Reading>> read_number(const CustomField& field, Stop stop, std::optional<double> before = {}) {
  json::object more;
  if (before) more["before"] = *before;
  auto read = co_await step(field, "number", stop, std::move(more));
  if (!read) co_return std::unexpected(std::move(read).error());
  auto number = [&](std::string_view name) -> std::optional<double> {
    const json::value& value = read->at(name);
    return value.is_number() ? std::optional{value.to_number<double>()} : std::nullopt;
  };
  co_return Reading{number("now"), number("min"), number("max")};
}

bool is_same(double a, double b) {
  return std::abs(a - b) < 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

Task<Result<double>> press_and_read(const CustomField& field, std::string_view key, int times, double before,
                                    Stop stop) {
  OC_CO_TRY(co_await press_keys(
      field.scene.tab, std::vector<Chord>(static_cast<std::size_t>(times), {*key_by_name(key), 0}), stop));
  auto read = co_await read_number(field, stop, before);
  if (!read) co_return std::unexpected(std::move(read).error());
  co_return read->now.value_or(before);
}

struct KeyPair {
  std::string_view up;
  std::string_view down;
};

// How near the keys bring it; unchanged when it does not listen to them.
Task<Result<double>> move_by_keys(const CustomField& field, double now, double wanted, Stop stop) {
  auto focus = co_await step(field, "focus", stop);
  if (!focus) co_return std::unexpected(std::move(focus).error());
  if (!json::find_bool(*focus, "focused").value_or(false)) co_return now;
  for (KeyPair keys : {KeyPair{"ArrowUp", "ArrowDown"}, KeyPair{"ArrowRight", "ArrowLeft"}}) {
    double one = 0;  // what a key changes
    for (int round = 0; round < kMostRounds && !is_same(now, wanted); ++round) {
      std::string_view key = wanted > now ? keys.up : keys.down;
      double steps = one == 0 ? 1 : std::round(std::abs((wanted - now) / one));
      if (steps == 0) co_return now;  // between two of its steps
      int times = static_cast<int>(std::min(steps, kMostKeysAtOnce));
      auto after = co_await press_and_read(field, key, times, now, stop);
      if (!after) co_return after;
      if (is_same(*after, now)) break;
      one = std::abs(*after - now) / times;
      now = *after;
    }
    if (is_same(now, wanted) || one != 0) co_return now;
  }
  co_return now;
}

Task<Result<double>> move_by_buttons(const CustomField& field, double now, double wanted, Stop stop) {
  for (int clicks = 0; clicks < kMostClicks && !is_same(now, wanted); ++clicks) {
    // A page may make its buttons anew after every click.
    auto buttons = co_await step(field, "buttons", stop);
    if (!buttons) co_return std::unexpected(std::move(buttons).error());
    auto ref = json::find_integer(*buttons, wanted > now ? "up" : "down");
    if (!ref) co_return now;
    auto clicked = co_await click(field.scene, {.element = {.ref = ref_word(*ref)}}, {}, false, stop);
    if (!clicked) co_return std::unexpected(std::move(clicked).error());
    auto read = co_await read_number(field, stop, now);
    if (!read) co_return std::unexpected(std::move(read).error());
    double after = read->now.value_or(now);
    if (is_same(after, now) || (after > now) != (wanted > now)) co_return now;
    bool has_passed = (after > wanted) == (wanted > now);
    now = after;
    if (has_passed) co_return now;
  }
  co_return now;
}

Result<void> check_limits(const CustomField& field, const Reading& reading, double wanted) {
  bool is_below = reading.min && wanted < *reading.min;
  bool is_above = reading.max && wanted > *reading.max;
  if (!is_below && !is_above) return {};
  return fail(ErrorCode::invalid_arguments,
              cat(field.words, " takes numbers", reading.min ? cat(" from ", number_text(*reading.min)) : "",
                  reading.max ? cat(" to ", number_text(*reading.max)) : "", ", not ", number_text(wanted)));
}

// `besides`: the lists that were there before it was opened.
Task<Result<Options>> read_options(const CustomField& field, Stop stop, json::value besides = nullptr,
                                   std::int64_t wait_ms = 0) {
  auto read = co_await step(field, "options", stop, {{"besides", std::move(besides)}, {"waitMs", wait_ms}});
  if (!read) co_return std::unexpected(std::move(read).error());
  Options out{.is_open = json::find_bool(*read, "isOpen").value_or(false),
              .opens = json::find_bool(*read, "opens").value_or(false),
              .is_multiple = json::find_bool(*read, "multiple").value_or(false),
              .is_expanded = json::find_bool(*read, "expanded").value_or(false)};
  out.lists = read->at("lists");
  for (const json::value& one : read->at("options").as_array()) {
    const json::object& option = one.as_object();
    out.all.push_back({json::find_integer(option, "ref").value_or(0), json::text_of(option, "name"),
                       json::find_bool(option, "selected").value_or(false),
                       json::find_bool(option, "disabled").value_or(false)});
  }
  co_return out;
}

Error no_option(const CustomField& field, const Options& options, const std::string& name) {
  std::string choices;
  for (std::size_t i = 0; i < std::min(options.all.size(), kToldChoices); ++i)
    choices += cat(i > 0 ? " | " : "", options.all[i].name);
  if (options.all.size() > kToldChoices) choices += cat(" … ", options.all.size() - kToldChoices, " more");
  if (options.all.empty()) {
    return {ErrorCode::unsupported, cat(field.words, " opens no list of options that can be read"),
            "Click it with interact, and click the choice there."};
  }
  return {ErrorCode::element_not_found,
          cat("no choice ", json::write(json::value(name)), " in ", field.words),
          "Use one of the choices in details.", json::object{{"choices", choices}}};
}

// By its whole name, else by that in another case; never by a part of it.
Result<const Option*> find_option(const CustomField& field, const Options& options, const std::string& name) {
  std::string plain{trim(name)};
  for (bool ignores_case : {false, true}) {
    const Option* found = nullptr;
    for (const Option& option : options.all) {
      bool fits = ignores_case ? equals_ignoring_case(option.name, plain) : option.name == plain;
      if (!fits) continue;
      if (found && found->ref != option.ref)
        return fail(ErrorCode::ambiguous_target,
                    cat("several choices of ", field.words, " are called ", json::write(json::value(plain))));
      found = &option;
    }
    if (!found) continue;
    if (found->is_disabled)
      return fail(ErrorCode::element_disabled,
                  cat("the choice ", json::write(json::value(plain)), " is disabled"));
    return found;
  }
  return std::unexpected(no_option(field, options, plain));
}

Task<Result<Options>> open_options(const CustomField& field, Stop stop) {
  auto options = co_await read_options(field, stop);
  if (!options || options->is_open || !options->opens) co_return options;
  // Open already, with a list that it does not name: it is the one that comes when it is closed and opened
  // again.
  if (options->is_expanded) {
    auto closed = co_await click(field.scene, {.element = field.element}, {}, false, stop);
    if (!closed) co_return std::unexpected(std::move(closed).error());
    options = co_await read_options(field, stop);
    if (!options) co_return options;
  }
  auto opened = co_await click(field.scene, {.element = field.element}, {}, false, stop);
  if (!opened) co_return std::unexpected(std::move(opened).error());
  co_return co_await read_options(field, stop, options->lists, kOpeningMs);
}

// A list that was opened for nothing would cover what comes next.
Task<void> close_list(const CustomField& field, const Options& options, Stop stop) {
  if (options.opens && options.is_open)
    (void)co_await press_keys(field.scene.tab, {{*key_by_name("Escape"), 0}}, stop);
}

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::any_of(names, [&](const std::string& one) { return equals_ignoring_case(one, name); });
}

struct Shown {
  std::string text;
  std::vector<std::string> selected;
};

Task<Result<Shown>> read_shown(const CustomField& field, Stop stop) {
  auto read = co_await step(field, "shown", stop);
  if (!read) co_return std::unexpected(std::move(read).error());
  Shown out{.text = json::text_of(*read, "text")};
  for (const json::value& name : read->at("selected").as_array())
    out.selected.emplace_back(json::view(name.as_string()));
  co_return out;
}

// It shows them, or its list marks them.
bool shows(const Shown& shown, const std::vector<std::string>& wanted) {
  return std::ranges::all_of(wanted, [&](const std::string& name) {
    return lower(shown.text).find(lower(trim(name))) != std::string::npos || has_name(shown.selected, name);
  });
}

}  // namespace

Task<Result<Deed>> set_number(CustomField field, double wanted, Stop stop) {
  auto reading = co_await read_number(field, stop);
  if (!reading) co_return std::unexpected(std::move(reading).error());
  if (!reading->now)
    co_return fail(ErrorCode::unsupported, cat(field.words, " does not say which number it holds"),
                   "Focus it with interact and press arrow keys with computer, then look at it.");
  OC_CO_TRY(check_limits(field, *reading, wanted));
  double now = *reading->now;
  if (is_same(now, wanted))
    co_return Deed{.line = cat("Left ", field.words, " as it is: ", number_text(now)),
                   .element = field.element};
  auto found = co_await aim(field.scene.tab, {.element = field.element}, {.use = Use::focus}, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  EffectWatch watch{field.scene, *found};
  auto moved = co_await move_by_keys(field, now, wanted, stop);
  // Buttons beside a slider need not be its own.
  bool has_buttons = field.words.starts_with("spinbutton");
  if (moved && is_same(*moved, now) && has_buttons)
    moved = co_await move_by_buttons(field, now, wanted, stop);
  if (!moved) co_return std::unexpected(std::move(moved).error());
  if (is_same(*moved, now)) {
    co_return fail(ErrorCode::unsupported,
                   cat(field.words, " stays at ", number_text(now), ": no keys or buttons move it"),
                   "Drag its handle with computer: left_mouse_down, mouse_move, left_mouse_up.");
  }
  Deed deed{.line = cat("Set ", field.words, " = ", number_text(*moved)), .element = field.element};
  if (!is_same(*moved, wanted))
    deed.line += cat(", the nearest to ", number_text(wanted), " that was reached");
  co_return co_await seen_through(std::move(watch), std::move(deed), {}, true, stop);
}

Task<json::value> lists_shown(const CustomField& field, Stop stop) {
  auto options = co_await read_options(field, stop);
  co_return options ? std::move(options->lists) : json::value(nullptr);
}

Task<Result<Deed>> take_suggestion(CustomField field, std::string text, json::value lists, bool must_choose,
                                   Deed typed, Stop stop) {
  auto options = co_await read_options(field, stop, std::move(lists), must_choose ? kOpeningMs : 0);
  if (!options) co_return typed;  // the page took the field away
  if (!options->is_open) {
    if (!must_choose) co_return typed;
    co_return fail(ErrorCode::element_not_found,
                   cat("no choice ", json::write(json::value(text)), " came up in ", field.words),
                   "The text stands in the field, and nothing is chosen.");
  }
  auto option = find_option(field, *options, text);
  if (!option) {
    if (must_choose) co_return std::unexpected(std::move(option).error());
    std::string names;
    for (std::size_t i = 0; i < std::min(options->all.size(), kToldSuggestions); ++i)
      names += cat(i > 0 ? " | " : "", options->all[i].name);
    if (options->all.size() > kToldSuggestions) names += " …";
    typed.effects.insert(typed.effects.begin(), cat("! it suggests, and nothing is chosen: ", names));
    co_return typed;
  }
  std::string name = (*option)->name;
  auto clicked = co_await click(field.scene, {.element = {.ref = ref_word((*option)->ref)}}, {}, true, stop);
  if (!clicked) co_return std::unexpected(std::move(clicked).error().in(field.words));
  clicked->line = cat("Chose ", json::write(json::value(name)), " in ", field.words);
  clicked->element = field.element;
  std::erase_if(clicked->effects, [&](const std::string& line) { return line.starts_with(kNoChange); });
  co_return std::move(*clicked);
}

Task<Result<ElementTarget>> option_named(CustomField field, std::string name, Stop stop) {
  auto options = co_await read_options(field, stop);
  if (!options) co_return std::unexpected(std::move(options).error());
  auto option = find_option(field, *options, name);
  if (!option) co_return std::unexpected(std::move(option).error());
  co_return ElementTarget{.ref = ref_word((*option)->ref)};
}

Task<Result<Deed>> pick_options(CustomField field, std::vector<std::string> wanted, Stop stop) {
  auto options = co_await open_options(field, stop);
  if (!options) co_return std::unexpected(std::move(options).error());
  if (!options->is_multiple && wanted.size() != 1)
    co_return fail(ErrorCode::invalid_arguments, cat(field.words, " takes exactly one choice"));
  std::vector<std::int64_t> clicks;
  for (const std::string& name : wanted) {
    auto option = find_option(field, *options, name);
    if (!option) {
      co_await close_list(field, *options, stop);
      co_return std::unexpected(std::move(option).error());
    }
    // A list of several is clicked where it differs; of a single choice a click on the chosen one closes it.
    if (!options->is_multiple || !(*option)->is_selected) clicks.push_back((*option)->ref);
  }
  if (options->is_multiple) {
    for (const Option& option : options->all) {
      if (option.is_selected && !has_name(wanted, option.name)) clicks.push_back(option.ref);
    }
  }
  Deed deed{.line = cat("Left ", field.words, " as it is"), .element = field.element};
  for (std::int64_t ref : clicks) {
    auto clicked = co_await click(field.scene, {.element = {.ref = ref_word(ref)}}, {}, true, stop);
    if (!clicked) co_return std::unexpected(std::move(clicked).error().in(field.words));
    deed.line = cat("Set ", field.words);
    deed.effects = std::move(clicked->effects);
    deed.left_page = clicked->left_page;
  }
  if (deed.left_page || field.scene.tab.dialogs().open()) co_return deed;
  auto shown = co_await read_shown(field, stop);
  // A page may close the list first, and write what was chosen when that is done.
  for (auto until = std::chrono::steady_clock::now() + kShowingTime;
       shown && !shows(*shown, wanted) && std::chrono::steady_clock::now() < until;)
    shown = co_await read_shown(field, stop);
  if (!shown) co_return std::unexpected(std::move(shown).error());
  if (!shows(*shown, wanted)) {
    co_return fail(ErrorCode::value_not_kept,
                   cat(field.words, " was given ", join(wanted, ", "), " and shows ",
                       json::write(json::value(shorten(shown->text, 200)))));
  }
  deed.line += cat(" = ", json::write(json::value(join(wanted, ", "))));
  co_return deed;
}

}  // namespace oc::page
