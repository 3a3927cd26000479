// Tested by: src/page/scripts/find_elements_test.html and tests/browser/find_test.mjs
#include "page/find.h"

#include <algorithm>

#include "base/text.h"
#include "json/write.h"
#include "page/element_objects.h"
#include "page/frame_place.h"
#include "page/listeners.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr std::size_t kCandidatesListed = 5;

using json::text_of;

double number_of(const json::object& from, std::string_view key) {
  const json::value* found = json::find(from, key);
  return found && found->is_number() ? found->to_number<double>() : 0;
}

std::vector<Match> matches_of(const json::object& answer, std::string_view key, const std::string& frame_id) {
  std::vector<Match> out;
  const json::array* list = json::find_array(answer, key);
  for (std::size_t i = 0; list && i < list->size(); ++i) {
    const json::object& item = (*list)[i].as_object();
    Match match{.ref = ref_word(static_cast<std::int64_t>(number_of(item, "ref"))),
                .role = text_of(item, "role"),
                .name = text_of(item, "name"),
                .is_placed = json::find(item, "x") != nullptr,
                .x = static_cast<std::int64_t>(number_of(item, "x")),
                .y = static_cast<std::int64_t>(number_of(item, "y")),
                .quality = text_of(item, "exact"),
                .visible = json::find_bool(item, "visible").value_or(true),
                .sure = static_cast<int>(number_of(item, "sure")),
                .rank = static_cast<std::int64_t>(number_of(item, "rank")),
                .container = text_of(item, "container"),
                .decided = json::find_bool(item, "decided").value_or(false),
                .by_count = json::find_bool(item, "byCount").value_or(false),
                .frame_id = frame_id};
    if (const json::array* states = json::find_array(item, "states")) {
      for (const json::value& state : *states) {
        if (state.is_string()) match.states.emplace_back(json::view(state.get_string()));
      }
    }
    out.push_back(std::move(match));
  }
  return out;
}

// Scripts count from the corner of their own frame. What a frame holds that is not drawn cannot be seen.
Task<void> place_in_page(browser::Tab& tab, std::string frame_id, std::vector<Match>& matches, Stop stop) {
  if (matches.empty() || frame_id == tab.target_id()) co_return;
  auto place = co_await place_of_frame(tab, frame_id, stop);
  for (Match& match : matches) {
    match.visible = match.visible && place.has_value();
    if (!place) continue;
    auto [x, y] = place->outside({static_cast<double>(match.x), static_cast<double>(match.y)});
    match.x = static_cast<std::int64_t>(x);
    match.y = static_cast<std::int64_t>(y);
  }
}

// What one frame answered; nothing when it did not.
struct FrameAnswer {
  std::string frame_id;
  std::optional<Result<ScriptAnswer>> answer = {};
};

Task<void> ask_frame(browser::Tab& tab, FrameAnswer& into, json::object args, Stop stop) {
  // A script sees closed shadow roots and listeners only when the browser has told of them.
  (void)co_await open_closed_roots(tab, into.frame_id, stop);
  (void)co_await note_listeners(tab, into.frame_id, stop);
  into.answer = co_await run_script(tab, scripts::kFindElements, std::move(args), stop, into.frame_id);
}

// All frames at once: one that is slow holds nobody else up.
Task<std::vector<FrameAnswer>> ask_frames(browser::Tab& tab, json::object args, FindOptions options,
                                          Stop stop) {
  std::vector<FrameAnswer> answers;
  for (std::string& id : tab.frames().ids()) answers.push_back({.frame_id = std::move(id)});
  std::ranges::stable_partition(answers,
                                [&](const FrameAnswer& one) { return one.frame_id == tab.target_id(); });
  Executor executor = co_await asio::this_coro::executor;
  SystemClock clock;
  Logger quiet{[](std::string_view) {}, clock, LogLevel::off};
  Nursery asking{executor, quiet};
  StopSource limited{stop, std::chrono::steady_clock::now() + options.frame_time};
  for (FrameAnswer& one : answers) {
    Stop until = one.frame_id == tab.target_id() ? stop : limited.stop();
    asking.start("find in frame", ask_frame(tab, one, args, until));
  }
  (void)co_await asking.join({});  // each ends with its stop
  co_return answers;
}

// By what a person sees first: what is visible, then by how well it fits.
bool is_before(const Match& one, const Match& other) {
  if (one.visible != other.visible) return one.visible;
  return one.rank > other.rank;
}

json::array lines_of(const std::vector<Match>& matches, std::size_t most) {
  json::array lines;
  for (const Match& match : matches) {
    if (lines.size() < most) lines.emplace_back(match_line(match));
  }
  return lines;
}

