// Tested by: tests/browser/effects_test.mjs
#include "page/effects.h"

#include "base/text.h"
#include "page/tree_delta.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// How long an action without any effect is watched.
constexpr std::int64_t kNothingMs = 500;
// Once something happens: how long what it asked for from the network is waited for.
constexpr auto kFetchTime = 1500ms;
constexpr auto kNavigationTime = 10s;
// A page that can be read is not kept waiting by its pictures for longer.
constexpr auto kLoadTime = 2s;
constexpr auto kOutsideTime = 500ms;

// A line such as "+ listitem", which names no element and says nothing.
bool is_bare(std::string_view line) {
  return line.find_first_of("[\":(") == std::string_view::npos;
}

// "~   [ref_2] button" → "~ [ref_2] button"
std::string flat(std::string_view line) {
  return line.size() > 2 ? cat(line.substr(0, 2), trim(line.substr(2))) : std::string{line};
}

std::string short_address(const std::string& url) {
  return shorten(url, 200);
}

}  // namespace

EffectWatch::EffectWatch(Scene scene, Aim aim)
    : scene_(scene),
      aim_(std::move(aim)),
      url_(scene.tab.url()),
      loader_id_(scene.tab.navigation().loader_id()),
      document_(document()),
      request_(scene.tab.network().ring().last_number()),
      download_(scene.browser.downloads().last_number()),
      tabs_(scene.browser.tabs().size()) {
  (void)scene.tab.guard().take_refused_document();  // what was refused before is another's
}

std::string EffectWatch::document() const {
  const browser::Frame* main = scene_.tab.frames().main();
  return main ? main->loader_id : "";
}

// The browser tells of another document in several steps; the frame tree hears the last one.
bool EffectWatch::is_left() const {
  const browser::NavigationTracker& navigation = scene_.tab.navigation();
  bool has_begun = !loader_id_.empty() && navigation.loader_id() != loader_id_;
  return navigation.leaving() || has_begun || document() != document_;
}

// Nothing when the page went away meanwhile.
Task<std::optional<json::object>> EffectWatch::settle_page(std::int64_t longest_ms, Stop stop) {
  std::int64_t seen = -1;
  auto until = Clock::now() + std::chrono::milliseconds{longest_ms};
  while (true) {
    std::int64_t left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    auto answer =
        co_await run_script(scene_.tab, scripts::kActing,
                            {{"step", "settle"}, {"maxMs", std::max<std::int64_t>(left, 0)}, {"seen", seen}},
                            stop, aim_.frame_id);
    if (!answer || !answer->value.is_object()) co_return std::nullopt;
    auto again = json::find_integer(answer->value.as_object(), "again");
    if (!again) co_return answer->value.as_object();
    seen = *again;
  }
}

// The effect inside the page, and of what the page asks the network for because of it.
Task<std::optional<json::object>> EffectWatch::watch_page(Stop stop) {
  auto page = co_await settle_page(kNothingMs, stop);
  StopSource limited{stop, Clock::now() + kFetchTime};
  browser::NavigationTracker& navigation = scene_.tab.navigation();
  while (page && !is_left() && scene_.tab.network().is_fetching(request_)) {
    bool woken = co_await navigation.changed().wait(limited.stop());
    if (!woken) break;
    if (scene_.tab.network().is_fetching(request_)) continue;
    auto later = co_await settle_page(kNothingMs / 10, limited.stop());
    if (later) page = std::move(later);
  }
  co_return page;
}

// Until the other document can be read, or the browser stays with this one: a download, an answer without
// content.
Task<void> EffectWatch::follow(Stop stop) {
  browser::NavigationTracker& navigation = scene_.tab.navigation();
  StopSource limited{stop, Clock::now() + kNavigationTime};
  while (is_left() && document() == document_) {
    bool woken = co_await navigation.changed().wait(limited.stop());
    if (!woken) co_return;
  }
  if (document() == document_) co_return;
  auto readable = co_await navigation.wait_until(browser::LoadState::domcontentloaded, "", limited.stop());
  if (!readable) co_return;
  StopSource brief{limited.stop(), Clock::now() + kLoadTime};
  (void)co_await navigation.wait_until(browser::LoadState::load, "", brief.stop());
  (void)co_await run_script(scene_.tab, scripts::kNothing, {}, limited.stop());  // tells address and title
}

