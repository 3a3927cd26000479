// Tested by: src/page/scripts/find_elements_test.html and tests/browser/find_test.mjs
#include "page/find.h"

#include <algorithm>

#include "base/text.h"
#include "json/write.h"
#include "page/element_objects.h"
#include "page/frame_place.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

// A frame whose process does not answer is not the whole page's fault.
constexpr auto kFrameTime = std::chrono::seconds{2};

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
                .score = number_of(item, "score"),
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

}  // namespace

Task<Result<Found>> find_elements(browser::Tab& tab, std::string query, int limit, Stop stop,
                                  std::vector<std::string> roles) {
  Found found;
  json::object args{{"query", query}, {"limit", limit}};
  if (!roles.empty()) args["roles"] = json::array(roles.begin(), roles.end());
  std::string main_id = tab.target_id();
  std::vector<std::string> frames = tab.frames().ids();
  std::ranges::stable_partition(frames, [&](const std::string& id) { return id == main_id; });
  for (const std::string& id : frames) {
    StopSource limited =
        id == main_id ? StopSource{stop} : StopSource{stop, std::chrono::steady_clock::now() + kFrameTime};
    // A script sees closed shadow roots only when the browser has told of them.
    (void)co_await open_closed_roots(tab, id, limited.stop());
    auto answer = co_await run_script(tab, scripts::kFindElements, args, limited.stop(), id);
    if (!answer) {
      // A frame that cannot be searched is not the whole page's failure.
      if (id == main_id || stop.requested()) co_return std::unexpected(std::move(answer).error());
      continue;
    }
    const json::object& read = answer->value.as_object();
    if (id == main_id) found.state = answer->state;
    std::vector<Match> matches = matches_of(read, "matches", id);
    co_await place_in_page(tab, id, matches, stop);
    for (Match& match : matches) found.matches.push_back(std::move(match));
    for (Match& match : matches_of(read, "nearest", id)) found.nearest.push_back(std::move(match));
    found.total += static_cast<std::int64_t>(number_of(read, "total"));
  }
  std::ranges::stable_sort(found.matches, [](const Match& a, const Match& b) { return a.score > b.score; });
  if (found.matches.size() > static_cast<std::size_t>(limit))
    found.matches.resize(static_cast<std::size_t>(limit));
  if (found.nearest.size() > 3) found.nearest.resize(3);
  co_return found;
}

std::string match_line(const Match& match) {
  std::string line = cat("[", match.ref, "] ", match.role, ": ");
  json::append_quoted(line, match.name);
  if (!match.states.empty()) line += cat(" (", join(match.states, ", "), ")");
  if (match.is_placed) line += cat(" at (", match.x, ",", match.y, ")");
  if (!match.quality.empty()) line += cat(" ", match.quality);
  if (!match.visible) line += " hidden";
  return line;
}

}  // namespace oc::page
