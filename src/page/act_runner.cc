// Tested by: tests/browser/act_test.mjs and act_sentences_test.mjs
#include "page/act_runner.h"

#include <algorithm>

#include "base/text.h"
#include "browser/navigation.h"
#include "page/act_run.h"
#include "page/arrival.h"
#include "page/file_field.h"

namespace oc::page {
namespace {

// So many screens are looked through for a target.
constexpr int kMostScreens = 60;

Error needs_target(const Step& step) {
  return {ErrorCode::invalid_arguments, cat(word_of(step.verb), " must say what is meant")};
}

// The one thing to press that is called exactly so; no ref when there is none.
Task<Result<Match>> called_so(browser::Tab& tab, const std::string& name, Stop stop) {
  auto found = co_await find_elements(tab, cat("\"", name, "\""), {.roles = pressed_roles()}, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  std::erase_if(found->matches, [&](const Match& match) {
    return !match.visible || !equals_ignoring_case(trim(match.name), name);
  });
  if (found->matches.empty()) co_return Match{};
  co_return only_one(name, found->matches);
}

// A key; or, where an element is called so, a click: "Delete" in quotes may be either.
Task<Result<Deed>> press(Scene scene, Step step, Stop stop) {
  if (!step.name.empty()) {
    auto named = co_await called_so(scene.tab, step.name, stop);
    if (!named) co_return std::unexpected(std::move(named).error());
    if (!named->ref.empty())
      co_return co_await click(scene, {.element = {.ref = named->ref}}, {}, true, stop);
  }
  if (step.target.given()) {
    auto focused = co_await focus(scene, act_target(step.target), false, stop);
    if (!focused) co_return std::unexpected(std::move(focused).error());
  }
  co_return co_await press_chords(scene, step.value, step.count, stop);
}

Direction direction_of(std::string_view word) {
  if (word == "up" || word == "top") return Direction::up;
  if (word == "left") return Direction::left;
  return word == "right" ? Direction::right : Direction::down;
}

// Lists add what comes next when one scrolls; the end is where the page stays as it is.
Task<Result<Deed>> scroll_until(Scene scene, Step step, Stop stop) {
  for (int screens = 0;; ++screens) {
    auto shown = co_await scroll_to(scene, any_target(step.target), stop);
    if (shown || shown.error().code != ErrorCode::element_not_found || screens == kMostScreens)
      co_return shown;
    auto scrolled = co_await scroll_towards(scene, {}, direction_of(step.until), 0, stop);
    if (!scrolled) co_return scrolled;
    if (!scrolled->line.starts_with("Did not scroll")) continue;
    shown.error().message += cat("; scrolled ", step.until, " to the end");
    co_return shown;
  }
}

Task<Result<Deed>> scroll_on(Scene scene, Step step, Stop stop) {
  if (step.value == "into_view" && !step.until.empty())
    co_return co_await scroll_until(scene, std::move(step), stop);
  if (step.value == "into_view") co_return co_await scroll_to(scene, any_target(step.target), stop);
  std::optional<Point> at;
  if (step.target.given()) {
    auto found = co_await aim(scene.tab, any_target(step.target), {.use = Use::hover, .watch = false}, stop);
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

Task<Result<Deed>> go(Scene scene, Step step, Stop stop) {
  if (!step.name.empty()) {
    auto named = co_await called_so(scene.tab, step.name, stop);
    if (!named) co_return std::unexpected(std::move(named).error());
    if (!named->ref.empty())
      co_return co_await click(scene, {.element = {.ref = named->ref}}, {}, true, stop);
  }
  std::optional<browser::History> history = from_word<browser::History>(step.value);
  std::uint64_t before = scene.tab.network().ring().last_number();
  Result<browser::Navigated> gone;
  if (history) {
    for (int i = 0; i < step.count; ++i) {
      gone = co_await browser::navigate(scene.tab, *history, {}, stop);
      if (!gone) co_return std::unexpected(std::move(gone).error());
    }
  } else {
    gone = co_await browser::navigate(scene.tab, browser::completed_address(step.value), {}, stop);
  }
  if (!gone) co_return std::unexpected(std::move(gone).error());
  PageArrival arrival = co_await arrive(scene.tab, before, stop);
  Deed deed{.line = cat("Went to ", gone->url, " \"", shorten(scene.tab.title(), 120), "\""),
            .effects = std::move(arrival.lines),
            .left_page = true};
  if (!arrival.pending.empty()) deed.effects.push_back(cat("still pending: ", arrival.pending));
  co_return deed;
}

// Of several that the words mean alike, the one in the menu that the last step opened.
Task<Result<Deed>> click_meant(Scene scene, const Step& step, Stop stop) {
  auto clicked = co_await click(scene, act_target(step.target), {}, true, stop);
  bool is_open = scene.before && !scene.before->opened.empty();
  if (clicked || !is_open || clicked.error().code != ErrorCode::ambiguous_target) co_return clicked;
  const json::object* details = clicked.error().details.if_object();
  const json::array* alike = details ? json::find_array(*details, "candidates") : nullptr;
  std::vector<std::string> shown;
  for (std::size_t i = 0; alike && i < alike->size(); ++i) {
    std::string_view line = json::view((*alike)[i].as_string());
    std::string mark{line.substr(0, line.find(']') + 1)};
    for (const std::string& came : scene.before->opened) {
      if (came.contains(mark)) shown.push_back(mark.substr(1, mark.size() - 2));
    }
  }
  if (shown.size() != 1) co_return clicked;
  co_return co_await click(scene, {.element = {.ref = shown.front()}}, {}, true, stop);
}

// "the textarea" is the only one, not any field: the resolver knows both as textboxes.
Task<void> name_textarea(browser::Tab& tab, StepTarget& target, Stop stop) {
  std::string words = lower(target.text);
  if (target.kind != TargetKind::words || (words != "textarea" && words != "text area")) co_return;
  auto areas = co_await seen_by_css(tab, "textarea", stop);
  if (areas && areas->size() == 1) target = {TargetKind::ref, areas->front().ref};
}

bool takes_no_target(const Step& step) {
  using enum Verb;
  switch (step.verb) {
    case type:
    case select:
    case press:
    case scroll:
    case wait:
    case go:
    case clear:
    case submit:
    case close:
    case expand:
    case collapse:
      return true;
    case check:
    case uncheck:
      return step.how_many == HowMany::all;
    default:
      return false;
  }
}

}  // namespace

Task<Result<Deed>> run_step(Scene scene, Step step, Stop stop) {
  if (!step.target.given() && !takes_no_target(step)) co_return std::unexpected(needs_target(step));
  co_await name_textarea(scene.tab, step.target, stop);
  switch (step.verb) {
    case Verb::click:
      co_return co_await click_meant(scene, step, stop);
    case Verb::double_click:
      co_return co_await click(scene, act_target(step.target), {.clicks = 2}, true, stop);
    case Verb::triple_click:
      co_return co_await click(scene, any_target(step.target), {.clicks = 3}, true, stop);
    case Verb::right_click:
      co_return co_await click(scene, act_target(step.target), {.button = Button::right}, true, stop);
    case Verb::hover:
      co_return co_await hover(scene, any_target(step.target), true, stop);
    case Verb::focus:
      co_return co_await focus(scene, act_target(step.target), true, stop);
    case Verb::type:
      co_return co_await run_type(scene, std::move(step), stop);
    case Verb::append:
      co_return co_await run_append(scene, std::move(step), stop);
    case Verb::fill:
      co_return co_await run_fill(scene, std::move(step), stop);
    case Verb::clear:
      co_return co_await run_clear(scene, std::move(step), stop);
    case Verb::select:
      co_return co_await run_select(scene, std::move(step), stop);
    case Verb::check:
    case Verb::uncheck:
      co_return co_await run_check(scene, std::move(step), stop);
    case Verb::press:
      co_return co_await press(scene, std::move(step), stop);
    case Verb::open:
      co_return co_await run_open(scene, std::move(step), stop);
    case Verb::close:
      co_return co_await run_close(scene, std::move(step), stop);
    case Verb::expand:
    case Verb::collapse:
      co_return co_await run_expand(scene, std::move(step), stop);
    case Verb::scroll:
      co_return co_await scroll_on(scene, std::move(step), stop);
    case Verb::wait:
      co_return co_await run_wait(scene, std::move(step), stop);
    case Verb::go:
      co_return co_await go(scene, std::move(step), stop);
    case Verb::submit:
      co_return co_await run_submit(scene, std::move(step), stop);
    case Verb::drag:
      if (!step.destination.given()) co_return std::unexpected(needs_target(step));
      co_return co_await drag(scene, act_target(step.target), any_target(step.destination), stop);
    case Verb::upload:
      co_return co_await give_files(scene, act_target(step.target), std::move(step.values), stop);
  }
  co_return fail(ErrorCode::internal, "this verb has no implementation");
}

}  // namespace oc::page