bool EffectWatch::has_outside() const {
  return scene_.browser.downloads().last_number() != download_ || scene_.browser.tabs().size() != tabs_;
}

// A tab or a download that the element promises comes a little later than the input ends.
Task<void> EffectWatch::wait_for_outside(Stop stop) {
  StopSource limited{stop, Clock::now() + kOutsideTime};
  Signal& changed = aim_.downloads ? scene_.browser.downloads().changed() : scene_.tab.navigation().changed();
  while (!has_outside()) {
    bool woken = co_await changed.wait(limited.stop());
    if (!woken) co_return;
  }
}

void EffectWatch::add_page_lines(const json::object& page, EffectReport& out) const {
  if (auto missed = json::find_string(page, "missed"))
    out.lines.push_back(cat("! the event went to ", *missed, " instead"));
  if (const json::array* refused = json::find_array(page, "refused")) {
    for (const json::value& field : *refused)
      out.lines.push_back(cat("! not valid: ", shorten(json::view(field.as_string()), 300)));
  }
  if (auto url = json::find_string(page, "url"))
    out.lines.push_back(cat("url: ", short_address(url_), " → ", short_address(std::string{*url})));
  if (auto focus = json::find_string(page, "focus")) out.lines.push_back(cat("focus: ", *focus));
  if (auto selected = json::find_integer(page, "selected"))
    out.lines.push_back(cat("selected: ", *selected, *selected == 1 ? " character" : " characters"));
  std::vector<std::string> changes;
  if (auto before = json::find_string(page, "before")) {
    std::string delta = tree_delta(*before, json::find_string(page, "after").value_or(""));
    for (std::string_view line : split(delta, '\n')) {
      if (!is_bare(line)) changes.push_back(flat(line));
    }
  }
  if (const json::array* told = json::find_array(page, "changes")) {
    for (const json::value& line : *told) changes.emplace_back(json::view(line.as_string()));
  }
  std::size_t room = kMostLines - out.lines.size();
  std::size_t told = changes.size() <= room ? changes.size() : room - 1;
  for (std::size_t i = 0; i < told; ++i) out.lines.push_back(shorten(changes[i], 300));
  if (told < changes.size())
    out.lines.push_back(cat("… ", changes.size() - told, " more changes: read_page shows the page"));
}

Task<EffectReport> EffectWatch::report(Stop stop) {
  EffectReport out;
  browser::Tab& tab = scene_.tab;
  std::optional<json::object> page;
  if (!is_left()) page = co_await watch_page(stop);
  if (is_left()) co_await follow(stop);
  out.left_page = document() != document_;
  if (out.left_page && !tab.session()) {
    out.lines.emplace_back("the tab was closed");
    co_return out;
  }
  if (out.left_page) {
    out.lines.push_back(cat("url: ", short_address(url_), " → ", short_address(tab.url()), " \"",
                            shorten(tab.title(), 120), "\""));
    if (auto refused = tab.guard().take_refused_document())
      out.lines.push_back(cat("! it was not let go there: ", refused->message));
    co_return out;
  }
  if (tab.navigation().leaving())
    out.lines.emplace_back("the next page is still on its way: wait_for url or load_state");
  if (aim_.opens_tab || aim_.downloads) co_await wait_for_outside(stop);
  if (page) add_page_lines(*page, out);
  bool is_quiet =
      out.lines.empty() && !has_outside() && !tab.dialogs().open() && !tab.dialogs().has_accepted();
  if (is_quiet && page) {
    bool looks = json::find_bool(*page, "happened").value_or(false);
    out.lines.push_back(looks ? cat(kNoChange, " but in looks")
                              : cat(kNoChange, " within ", kNothingMs, " ms"));
  }
  co_return out;
}

}  // namespace oc::page
