// How something is chosen: in a list of the browser's own, in one that the page draws, in a group of radio
// buttons, along a menu, or by itself.
// Tested by: tests/browser/act_test.mjs and act_sentences_test.mjs
#include <algorithm>
#include <array>

#include "base/text.h"
#include "page/act_run.h"
#include "page/field.h"
#include "page/queries.h"

namespace oc::page {
namespace {

std::vector<std::string> toggle_roles() {
  return {"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"};
}

std::vector<std::string> with(std::vector<std::string> roles, std::vector<std::string> more) {
  roles.insert(roles.end(), more.begin(), more.end());
  return roles;
}

bool is_one_of(const std::string& role, const std::vector<std::string>& roles) {
  return std::ranges::find(roles, role) != roles.end();
}

std::string in_quotes(std::string_view text) {
  return text.contains('"') ? std::string{text} : cat("\"", text, "\"");
}

// A text in an XPath expression, which has no escapes.
std::string xpath_text(std::string_view text) {
  std::string out = "concat(''";
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t end = std::min(text.find('\'', begin), text.size());
    out += cat(", '", text.substr(begin, end - begin), "'");
    if (end < text.size()) out += ", \"'\"";
    begin = end + 1;
  }
  return out + ")";
}

// An option of the browser's own with this text, whatever its case.
std::string option_xpath(std::string_view text) {
  constexpr std::string_view kFolded =
      "normalize-space(translate(., 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))";
  return cat("//option[", kFolded, "=", xpath_text(lower(trim(text))), "]");
}

// The lists of the browser's own that have all of these options.
Task<Result<std::vector<Match>>> lists_with(browser::Tab& tab, const std::vector<std::string>& options,
                                            Stop stop) {
  std::string xpath = "//select";
  for (const std::string& option : options) xpath += cat("[.", option_xpath(option), "]");
  return seen_by_xpath(tab, std::move(xpath), std::move(stop));
}

// Is it an option of the browser's own, which only its list can choose?
Task<bool> is_native_option(browser::Tab& tab, const Match& choice, Stop stop) {
  if (choice.role != "option") co_return false;
  DomQuery query{.css = {}, .xpath = cat("//select", option_xpath(choice.name)), .limit = 200};
  auto answer = co_await query_dom(tab, std::move(query), stop);
  const json::array* list = answer ? json::find_array(answer->value.as_object(), "elements") : nullptr;
  co_return list&& std::ranges::any_of(
      *list, [&](const json::value& item) { return json::text_of(item.as_object(), "ref") == choice.ref; });
}

json::value as_value(const std::vector<std::string>& values) {
  return values.size() == 1 ? json::value(values.front())
                            : json::value(json::array(values.begin(), values.end()));
}

// "the list", "the scroll list", "the dropdown menu": no list by name.
bool is_any_list(std::string_view words) {
  constexpr std::array<std::string_view, 12> kNouns{"list",    "dropdown", "drop-down", "menu",
                                                    "listbox", "select",   "scroll",    "box",
                                                    "options", "combobox", "below",     "selection"};
  bool all = true;
  for (std::string_view word : split(lower(words), ' ')) {
    all = all && std::ranges::find(kNouns, word) != kNouns.end();
  }
  return all;
}

// What is pressed and visible by this name before a menu is opened: it is not in the menu.
Task<std::vector<std::string>> pressed_before(browser::Tab& tab, const std::string& name, Stop stop) {
  std::vector<std::string> refs;
  auto found = co_await find_elements(tab, in_quotes(name), {.roles = {"link", "button", "clickable"}}, stop);
  if (!found) co_return refs;
  for (const Match& match : found->matches) {
    if (match.visible) refs.push_back(match.ref);
  }
  co_return refs;
}

// A choice of what was opened, and nothing that stood elsewhere on the page before.
Task<Result<Deed>> click_shown(Scene scene, std::string name, std::vector<std::string> roles,
                               std::vector<std::string> before, Stop stop) {
  auto choice = co_await meant_by(scene.tab, in_quotes(name), roles, stop);
  if (!choice) co_return std::unexpected(std::move(choice).error());
  if (is_one_of(choice->ref, before)) {
    co_return fail(ErrorCode::element_not_found,
                   cat("what was opened shows no '", name, "'; ", match_line(*choice), " was there before"),
                   cat("To press that one write: click ", choice->ref));
  }
  co_return co_await click(scene, {.element = {.ref = choice->ref}}, {}, true, stop);
}

// A list of the page's own making: open it, then choose from what it shows.
Task<Result<Deed>> choose_by_clicks(Scene scene, const Step& step, Stop stop) {
  Deed last;
  for (const std::string& value : step.values) {
    std::vector<std::string> before = co_await pressed_before(scene.tab, value, stop);
    auto opened = co_await run_open(scene, {.verb = Verb::open, .target = step.target}, stop);
    if (!opened) co_return std::unexpected(std::move(opened).error());
    auto chosen = co_await click_shown(scene, value, with(choice_roles(), {"link", "button", "clickable"}),
                                       std::move(before), stop);
    if (!chosen) co_return std::unexpected(std::move(chosen).error());
    last = std::move(*chosen);
  }
  co_return last;
}

// The radio buttons or checkboxes of these names in what the target names; none when one is missing.
Task<std::vector<Match>> boxes_in(browser::Tab& tab, const Step& step, Stop stop) {
  std::vector<Match> boxes;
  for (const std::string& value : step.values) {
    std::string words = cat(in_quotes(value), " in the ", step.target.text);
    auto box = co_await meant_by(tab, std::move(words), toggle_roles(), stop);
    if (!box) co_return std::vector<Match>{};
    boxes.push_back(std::move(*box));
  }
  co_return boxes;
}

Task<Result<Deed>> check_each(Scene scene, std::vector<Match> boxes, bool wanted, Stop stop) {
  Deed all;
  for (const Match& box : boxes) {
    auto set = co_await set_field(scene, {.element = {.ref = box.ref}}, wanted, stop);
    if (!set) co_return set;
    add_deed(all, std::move(*set));
  }
  co_return all;
}

Task<Result<Deed>> choose_in_list(Scene scene, Step step, Stop stop) {
  ActTarget target = act_target(step.target, field_roles());
  auto list = co_await locate(scene.tab, target, stop);
  if (list) {
    auto set = co_await set_field(scene, {.element = *list}, as_value(step.values), How::choose, stop);
    if (set) co_return set;
    if (set.error().code == ErrorCode::unsupported) {
      auto clicked = co_await choose_by_clicks(scene, step, stop);
      co_return clicked || clicked.error().code != ErrorCode::element_not_found ? clicked : set;
    }
    // A box takes no option: the words may be those of a group of radio buttons.
    if (set.error().code != ErrorCode::invalid_arguments || step.target.kind != TargetKind::words)
      co_return set;
  }
  if (step.target.kind != TargetKind::words) co_return std::unexpected(std::move(list).error());
  if (!list && is_any_list(step.target.text)) {
    auto lists = co_await lists_with(scene.tab, step.values, stop);
    if (lists && lists->size() == 1)
      co_return co_await set_field(scene, {.element = {.ref = lists->front().ref}}, as_value(step.values),
                                   How::choose, stop);
  }
  auto set = co_await set_field(scene, std::move(target), as_value(step.values), How::choose, stop);
  if (set || set.error().code != ErrorCode::element_not_found) co_return set;
  // The words may name what the choices stand in, or a button that shows them.
  auto boxes = co_await boxes_in(scene.tab, step, stop);
  if (!boxes.empty()) co_return co_await check_each(scene, std::move(boxes), true, stop);
  if (step.values.size() != 1) co_return set;
  auto clicked = co_await choose_by_clicks(scene, step, stop);
  co_return clicked || clicked.error().code != ErrorCode::element_not_found ? clicked : set;
}

// What the words mean when no list is named: what is chosen by its nature before what is pressed.
Task<Result<Match>> choice_meant(browser::Tab& tab, std::string words, Stop stop) {
  auto found = co_await meant_by(tab, words, with(choice_roles(), pressed_roles()), stop);
  if (found || found.error().code != ErrorCode::ambiguous_target) co_return found;
  auto choice = co_await meant_by(tab, std::move(words), choice_roles(), stop);
  if (choice) co_return choice;
  co_return found;
}

Task<Result<Deed>> take_choice(Scene scene, Match choice, Stop stop) {
  if (is_one_of(choice.role, toggle_roles()))
    co_return co_await set_field(scene, {.element = {.ref = choice.ref}}, true, stop);
  bool native = co_await is_native_option(scene.tab, choice, stop);
  if (!native) co_return co_await click(scene, {.element = {.ref = choice.ref}}, {}, true, stop);
  auto lists = co_await lists_with(scene.tab, {choice.name}, stop);
  if (!lists) co_return std::unexpected(std::move(lists).error());
  auto list = only_one(cat("the list with ", choice.name), *lists);
  if (!list) co_return std::unexpected(std::move(list).error());
  co_return co_await set_field(scene, {.element = {.ref = list->ref}}, json::value(choice.name), stop);
}

// Whether it may be meant right after a menu was opened: what the menu shows, or anything without one.
bool shown_before(const Scene& scene, const std::string& ref) {
  if (!scene.before || scene.before->opened.empty()) return true;
  std::string mark = cat("[", ref, "]");
  return std::ranges::any_of(scene.before->opened,
                             [&](const std::string& line) { return line.contains(mark); });
}

// All are found before the first is chosen.
Task<Result<Deed>> choose_freely(Scene scene, Step step, Stop stop) {
  std::vector<Match> choices;
  std::vector<std::string> options;
  for (const std::string& words : step.values) {
    auto choice = co_await choice_meant(scene.tab, words, stop);
    if (!choice) co_return std::unexpected(std::move(choice).error());
    if (!is_one_of(choice->role, choice_roles()) && !shown_before(scene, choice->ref)) {
      co_return fail(ErrorCode::element_not_found,
                     cat("what was opened shows no '", words, "'; ", match_line(*choice), " is elsewhere"),
                     cat("To press that one write: click ", choice->ref));
    }
    bool native = co_await is_native_option(scene.tab, *choice, stop);
    if (native) options.push_back(choice->name);
    choices.push_back(std::move(*choice));
  }
  // A list takes all of its options at once.
  if (options.size() > 1 && options.size() == choices.size()) {
    auto lists = co_await lists_with(scene.tab, options, stop);
    if (lists && lists->size() == 1)
      co_return co_await set_field(scene, {.element = {.ref = lists->front().ref}}, as_value(options), stop);
  }
  Deed all;
  for (Match& choice : choices) {
    auto taken = co_await take_choice(scene, std::move(choice), stop);
    if (!taken) co_return taken;
    add_deed(all, std::move(*taken));
  }
  co_return all;
}

Task<bool> is_seen(browser::Tab& tab, std::string words, std::vector<std::string> roles, Stop stop) {
  auto found = co_await meant_by(tab, std::move(words), std::move(roles), stop);
  co_return found && found->visible;
}

// Menus open when they are pointed at or when they are clicked; pointing does no harm.
Task<Result<Deed>> follow_path(Scene scene, Step step, Stop stop) {
  std::vector<std::string> roles =
      with(choice_roles(), {"button", "link", "disclosure", "clickable", "listitem"});
  std::vector<std::string> before = co_await pressed_before(scene.tab, step.values.back(), stop);
  for (std::size_t i = 0; i + 1 < step.values.size(); ++i) {
    ActTarget item{.query = in_quotes(step.values[i]), .roles = roles};
    auto pointed = co_await hover(scene, item, true, stop);
    if (!pointed) co_return pointed;
    bool seen = co_await is_seen(scene.tab, in_quotes(step.values[i + 1]), roles, stop);
    if (seen) continue;
    auto opened = co_await click(scene, std::move(item), {}, true, stop);
    if (!opened) co_return opened;
  }
  co_return co_await click_shown(scene, step.values.back(), roles, std::move(before), stop);
}

Task<Result<Deed>> check_all(Scene scene, bool wanted, Stop stop) {
  auto boxes = co_await seen_by_css(scene.tab, "input[type=checkbox], [role=checkbox]", stop);
  if (!boxes) co_return std::unexpected(std::move(boxes).error());
  if (boxes->empty()) co_return fail(ErrorCode::element_not_found, "the page shows no checkbox");
  co_return co_await check_each(scene, std::move(*boxes), wanted, stop);
}

}  // namespace

