// Tested by: src/page/scripts/acting_test.html, tests/browser/interact_test.mjs and actionability_test.mjs
#include "page/aim.h"

#include <algorithm>

#include "base/text.h"
#include "page/element_objects.h"
#include "page/frame_place.h"
#include "page/point_place.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using namespace std::chrono_literals;

// How long a problem that may pass is waited for.
constexpr std::int64_t kPatienceMs = 2000;
constexpr int kCandidates = 6;
// Scores nearer than this are the same to a person.
constexpr double kAlike = 2;
constexpr int kRevealAttempts = 5;

using json::text_of;

double number_of(const json::object& from, std::string_view key) {
  const json::value* found = json::find(from, key);
  return found && found->is_number() ? found->to_number<double>() : 0;
}

constexpr std::size_t kNearest = 3;

Error not_found(const std::string& query, const std::vector<Match>& near) {
  Error error{ErrorCode::element_not_found, cat("nothing on the page fits '", query, "'")};
  json::array nearest;
  for (const Match& match : near) {
    if (nearest.size() < kNearest) nearest.emplace_back(match_line(match));
  }
  error.details = json::object{{"nearest", std::move(nearest)}};
  return error;
}

Error ambiguous(const std::string& query, const std::vector<Match>& alike) {
  Error error{ErrorCode::ambiguous_target, cat(alike.size(), " elements fit '", query, "' equally well")};
  json::array candidates;
  for (const Match& match : alike) candidates.emplace_back(match_line(match));
  error.details = json::object{{"candidates", std::move(candidates)}};
  return error;
}

// The best match, unless another one is as good. What is only like the words, or has only some of them, is
// told and never acted on: "Exit" is not "Edit".
Task<Result<ElementTarget>> locate_by_words(browser::Tab& tab, std::string query,
                                            std::vector<std::string> roles, Stop stop) {
  auto found = co_await find_elements(tab, query, kCandidates, stop, std::move(roles));
  if (!found) co_return std::unexpected(std::move(found).error());
  if (found->matches.empty()) co_return std::unexpected(not_found(query, found->nearest));
  const Match& best = found->matches.front();
  if (best.quality == "fuzzy") co_return std::unexpected(not_found(query, found->matches));
  std::vector<Match> alike;
  std::ranges::copy_if(found->matches, std::back_inserter(alike), [&](const Match& match) {
    return match.visible == best.visible && best.score - match.score < kAlike;
  });
  if (alike.size() > 1) co_return std::unexpected(ambiguous(query, alike));
  co_return ElementTarget{.ref = best.ref};
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
  auto answer = co_await run_script(tab, scripts::kActing, std::move(args), stop, place.frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& read = answer->value.as_object();
  Aim aim{.frame_id = place.frame_id, .element = {}, .words = text_of(read, "words"), .at = point};
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

}  // namespace

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
  if (!target.query.empty())
    return locate_by_words(tab, std::move(target.query), std::move(target.roles), std::move(stop));
  if (target.element.ref.empty())
    return locate_by_selector(tab, std::move(target.element.selector), std::move(stop));
  return
      [](ElementTarget known) -> Task<Result<ElementTarget>> { co_return known; }(std::move(target.element));
}

Task<Result<Aim>> aim(browser::Tab& tab, ActTarget target, AimOptions options, Stop stop) {
  if (target.coordinate) co_return co_await aim_at_point(tab, *target.coordinate, options, stop);
  auto element = co_await locate(tab, std::move(target), stop);
  if (!element) co_return std::unexpected(std::move(element).error());
  auto resolved = resolve(tab, *element);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = aim_args(options);
  for (auto& member : resolved->args) args[member.key()] = member.value();
  auto answer = co_await run_script(tab, scripts::kActing, args, stop, resolved->frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& read = answer->value.as_object();
  Aim aim{.frame_id = resolved->frame_id,
          .element = {.ref = ref_word(json::find_integer(read, "ref").value_or(0))},
          .words = text_of(read, "words"),
          .at = {number_of(read, "x"), number_of(read, "y")},
          .opens_tab = json::find_bool(read, "opensTab").value_or(false),
          .downloads = json::find_bool(read, "downloads").value_or(false)};
  if (options.use != Use::focus) OC_CO_TRY(co_await place_in_page(tab, aim, std::move(args), stop));
  co_return aim;
}

}  // namespace oc::page
