// Tested by: tests/browser/interact_test.mjs, effects_test.mjs, computer_test.mjs and typing_test.mjs
#include "page/hands.h"

#include <algorithm>

#include "base/text.h"
#include "page/point_place.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

// Of a screen: some lines stay in sight.
constexpr double kScreenPart = 0.8;
constexpr int kLateLooks = 3;
// Elements that move when the pointer comes are followed so often.
constexpr int kAimAttempts = 4;
// A browser that is busy learns late what lies where.
constexpr int kReachAttempts = 15;

using json::text_of;

std::string_view click_word(const Press& press) {
  if (press.button == Button::right) return "Right-clicked";
  if (press.button == Button::middle) return "Middle-clicked";
  if (press.clicks == 2) return "Double-clicked";
  return press.clicks == 3 ? "Triple-clicked" : "Clicked";
}

std::string_view click_event(const Press& press) {
  if (press.button == Button::right) return "contextmenu";
  return press.button == Button::middle ? "auxclick" : "click";
}

Aim nothing_aimed(std::string frame_id) {
  return {.frame_id = std::move(frame_id), .element = {}, .words = {}, .at = {}};
}

// For input that goes to whatever has the focus: watching begins in the frame that has it.
Task<Result<Aim>> watch_focus(browser::Tab& tab, Stop stop) {
  json::object args{{"step", "watch"}, {"focused", true}};
  auto begun = co_await run_script(tab, scripts::kActing, args, stop);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  if (json::find_bool(begun->value.as_object(), "watches").value_or(true)) {
    co_await watch_around(tab, tab.target_id(), stop);
    co_return nothing_aimed(tab.target_id());
  }
  args["inFrame"] = true;
  for (std::string& id : tab.frames().ids()) {
    if (id == tab.target_id()) continue;
    auto inner = co_await run_script(tab, scripts::kActing, args, stop, id);
    if (inner && json::find_bool(inner->value.as_object(), "watches").value_or(false)) {
      co_await watch_around(tab, id, stop);
      co_return nothing_aimed(std::move(id));
    }
    if (stop.requested()) co_return std::unexpected(stop.error());
  }
  co_return co_await watch_frame(tab, tab.target_id(), stop);
}

// How many characters a person counts.
std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

Scroller scroller_of(const json::value& value) {
  const json::object& read = value.as_object();
  auto number = [&](std::string_view key) { return json::find_integer(read, key).value_or(0); };
  return {.frame_id = {},
          .words = text_of(read, "words"),
          .left = number("left"),
          .top = number("top"),
          .most_left = number("mostLeft"),
          .most_top = number("mostTop"),
          .width = number("width"),
          .height = number("height")};
}

bool has_moved(const Scroller& before, const Scroller& after) {
  return before.left != after.left || before.top != after.top;
}

// Whether there is anything left to scroll that way.
bool has_room(const Scroller& here, double right, double down) {
  return (right > 0 && here.left < here.most_left) || (right < 0 && here.left > 0) ||
         (down > 0 && here.top < here.most_top) || (down < 0 && here.top > 0);
}

std::string scrolled_line(const Scroller& before, const Scroller& after) {
  std::string line = cat("Scrolled ", after.words);
  if (!has_moved(before, after)) {
    return cat("Did not scroll ", after.words, ": it stays at ", after.left, ",", after.top, " of ",
               after.most_left, ",", after.most_top);
  }
  return cat(line, " from ", before.left, ",", before.top, " to ", after.left, ",", after.top, " of ",
             after.most_left, ",", after.most_top);
}

// The page took the element away, or put another in its place, between press and release.
Error click_lost(const Deed& deed, const std::string& hit) {
  Error error{ErrorCode::hit_other_element,
              cat(deed.line, ", but the page replaced it under the press: ",
                  hit.empty() ? "the click was lost" : cat("the click went to ", hit))};
  error.details = json::object{{"hit", hit}, {"meant", deed.element.ref}, {"held_back", false}};
  return error;
}

}  // namespace

Task<Result<Aim>> watch_frame(browser::Tab& tab, std::string frame_id, Stop stop) {
  auto begun = co_await run_script(tab, scripts::kActing, {{"step", "watch"}}, stop, frame_id);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  co_await watch_around(tab, frame_id, stop);
  co_return nothing_aimed(std::move(frame_id));
}

std::string Deed::text() const {
  std::string out = cat("✓ ", line);
  for (const std::string& effect : effects) out += cat("\n", effect);
  return out;
}