Task<Result<Deed>> run_select(Scene scene, Step step, Stop stop) {
  if (step.is_path) co_return co_await follow_path(scene, std::move(step), stop);
  if (step.target.given() && !step.values.empty())
    co_return co_await choose_in_list(scene, std::move(step), stop);
  if (!step.values.empty()) co_return co_await choose_freely(scene, std::move(step), stop);
  if (!step.target.given()) co_return fail(ErrorCode::invalid_arguments, "select must say which choice");
  if (step.target.kind == TargetKind::words) {
    step.values.push_back(std::move(step.target.text));
    step.target = {};
    co_return co_await choose_freely(scene, std::move(step), stop);
  }
  auto set = co_await set_field(scene, act_target(step.target), true, stop);
  if (set || set.error().code != ErrorCode::unsupported) co_return set;
  co_return co_await click(scene, act_target(step.target), {}, true, stop);
}

Task<Result<Deed>> run_check(Scene scene, Step step, Stop stop) {
  bool wanted = step.verb == Verb::check;
  if (step.how_many == HowMany::all) co_return co_await check_all(scene, wanted, stop);
  auto set = co_await set_field(scene, act_target(step.target, toggle_roles()), wanted, stop);
  if (set || set.error().code != ErrorCode::element_not_found) co_return set;
  // A button that stays pressed is switched, too.
  auto pressed = co_await set_field(scene, act_target(step.target, {"button"}), wanted, stop);
  bool is_button = pressed || pressed.error().code == ErrorCode::value_not_kept;
  co_return is_button ? std::move(pressed) : std::move(set);
}

}  // namespace oc::page
