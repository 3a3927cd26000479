// Tested by: src/page/scripts/acting_test.html, tests/browser/interact_test.mjs and actionability_test.mjs
#include "page/aim.h"

#include <algorithm>

#include "base/text.h"
#include "json/write.h"
#include "page/element_objects.h"
#include "page/frame_place.h"
#include "page/point_place.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using namespace std::chrono_literals;

// How long a problem that may pass is waited for.
constexpr std::int64_t kPatienceMs = 2000;
constexpr int kCandidates = 12;
// A busy frame beside the one that is acted in is not waited for.
constexpr auto kFrameWatchTime = 100ms;
constexpr std::size_t kWatchedFrames = 6;
constexpr int kRevealAttempts = 5;

using json::text_of;

double number_of(const json::object& from, std::string_view key) {
  const json::value* found = json::find(from, key);
  return found && found->is_number() ? found->to_number<double>() : 0;
}

// A frame may be slow; what it holds may be what is meant, so that it is waited for.
constexpr auto kFrameTime = 8s;

// What the words mean for certain. What is only like them is told and never acted on: "Exit" is not "Edit".
Task<Result<Match>> locate_by_words(browser::Tab& tab, ActTarget target, Stop stop) {
  FindOptions options{.limit = kCandidates,
                      .roles = std::move(target.roles),
                      .any_kind = target.any_kind,
                      .frame_time = kFrameTime};
  auto found = co_await find_elements(tab, target.query, std::move(options), stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  co_return decide(target.query, *found);
}

// A selector is looked for in the page, then in its closed shadow roots, then in its frames.
Task<Result<ElementTarget>> locate_by_selector(browser::Tab& tab, std::string selector, Stop stop) {
  std::optional<Error> first;
  std::vector<std::string> frames = tab.frames().ids();
  std::ranges::stable_partition(frames, [&](const std::string& id) { return id == tab.target_id(); });
  for (const std::string& id : frames) {
    for (bool opened : {false, true}) {
      StopSource limited{stop, std::chrono::steady_clock::now() + (id == tab.target_id() ? 30s : 2s)};
      if (opened) (void)co_await open_closed_roots(tab, id, limited.stop());
      auto answer =
          co_await run_script(tab, scripts::kQueryDom, {{"css", selector}, {"limit", 1}}, limited.stop(), id);
      const json::array* list = answer ? json::find_array(answer->value.as_object(), "elements") : nullptr;
      if (list && !list->empty()) {
        auto ref = json::find_integer(list->front().as_object(), "ref").value_or(0);
        co_return ElementTarget{.ref = ref_word(ref)};
      }
      if (!answer && !first) first = std::move(answer).error();
      if (first && first->code == ErrorCode::invalid_arguments) co_return std::unexpected(*first);
      if (stop.requested()) co_return std::unexpected(stop.error());
    }
  }
  // The page's own words for it name the nearest selectors.
  auto told = co_await run_script(tab, scripts::kActing, {{"step", "aim"}, {"selector", selector}}, stop);
  if (!told) co_return std::unexpected(std::move(told).error());
  co_return fail(ErrorCode::element_not_found, cat("no element fits the selector '", selector, "'"));
}

json::object aim_args(const AimOptions& options) {
  json::object args{{"step", "aim"},
                    {"pointer", options.use != Use::focus},
                    {"enabled", options.use != Use::hover},
                    {"patienceMs", options.scroll ? kPatienceMs : 0},
                    {"scroll", options.scroll},
                    {"watch", options.watch}};
  if (!options.event.empty()) args["input"] = options.event;
  if (options.selects) args["selects"] = true;
  return args;
}

// From the frame's own corner to the page's. What is in view inside of its frame may not be in the page: it
// is scrolled to then, by `args` again, and a frame of another process may still be on its way into view.
Task<Result<void>> place_in_page(browser::Tab& tab, Aim& aim, json::object args, Stop stop) {
  if (aim.frame_id == tab.target_id()) co_return Result<void>{};
  Point inside = aim.at;
  for (int attempt = 0; attempt < kRevealAttempts; ++attempt) {
    auto place = co_await place_of_frame(tab, aim.frame_id, stop);
    if (!place) {
      co_return fail(ErrorCode::element_not_visible, cat(aim.words, " is in a frame that is not drawn"));
    }
    auto [x, y] = place->outside({inside.x, inside.y});
    aim.at = {x, y};
    aim.inside = inside;
    auto over = co_await run_script(tab, scripts::kActing,
                                    {{"step", "over"}, {"x", aim.at.x}, {"y", aim.at.y}}, stop);
    if (!over) co_return std::unexpected(std::move(over).error());
    if (json::find_bool(over->value.as_object(), "frame").value_or(false)) co_return Result<void>{};
    if (attempt + 1 == kRevealAttempts) {
      co_return fail(ErrorCode::element_covered, cat(aim.words, " is in a frame that is covered there by ",
                                                     text_of(over->value.as_object(), "words")));
    }
    if (attempt == 0) {
      args["reveal"] = true;
      auto again = co_await run_script(tab, scripts::kActing, args, stop, aim.frame_id);
      if (!again) co_return std::unexpected(std::move(again).error());
      inside = {number_of(again->value.as_object(), "x"), number_of(again->value.as_object(), "y")};
    }
    (void)co_await run_script(tab, scripts::kFirstFrames, {{"waitMs", 100}}, stop);
  }
  co_return Result<void>{};
}

Task<Result<Aim>> aim_at_point(browser::Tab& tab, Point point, AimOptions options, Stop stop) {
  auto places = co_await places_at(tab, point, stop);
  if (!places) co_return std::unexpected(std::move(places).error());
  const PointPlace& place = places->back();
  // What lies there may stand in a closed root that nobody has asked for yet; without it its host is told.
  (void)co_await open_closed_roots(tab, place.frame_id, stop);
  json::object args{
      {"step", "point"}, {"x", place.inside.x}, {"y", place.inside.y}, {"watch", options.watch}};
  if (!options.event.empty()) args["input"] = options.event;
  if (options.selects) args["selects"] = true;
  auto answer = co_await run_script(tab, scripts::kActing, std::move(args), stop, place.frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& read = answer->value.as_object();
  Aim aim{.frame_id = place.frame_id,
          .element = {},
          .words = text_of(read, "words"),
          .at = point,
          .inside = {place.inside.x, place.inside.y},
          .is_place = true};
  if (auto ref = json::find_integer(read, "ref")) aim.element.ref = ref_word(*ref);
  co_return aim;
}

Task<Result<ElementTarget>> locate_at_point(browser::Tab& tab, Point point, Stop stop) {
  auto found = co_await aim_at_point(tab, point, {.watch = false}, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  if (found->element.ref.empty())
    co_return fail(ErrorCode::element_not_found, cat("nothing is at ", point.x, ", ", point.y));
  co_return found->element;
}

// A page that renders a part of itself anew puts another element in the place of the one that was found. Who
// said it in words means the new one; so often it is looked for again.
constexpr int kRenderAttempts = 8;

// What was named is told by its words: its ref is gone.
Error lost_in(Error error, const std::string& query) {
  bool is_gone = error.code == ErrorCode::element_detached || error.code == ErrorCode::stale_ref;
  if (!is_gone || query.empty()) return error;
  Error out{ErrorCode::element_detached,
            cat("what '", query, "' means is taken off the page again and again"),
            "Wait until the page is at rest, then call again."};
  out.details = std::move(error.details);
  return out;
}

bool is_rendered_anew(const Error& error, const ActTarget& target, int attempt) {
  bool is_gone = error.code == ErrorCode::element_detached || error.code == ErrorCode::stale_ref;
  return is_gone && !target.query.empty() && attempt < kRenderAttempts;
}

Task<Result<Aim>> aim_at_element(browser::Tab& tab, ElementTarget element, bool is_named, AimOptions options,
                                 Stop stop) {
  auto resolved = resolve(tab, element);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = aim_args(options);
  if (is_named) args["named"] = true;
  for (auto& member : resolved->args) args[member.key()] = member.value();
  auto answer = co_await run_script(tab, scripts::kActing, args, stop, resolved->frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& read = answer->value.as_object();
  Aim aim{.frame_id = resolved->frame_id,
          .element = {.ref = ref_word(json::find_integer(read, "ref").value_or(0))},
          .words = words_with(text_of(read, "words"), element.container),
          .at = {number_of(read, "x"), number_of(read, "y")},
          .inside = {number_of(read, "x"), number_of(read, "y")},
          .container = element.container,
          .reached = json::find_bool(read, "reached").value_or(false),
          .opens_tab = json::find_bool(read, "opensTab").value_or(false),
          .downloads = json::find_bool(read, "downloads").value_or(false)};
  if (options.use != Use::focus) OC_CO_TRY(co_await place_in_page(tab, aim, std::move(args), stop));
  co_return aim;
}

struct Confirmed {
  bool stays = false;    // the pointer is right where it is
  bool changed = false;  // the element says something else than what was found by the words
};

Task<Result<Confirmed>> confirm_element(browser::Tab& tab, Aim& aim, Use use, Stop stop) {
  auto resolved = resolve(tab, aim.element);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = std::move(resolved->args);
  args["step"] = "confirm";
  if (!aim.named.query.empty()) args["named"] = true;
  args["x"] = aim.inside.x;
  args["y"] = aim.inside.y;
  args["press"] = use == Use::click;
  auto answer = co_await run_script(tab, scripts::kActing, args, stop, aim.frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& read = answer->value.as_object();
  Confirmed confirmed{.stays = json::find_bool(read, "stays").value_or(false),
                      .changed = json::find_bool(read, "changed").value_or(false)};
  aim.words = words_with(text_of(read, "words"), aim.container);
  aim.reached = json::find_bool(read, "reached").value_or(false);
  aim.element.ref = ref_word(json::find_integer(read, "ref").value_or(0));
  aim.inside = aim.at = {number_of(read, "x"), number_of(read, "y")};
  if (aim.frame_id == tab.target_id()) co_return confirmed;
  // The frame itself may have moved, or something may lie over it now.
  args["step"] = "aim";
  args["watch"] = false;
  Point was = aim.inside;
  OC_CO_TRY(co_await place_in_page(tab, aim, std::move(args), stop));
  if (use == Use::click) {
    auto guarded = co_await run_script(tab, scripts::kActing, {{"step", "guard"}}, stop);
    if (!guarded) co_return std::unexpected(std::move(guarded).error());
  }
  confirmed.stays = confirmed.stays && aim.inside.x == was.x && aim.inside.y == was.y;
  co_return confirmed;
}

Task<Result<Aim>> aim_in_frame(browser::Tab& tab, ActTarget target, AimOptions options, Stop stop) {
  if (target.coordinate) co_return co_await aim_at_point(tab, *target.coordinate, options, stop);
  for (int attempt = 1;; ++attempt) {
    auto element = co_await locate(tab, target, stop);
    if (!element) co_return std::unexpected(std::move(element).error());
    auto aimed = co_await aim_at_element(tab, *element, !target.query.empty(), options, stop);
    // Who gave a selector knows no ref.
    if (!aimed && aimed.error().code == ErrorCode::stale_ref && !target.element.selector.empty())
      aimed = fail(ErrorCode::element_detached, cat("'", target.element.selector, "' was taken off the page"),
                   "Wait until the page is at rest, then call again.");
    if (aimed && !target.query.empty()) aimed->named = std::move(target);
    if (aimed) co_return aimed;
    if (!is_rendered_anew(aimed.error(), target, attempt))
      co_return std::unexpected(lost_in(std::move(aimed).error(), target.query));
  }
}

}  // namespace

std::string words_with(std::string words, const std::string& container) {
  std::size_t ref = words.rfind(" [ref_");
  if (container.empty() || ref == std::string::npos) return words;
  std::string place = " in ";
  json::append_quoted(place, container);
  return words.insert(ref, place);
}

Result<ActTarget> make_target(const std::optional<std::string>& ref,
                              const std::optional<std::string>& selector,
                              const std::optional<std::string>& query,
                              const std::optional<std::vector<double>>& coordinate) {
  auto given = [](const auto& one) { return one && !one->empty() ? 1 : 0; };
  if (given(ref) + given(selector) + given(query) + given(coordinate) != 1) {
    return fail(ErrorCode::invalid_arguments, "say which element is meant in exactly one way",
                "ref from read_page or find is the surest.");
  }
  ActTarget target{.element = {ref.value_or(""), selector.value_or("")}, .query = query.value_or("")};
  if (given(coordinate)) {
    if (coordinate->size() != 2 || (*coordinate)[0] < 0 || (*coordinate)[1] < 0)
      return fail(ErrorCode::invalid_arguments, "'coordinate' is [x, y] in pixels of the viewport");
    target.coordinate = Point{(*coordinate)[0], (*coordinate)[1]};
  }
  return target;
}

Task<Result<ElementTarget>> locate(browser::Tab& tab, ActTarget target, Stop stop) {
  if (target.coordinate) return locate_at_point(tab, *target.coordinate, std::move(stop));
  if (!target.query.empty()) {
    return [](browser::Tab& where, ActTarget what, Stop until) -> Task<Result<ElementTarget>> {
      auto match = co_await locate_by_words(where, std::move(what), until);
      if (!match) co_return std::unexpected(std::move(match).error());
      co_return ElementTarget{.ref = match->ref, .container = match->decided ? match->container : ""};
    }(tab, std::move(target), std::move(stop));
  }
  if (target.element.ref.empty())
    return locate_by_selector(tab, std::move(target.element.selector), std::move(stop));
  return
      [](ElementTarget known) -> Task<Result<ElementTarget>> { co_return known; }(std::move(target.element));
}

std::vector<std::string> frames_beside(browser::Tab& tab, const std::vector<std::string>& line) {
  std::vector<std::string> out;
  for (std::string& id : tab.frames().ids()) {
    const browser::Frame* frame = tab.frames().find(id);
    bool is_page = frame && !frame->url.empty() && (frame->url != "about:blank" || frame->world);
    if (is_page && out.size() < kWatchedFrames && std::ranges::find(line, id) == line.end())
      out.push_back(std::move(id));
  }
  return out;
}

Task<void> watch_around(browser::Tab& tab, const std::string& frame_id, Stop stop) {
  std::vector<std::string> line = tab.frames().line_from(frame_id);
  for (std::size_t i = 1; i < line.size(); ++i)
    (void)co_await run_script(tab, scripts::kActing, {{"step", "watch"}}, stop, line[i]);
  for (const std::string& id : frames_beside(tab, line)) {
    StopSource brief{stop, std::chrono::steady_clock::now() + kFrameWatchTime};
    (void)co_await run_script(tab, scripts::kActing, {{"step", "watch"}}, brief.stop(), id);
  }
}

Task<Result<Aim>> aim(browser::Tab& tab, ActTarget target, AimOptions options, Stop stop) {
  auto found = co_await aim_in_frame(tab, std::move(target), options, stop);
  if (found && options.watch) co_await watch_around(tab, found->frame_id, stop);
  co_return found;
}

Task<Result<bool>> confirm_aim(browser::Tab& tab, Aim& aim, Use use, Stop stop) {
  for (int attempt = 1;; ++attempt) {
    auto confirmed = co_await confirm_element(tab, aim, use, stop);
    bool is_lost = !confirmed && is_rendered_anew(confirmed.error(), aim.named, attempt);
    if (!confirmed && !is_lost)
      co_return std::unexpected(lost_in(std::move(confirmed).error(), aim.named.query));
    if (confirmed && !confirmed->changed) co_return confirmed->stays;
    if (attempt >= kRenderAttempts) {
      co_return fail(ErrorCode::element_moving,
                     cat(aim.words, " is something else every time the pointer comes; nothing was pressed"),
                     "Wait until the list is at rest, then call again.");
    }
    // The page put something else there: the words say which element is meant now.
    auto element = co_await locate(tab, aim.named, stop);
    if (!element) co_return std::unexpected(std::move(element).error());
    if (confirmed && element->ref == aim.element.ref) co_return confirmed->stays;
    auto resolved = resolve(tab, *element);
    // In another frame it is another element.
    if (!resolved || resolved->frame_id != aim.frame_id) {
      co_return fail(ErrorCode::hit_other_element,
                     cat(aim.words, " is something else since the pointer came; nothing was pressed"));
    }
    aim.element = {.ref = element->ref};
    aim.container = element->container;
  }
}

namespace {

Error missed(const Aim& aim, std::string hit, bool held) {
  Error error{ErrorCode::hit_other_element,
              held ? cat("the press would have hit ", hit, " instead of ", aim.words, "; it was held back")
                   : cat("the press did not reach ", aim.words)};
  error.details = json::object{{"hit", std::move(hit)}, {"meant", aim.words}, {"held_back", held}};
  return error;
}

}  // namespace

Result<void> judge_press(const Aim& aim, const json::object& read, bool carried) {
  std::string held = text_of(read, "held");
  auto pressed = json::find_bool(read, "pressed");
  if (!held.empty()) {
    Error error = missed(aim, held, true);
    if (pressed.value_or(false)) error.message += "; a press before it arrived";
    return std::unexpected(std::move(error));
  }
  if (std::string slid = text_of(read, "slid"); !slid.empty() && !carried) {
    Error error = missed(aim, slid, false);
    error.message =
        cat(aim.words, " was pressed and moved away; ", slid, " was under the pointer at the release");
    return std::unexpected(std::move(error));
  }
  if (pressed && !*pressed) return std::unexpected(missed(aim, "another frame or nothing", false));
  return {};
}

Task<Result<void>> report_press(browser::Tab& tab, const Aim& aim, Stop stop, bool carried) {
  if (aim.frame_id != tab.target_id()) {
    auto outer = co_await run_script(tab, scripts::kActing, {{"step", "pressed"}}, stop);
    std::string held = outer && outer->value.is_object() ? text_of(outer->value.as_object(), "held") : "";
    if (!held.empty()) co_return std::unexpected(missed(aim, held, true));
  }
  // A document that has gone since took its press.
  auto answer = co_await run_script(tab, scripts::kActing, {{"step", "pressed"}}, stop, aim.frame_id);
  if (!answer || !answer->value.is_object()) co_return Result<void>{};
  co_return judge_press(aim, answer->value.as_object(), carried);
}

}  // namespace oc::page