Task<Result<Deed>> seen_through(EffectWatch watch, Deed deed, Result<void> delivered, bool verify,
                                Stop stop) {
  if (!delivered && delivered.error().code != ErrorCode::dialog_open)
    co_return std::unexpected(std::move(delivered).error());
  // The page stands still behind its dialog.
  if (!delivered || !verify) co_return deed;
  EffectReport report = co_await watch.report(stop);
  if (!report.press) co_return std::unexpected(std::move(report.press).error());
  if (report.lost_to) co_return std::unexpected(click_lost(deed, *report.lost_to));
  deed.effects = std::move(report.lines);
  deed.left_page = report.left_page;
  co_return deed;
}

namespace {

// How often it is aimed at again.
class Attempts {
 public:
  bool left(bool was_reached) { return was_reached ? moves_++ < kAimAttempts : misses_++ < kReachAttempts; }

 private:
  int moves_ = 0;
  int misses_ = 0;
};

std::unexpected<Error> unreached(browser::Tab& tab, const Aim& aim) {
  if (tab.frames().ids().size() == 1) {
    return fail(ErrorCode::element_moving,
                cat(aim.words, " is elsewhere, or something else, every time the pointer comes"),
                "Wait until the page is at rest, then call again.");
  }
  return fail(ErrorCode::element_covered,
              cat("the browser sends the pointer to another frame in place of ", aim.words),
              "A frame that was drawn there before may be busy: wait, then try again.");
}

// Brings the pointer to what was aimed at, and sees that it is there still when the page has reacted.
Task<Result<void>> bring_pointer(browser::Tab& tab, Aim& aim, int modifiers, Stop stop) {
  bool is_right = aim.reached && !is_elsewhere(tab, aim.at) && aim.frame_id == tab.target_id();
  for (Attempts attempts; !is_right && attempts.left(aim.reached);) {
    // A pointer that stays where it is tells nobody.
    if (!is_elsewhere(tab, aim.at))
      OC_CO_TRY(co_await move_pointer(tab, {aim.at.x + 1, aim.at.y}, modifiers, stop));
    OC_CO_TRY(co_await move_pointer(tab, aim.at, modifiers, stop));
    auto confirmed = co_await confirm_aim(tab, aim, Use::click, stop);
    if (!confirmed) co_return std::unexpected(std::move(confirmed).error());
    is_right = *confirmed;
  }
  if (!aim.reached) co_return unreached(tab, aim);
  if (!is_right) {
    co_return fail(ErrorCode::element_moving, cat(aim.words, " moves away when the pointer comes"),
                   "Use the keyboard: focus it, then press Enter.");
  }
  co_return Result<void>{};
}

// At a bare place whatever is there is meant; the page has a frame to react to the pointer before the press.
Task<Result<void>> press_at(browser::Tab& tab, const Aim& aim, Press press, Stop stop) {
  if (is_elsewhere(tab, aim.at)) {
    OC_CO_TRY(co_await move_pointer(tab, aim.at, press.modifiers, stop));
    (void)co_await run_script(tab, scripts::kFirstFrames, {{"waitMs", 100}}, stop, aim.frame_id);
  }
  co_return co_await press_pointer(tab, aim.at, press, stop);
}

}  // namespace

namespace {

// Without asking what became of it.
Task<Result<void>> send_press(browser::Tab& tab, Aim& aim, Press press, Stop stop) {
  if (aim.is_place) co_return co_await press_at(tab, aim, press, stop);
  OC_CO_TRY(co_await bring_pointer(tab, aim, press.modifiers, stop));
  co_return co_await press_pointer(tab, aim.at, press, stop);
}

}  // namespace

Task<Result<void>> press_on(browser::Tab& tab, Aim& aim, Press press, Stop stop) {
  auto sent = co_await send_press(tab, aim, press, stop);
  if (!sent || aim.is_place) co_return sent;
  co_return co_await report_press(tab, aim, stop);
}

Task<Result<Deed>> click(Scene scene, ActTarget target, Press press, bool verify, Stop stop) {
  AimOptions options{
      .use = Use::click, .watch = verify, .event = click_event(press), .selects = press.clicks > 1};
  auto found = co_await aim(scene.tab, std::move(target), options, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  EffectWatch watch{scene, *found};
  // Where only one document has a part in it, its effects and the press itself are asked for at once.
  bool is_asked_together = verify && !found->is_place && found->frame_id == scene.tab.target_id();
  auto sent = co_await (is_asked_together ? send_press(scene.tab, *found, press, stop)
                                          : press_on(scene.tab, *found, press, stop));
  if (is_asked_together && sent) watch.expect_press(*found);
  Deed deed{.line = cat(click_word(press), " ", found->words), .element = found->element};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), verify, stop);
}