Error not_found(const std::string& query, const Found& found) {
  // Controls that resemble it before texts that merely have its words.
  std::vector<Match> near = found.nearest;
  for (const Match& match : found.matches) {
    bool is_listed = std::ranges::any_of(near, [&](const Match& one) { return one.ref == match.ref; });
    if (!is_listed) near.push_back(match);
  }
  Error error{ErrorCode::element_not_found, found.matches.empty()
                                                ? cat("nothing on the page fits '", query, "'")
                                                : cat("nothing on the page is certainly '", query, "'")};
  error.details = json::object{{"nearest", lines_of(near, kCandidatesListed + 3)}};
  if (!near.empty())
    error.hint = "If one of the nearest in details is meant, use its ref; else other words, or read_page.";
  return error;
}

Error ambiguous(std::string message, const std::vector<Match>& alike) {
  Error error{ErrorCode::ambiguous_target, std::move(message)};
  error.details = json::object{{"candidates", lines_of(alike, kCandidatesListed)}};
  return error;
}

}  // namespace

Task<Result<Found>> find_elements(browser::Tab& tab, std::string query, FindOptions options, Stop stop) {
  Found found;
  json::object args{{"query", query}, {"limit", options.limit}, {"anyKind", options.any_kind}};
  if (!options.roles.empty()) args["roles"] = json::array(options.roles.begin(), options.roles.end());
  std::vector<FrameAnswer> answers = co_await ask_frames(tab, std::move(args), options, stop);
  if (stop.requested()) co_return std::unexpected(stop.error());
  for (FrameAnswer& one : answers) {
    bool is_main = one.frame_id == tab.target_id();
    if (!one.answer || !*one.answer) {
      // A frame that cannot be searched is not the whole page's failure.
      if (is_main && one.answer) co_return std::unexpected(std::move(one.answer->error()));
      // One that went away has nothing to find; one that is silent may have.
      if (tab.frames().find(one.frame_id)) found.is_complete = false;
      continue;
    }
    const json::object& read = (*one.answer)->value.as_object();
    if (is_main) found.state = (*one.answer)->state;
    std::vector<Match> matches = matches_of(read, "matches", one.frame_id);
    co_await place_in_page(tab, one.frame_id, matches, stop);
    for (Match& match : matches) found.matches.push_back(std::move(match));
    for (Match& match : matches_of(read, "nearest", one.frame_id)) found.nearest.push_back(std::move(match));
    found.total += static_cast<std::int64_t>(number_of(read, "total"));
    if (json::find_bool(read, "cut").value_or(false)) found.is_complete = false;
    if (number_of(read, "counted") > 0) ++found.documents_counted;
  }
  std::ranges::stable_sort(found.matches, is_before);
  if (found.matches.size() > static_cast<std::size_t>(options.limit))
    found.matches.resize(static_cast<std::size_t>(options.limit));
  if (found.nearest.size() > kCandidatesListed) found.nearest.resize(kCandidatesListed);
  co_return found;
}

Result<Match> decide(const std::string& query, const Found& found) {
  std::vector<Match> fit;
  std::ranges::copy_if(found.matches, std::back_inserter(fit), [](const Match& one) { return one.sure > 0; });
  if (fit.empty()) return std::unexpected(not_found(query, found));
  const Match& best = fit.front();
  std::vector<Match> alike;
  std::ranges::copy_if(fit, std::back_inserter(alike), [&](const Match& one) {
    return one.visible == best.visible && one.rank == best.rank;
  });
  if (alike.size() > 1)
    return std::unexpected(ambiguous(cat(alike.size(), " elements fit '", query, "' equally well"), alike));
  bool hidden_fits_better = std::ranges::any_of(fit, [&](const Match& one) { return one.sure > best.sure; });
  if (hidden_fits_better) {
    return std::unexpected(ambiguous(
        cat("what fits '", query, "' best cannot be seen now, and what can be seen fits only in part"), fit));
  }
  if (found.documents_counted > 1 && best.by_count)
    return std::unexpected(ambiguous(cat("'", query, "' counts elements of several frames"), fit));
  if (!found.is_complete) {
    return std::unexpected(
        ambiguous(cat("a part of the page did not answer, and '", query, "' may be in it"), fit));
  }
  return best;
}

std::string match_line(const Match& match) {
  std::string line = cat("[", match.ref, "] ", match.role, ": ");
  json::append_quoted(line, match.name);
  if (!match.container.empty()) {
    line += " in ";
    json::append_quoted(line, match.container);
  }
  if (!match.states.empty()) line += cat(" (", join(match.states, ", "), ")");
  if (match.is_placed) line += cat(" at (", match.x, ",", match.y, ")");
  if (!match.quality.empty()) line += cat(" ", match.quality);
  if (!match.visible) line += " hidden";
  return line;
}

}  // namespace oc::page
