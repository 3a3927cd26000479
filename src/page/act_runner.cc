// Tested by: tests/browser/act_test.mjs
#include "page/act_runner.h"

#include <algorithm>

#include "base/text.h"
#include "browser/navigation.h"
#include "page/field.h"
#include "page/file_field.h"
#include "page/wait.h"

namespace oc::page {
namespace {

using browser::LoadState;

// What a list shows that is none of the browser's own.
const std::vector<std::string> kChoiceRoles{"option",   "radio",    "menuitemradio",
                                            "menuitem", "treeitem", "tab"};

ActTarget target_of(const StepTarget& target, std::vector<std::string> roles = {}) {
  switch (target.kind) {
    case TargetKind::ref:
      return {.element = {.ref = target.text}};
    case TargetKind::selector:
      return {.element = {.selector = target.text}};
    case TargetKind::words:
    case TargetKind::none:
      break;
  }
  return {.query = target.text, .roles = std::move(roles)};
}

Error needs_target(const Step& step) {
  return {ErrorCode::invalid_arguments, cat(word_of(step.verb), " must say what is meant")};
}

// Behind what the field holds already, as somebody who clicks into it and types on.
Task<Result<Deed>> type_on(Scene scene, Step step, Stop stop) {
  std::string into;
  if (step.target.given()) {
    auto focused = co_await focus(scene, target_of(step.target, field_roles()), false, stop);
    if (!focused) co_return std::unexpected(std::move(focused).error());
    into = cat(" into ", focused->line.substr(focused->line.find(' ') + 1));
    OC_CO_TRY(co_await press_keys(scene.tab, {*parse_chord("Ctrl+End")}, stop));
  }
  auto typed = co_await type_keys(scene, step.value, stop);
  if (typed) typed->line += into;
  co_return typed;
}

// A list of the page's own making: open it, then choose from what it shows.
Task<Result<Deed>> choose_by_clicks(Scene scene, const Step& step, Stop stop) {
  Deed last;
  for (const std::string& value : step.values) {
    if (step.target.given()) {
      auto opened = co_await click(scene, target_of(step.target), {}, true, stop);
      if (!opened) co_return std::unexpected(std::move(opened).error());
    }
    auto chosen = co_await click(scene, {.query = value, .roles = kChoiceRoles}, {}, true, stop);
    if (!chosen) co_return std::unexpected(std::move(chosen).error());
    last = std::move(*chosen);
  }
  co_return last;
}

Task<Result<Deed>> choose(Scene scene, Step step, Stop stop) {
  if (step.values.empty()) co_return fail(ErrorCode::invalid_arguments, "select must say which choice");
  if (!step.target.given()) co_return co_await choose_by_clicks(scene, step, stop);
  json::value value = step.values.size() == 1
                          ? json::value(step.values.front())
                          : json::value(json::array(step.values.begin(), step.values.end()));
  auto set = co_await set_field(scene, target_of(step.target, field_roles()), std::move(value), stop);
  if (set) co_return set;
  ErrorCode code = set.error().code;
  if (code == ErrorCode::unsupported) co_return co_await choose_by_clicks(scene, step, stop);
  if (code != ErrorCode::element_not_found || step.values.size() != 1) co_return set;
  // The words may name something that opens a list: a button, a link.
  auto clicked = co_await choose_by_clicks(scene, step, stop);
  co_return clicked || clicked.error().code != ErrorCode::element_not_found ? clicked : set;
}

Task<Result<Deed>> check(Scene scene, const Step& step, bool wanted, Stop stop) {
  std::vector<std::string> roles{"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"};
  return set_field(scene, target_of(step.target, std::move(roles)), wanted, stop);
}

Task<Result<Deed>> press_on(Scene scene, Step step, Stop stop) {
  if (step.target.given()) {
    auto focused = co_await focus(scene, target_of(step.target), false, stop);
    if (!focused) co_return std::unexpected(std::move(focused).error());
  }
  co_return co_await press_chords(scene, step.value, step.count, stop);
}

Direction direction_of(std::string_view word) {
  if (word == "up" || word == "top") return Direction::up;
  if (word == "left") return Direction::left;
  return word == "right" ? Direction::right : Direction::down;
}

Task<Result<Deed>> scroll_on(Scene scene, Step step, Stop stop) {
  if (step.value == "into_view") co_return co_await scroll_to(scene, target_of(step.target), stop);
  std::optional<Point> at;
  if (step.target.given()) {
    auto found = co_await aim(scene.tab, target_of(step.target), {.use = Use::hover, .watch = false}, stop);
    if (!found) co_return std::unexpected(std::move(found).error());
    at = found->at;
  }
  auto scroller = co_await scroller_at(scene.tab, at.value_or(Point{}), stop);
  if (!scroller) co_return std::unexpected(std::move(scroller).error());
  bool to_end = step.value == "top" || step.value == "bottom";
  std::int64_t pixels = step.unit == StepUnit::pixels ? step.count : step.count * scroller->height * 4 / 5;
  if (to_end) pixels = scroller->most_top + 1;
  co_return co_await scroll_towards(scene, at, direction_of(step.value), pixels, stop);
}

Deed waited(const Waited& how, std::string_view what) {
  return {.line = cat("Waited ", how.after.count(), " ms: ", what)};
}

Task<Result<Deed>> wait_on(Scene scene, Step step, Stop stop) {
  browser::Tab& tab = scene.tab;
  bool by_selector = step.target.kind == TargetKind::selector;
  std::string what = step.target.given() ? step.target.text : step.value;
  Result<Waited> how;
  switch (step.wait_for) {
    case WaitFor::nothing:
    case WaitFor::time: {
      (void)co_await sleep_for(std::chrono::milliseconds{step.count}, stop);
      if (stop.requested()) co_return std::unexpected(stop.error());
      co_return Deed{.line = cat("Waited ", step.count, " ms")};
    }
    case WaitFor::appear:
      how = co_await wait_in_page(tab, by_selector ? "selector" : "text", what, stop);
      break;
    case WaitFor::gone:
      how = co_await wait_in_page(tab, by_selector ? "selector_gone" : "text_gone", what, stop);
      break;
    case WaitFor::load:
      how = co_await wait_for_load(tab, LoadState::load, stop);
      what = "the page";
      break;
  }
  if (!how) co_return std::unexpected(std::move(how).error());
  co_return waited(*how, cat(what, step.wait_for == WaitFor::gone ? " is gone" : " is there"));
}

Task<Result<Deed>> go(Scene scene, Step step, Stop stop) {
  std::optional<browser::History> history = from_word<browser::History>(step.value);
  Result<browser::Navigated> gone;
  if (history) {
    gone = co_await browser::navigate(scene.tab, *history, {}, stop);
  } else {
    gone = co_await browser::navigate(scene.tab, browser::completed_address(step.value), {}, stop);
  }
  if (!gone) co_return std::unexpected(std::move(gone).error());
  co_return Deed{.line = cat("Went to ", gone->url, " \"", shorten(gone->title, 120), "\""),
                 .left_page = true};
}

// The form of the field that has the focus, else the first one of the page.
Task<Result<Deed>> submit(Scene scene, Step step, Stop stop) {
  if (step.target.given()) co_return co_await click(scene, target_of(step.target), {}, true, stop);
  auto button = co_await submit_button_of(scene.tab, {.selector = ":focus"}, stop);
  if (!button && button.error().code == ErrorCode::element_not_found)
    button = co_await submit_button_of(scene.tab, {.selector = "form"}, stop);
  if (!button) co_return std::unexpected(std::move(button).error());
  co_return co_await click(scene, {.element = *button}, {}, true, stop);
}

bool takes_no_target(Verb verb) {
  using enum Verb;
  return verb == type || verb == select || verb == press || verb == scroll || verb == wait || verb == go ||
         verb == submit;
}

}  // namespace

Task<Result<Deed>> run_step(Scene scene, Step step, Stop stop) {
  if (!step.target.given() && !takes_no_target(step.verb)) co_return std::unexpected(needs_target(step));
  switch (step.verb) {
    case Verb::click:
      co_return co_await click(scene, target_of(step.target), {}, true, stop);
    case Verb::double_click:
      co_return co_await click(scene, target_of(step.target), {.clicks = 2}, true, stop);
    case Verb::right_click:
      co_return co_await click(scene, target_of(step.target), {.button = Button::right}, true, stop);
    case Verb::hover:
      co_return co_await hover(scene, target_of(step.target), true, stop);
    case Verb::focus:
      co_return co_await focus(scene, target_of(step.target), true, stop);
    case Verb::type:
      co_return co_await type_on(scene, std::move(step), stop);
    case Verb::fill:
      co_return co_await set_field(scene, target_of(step.target, field_roles()), json::value(step.value),
                                   stop);
    case Verb::clear:
      co_return co_await set_field(scene, target_of(step.target, field_roles()), json::value(""), stop);
    case Verb::select:
      co_return co_await choose(scene, std::move(step), stop);
    case Verb::check:
      co_return co_await check(scene, step, true, stop);
    case Verb::uncheck:
      co_return co_await check(scene, step, false, stop);
    case Verb::press:
      co_return co_await press_on(scene, std::move(step), stop);
    case Verb::scroll:
      co_return co_await scroll_on(scene, std::move(step), stop);
    case Verb::wait:
      co_return co_await wait_on(scene, std::move(step), stop);
    case Verb::go:
      co_return co_await go(scene, std::move(step), stop);
    case Verb::submit:
      co_return co_await submit(scene, std::move(step), stop);
    case Verb::drag:
      if (!step.destination.given()) co_return std::unexpected(needs_target(step));
      co_return co_await drag(scene, target_of(step.target), target_of(step.destination), stop);
    case Verb::upload:
      co_return co_await give_files(scene, target_of(step.target), std::move(step.values), stop);
  }
  co_return fail(ErrorCode::internal, "a verb that nobody performs");
}

}  // namespace oc::page