Task<Result<Deed>> hover(Scene scene, ActTarget target, bool verify, Stop stop) {
  target.any_kind = true;
  auto found = co_await aim(scene.tab, std::move(target), {.use = Use::hover, .watch = verify}, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  EffectWatch watch{scene, *found, EffectWatch::Patience::hover};
  auto sent = co_await move_pointer(scene.tab, found->at, 0, stop);
  bool is_over = found->is_place || !sent;
  found->reached = true;
  for (Attempts attempts; !is_over && attempts.left(found->reached);) {
    auto confirmed = co_await confirm_aim(scene.tab, *found, Use::hover, stop);
    if (!confirmed) co_return std::unexpected(std::move(confirmed).error());
    is_over = *confirmed;
    if (is_over) break;
    if (!is_elsewhere(scene.tab, found->at))
      OC_CO_TRY(co_await move_pointer(scene.tab, {found->at.x + 1, found->at.y}, 0, stop));
    sent = co_await move_pointer(scene.tab, found->at, 0, stop);
  }
  if (!is_over && !found->reached) co_return unreached(scene.tab, *found);
  if (!is_over)
    co_return fail(ErrorCode::element_moving, cat(found->words, " moves away when the pointer comes"));
  Deed deed{.line = cat("Moved the pointer over ", found->words), .element = found->element};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), verify, stop);
}

Task<Result<Deed>> focus(Scene scene, ActTarget target, bool verify, Stop stop) {
  auto found = co_await locate(scene.tab, std::move(target), stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  auto resolved = resolve(scene.tab, *found);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  EffectWatch watch{scene, {.frame_id = resolved->frame_id, .element = {}, .words = {}, .at = {}}};
  json::object args = std::move(resolved->args);
  args["step"] = "focus";
  args["watch"] = verify;
  scene.tab.note_deed();
  auto focused = co_await run_script(scene.tab, scripts::kActing, std::move(args), stop, resolved->frame_id);
  if (!focused) co_return std::unexpected(std::move(focused).error());
  Deed deed{.line = cat("Focused ", text_of(focused->value.as_object(), "words")), .element = *found};
  if (json::find_bool(focused->value.as_object(), "had").value_or(false)) co_return deed;
  auto seen = co_await seen_through(std::move(watch), std::move(deed), {}, verify, stop);
  if (seen) std::erase_if(seen->effects, [](const std::string& line) { return line.starts_with(kNoChange); });
  co_return seen;
}

Task<Result<Deed>> type_keys(Scene scene, std::string text, Stop stop) {
  auto begun = co_await watch_focus(scene.tab, stop);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  EffectWatch watch{scene, *begun};
  std::size_t count = characters_in(text);
  Deed deed{.line = cat("Typed ", count, count == 1 ? " character" : " characters")};
  auto sent = co_await type_text(scene.tab, std::move(text), Breaks::keys, stop);
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
}

Task<Result<Deed>> press_chords(Scene scene, std::string chords, int times, Stop stop) {
  auto parsed = parse_chords(chords);
  if (!parsed) co_return std::unexpected(std::move(parsed).error());
  for (const Chord& chord : *parsed) OC_CO_TRY(check_for_page(chord));
  std::vector<Chord> all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), parsed->begin(), parsed->end());
  auto begun = co_await watch_focus(scene.tab, stop);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  EffectWatch watch{scene, *begun};
  auto sent = co_await press_keys(scene.tab, std::move(all), stop);
  Deed deed{.line = cat("Pressed ", trim(chords), times > 1 ? cat(" ", times, " times") : "")};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
}

// The innermost frame at the point that can be scrolled, else the page: so the wheel goes.
Task<Result<Scroller>> scroller_at(browser::Tab& tab, Point at, Stop stop) {
  auto places = co_await places_at(tab, at, stop);
  if (!places) co_return std::unexpected(std::move(places).error());
  while (true) {
    PointPlace place = std::move(places->back());
    places->pop_back();
    json::object args{{"step", "scroller"}, {"x", place.inside.x}, {"y", place.inside.y}};
    auto answer = co_await run_script(tab, scripts::kActing, std::move(args), stop, place.frame_id);
    if (!answer) co_return std::unexpected(std::move(answer).error());
    Scroller found = scroller_of(answer->value);
    bool scrolls = found.most_left > 0 || found.most_top > 0;
    if (!scrolls && !places->empty()) continue;
    found.frame_id = std::move(place.frame_id);
    if (found.frame_id != tab.target_id() && found.words == "the page") found.words = "the frame";
    co_return found;
  }
}

Task<Result<Deed>> scroll_by(Scene scene, std::optional<Point> at, double right, double down, Stop stop) {
  // A tab that stands behind another one draws no frames of other processes, and so scrolls none.
  auto front = co_await scene.browser.bring_to_front(scene.tab, stop);
  if (!front) co_return std::unexpected(std::move(front).error());
  if (!at) {
    auto page = co_await scroller_at(scene.tab, {}, stop);
    if (!page) co_return std::unexpected(std::move(page).error());
    at = Point{static_cast<double>(page->width) / 2, static_cast<double>(page->height) / 2};
  }
  auto before = co_await scroller_at(scene.tab, *at, stop);
  if (!before) co_return std::unexpected(std::move(before).error());
  auto begun = co_await watch_frame(scene.tab, before->frame_id, stop);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  EffectWatch watch{scene, *begun};
  auto sent = co_await turn_wheel(scene.tab, *at, right, down, 0, stop);
  if (!sent) co_return std::unexpected(std::move(sent).error());
  Deed deed{.line = "Scrolled"};
  auto seen = co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
  if (!seen || seen->left_page) co_return seen;
  auto after = co_await scroller_at(scene.tab, *at, stop);
  // A browser that is busy draws, and so scrolls, later than it takes the event.
  for (int look = 0;
       look < kLateLooks && after && !has_moved(*before, *after) && has_room(*before, right, down); ++look) {
    (void)co_await run_script(scene.tab, scripts::kFirstFrames, {{"waitMs", 500}}, stop);
    after = co_await scroller_at(scene.tab, *at, stop);
  }
  if (!after) co_return std::unexpected(std::move(after).error());
  seen->line = scrolled_line(*before, *after);
  std::erase_if(seen->effects, [](const std::string& line) { return line.starts_with(kNoChange); });
  co_return seen;
}

Task<Result<Deed>> scroll_towards(Scene scene, std::optional<Point> at, Direction direction,
                                  std::int64_t pixels, Stop stop) {
  bool across = direction == Direction::left || direction == Direction::right;
  double way = direction == Direction::up || direction == Direction::left ? -1 : 1;
  double distance = static_cast<double>(pixels);
  if (pixels == 0) {
    auto seen = co_await scroller_at(scene.tab, at.value_or(Point{}), stop);
    if (!seen) co_return std::unexpected(std::move(seen).error());
    distance = static_cast<double>(across ? seen->width : seen->height) * kScreenPart;
  }
  co_return co_await scroll_by(scene, at, across ? way * distance : 0, across ? 0 : way * distance, stop);
}

Task<Result<Deed>> scroll_to(Scene scene, ActTarget target, Stop stop) {
  target.any_kind = true;
  auto found = co_await locate(scene.tab, std::move(target), stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  auto resolved = resolve(scene.tab, *found);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = std::move(resolved->args);
  args["step"] = "reveal";
  scene.tab.note_deed();
  auto shown = co_await run_script(scene.tab, scripts::kActing, std::move(args), stop, resolved->frame_id);
  if (!shown) co_return std::unexpected(std::move(shown).error());
  co_return Deed{.line = cat("Scrolled to ", text_of(shown->value.as_object(), "words")), .element = *found};
}

Task<Result<Deed>> drag(Scene scene, ActTarget from, ActTarget to, Stop stop) {
  bool by_element = !from.coordinate;
  auto start = co_await aim(scene.tab, std::move(from), {.use = Use::click, .watch = false}, stop);
  if (!start) co_return std::unexpected(std::move(start).error().in("what to drag"));
  to.any_kind = true;
  auto end = co_await aim(scene.tab, std::move(to), {.use = Use::hover}, stop);
  if (!end) co_return std::unexpected(std::move(end).error().in("where to drop"));
  // Aiming at the end may have scrolled the page: an element is where it is now, if it can still be seen.
  if (by_element) {
    start = co_await aim(scene.tab, {.element = start->element},
                         {.use = Use::click, .scroll = false, .watch = false}, stop);
    if (!start) co_return std::unexpected(std::move(start).error().in(cat("with ", end->words, " in view")));
  }
  EffectWatch watch{scene, *end};
  if (by_element) OC_CO_TRY(co_await bring_pointer(scene.tab, *start, 0, stop));
  auto sent = co_await drag_pointer(scene.tab, start->at, end->at, stop);
  if (by_element && sent) sent = co_await report_press(scene.tab, *start, stop, true);
  Deed deed{.line = cat("Dragged ", start->words, " to ", end->words), .element = start->element};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
}

}  // namespace oc::page
