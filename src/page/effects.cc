// Tested by: tests/browser/effects_test.mjs
#include "page/effects.h"

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "page/arrival.h"
#include "page/sanitizer.h"
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
// A frame tells those around it by messages, which come a moment later than its own change.
constexpr std::int64_t kOuterMs = 60;
constexpr auto kNavigationTime = 10s;
// A page that can be read is not kept waiting by its pictures for longer.
constexpr auto kLoadTime = 2s;
constexpr auto kOutsideTime = 500ms;
constexpr std::size_t kLateLines = 5;
// Pages that lead on to another by themselves are followed so often.
constexpr int kMostLeads = 3;
// Changes without an event, such as a value set by a script: how often and how far apart to look for them
// after an action.
constexpr int kQuietLooks = 3;
constexpr auto kQuietTime = 60ms;
// Other frames are looked at, but not waited for.
constexpr auto kFrameTime = 150ms;

// A line such as "+ listitem", which names no element and says nothing.
bool is_bare(std::string_view line) {
  return line.find_first_of("[\":(") == std::string_view::npos;
}

// What a person would look at first: messages and dialogs, then what can be used, then the rest.
int importance(const Change& change) {
  std::string_view line = change.line;
  if (line.starts_with('[')) line = line.substr(std::min(line.size(), line.find(']') + 2));
  auto is = [&](std::initializer_list<std::string_view> roles) {
    return std::ranges::any_of(roles, [&](std::string_view role) { return line.starts_with(role); });
  };
  if (is({"alert", "dialog", "status"})) return 3;
  if (change.kind == Change::Kind::differs) return 2;
  if (is({"text", "listitem", "row", "cell", "options"})) return change.depth == 0 ? 1 : 0;
  return change.kind == Change::Kind::gone ? 1 : 2;
}

// What the page announces to people who do not see it: the beginnings of its texts.
std::vector<std::string> announced_in(const json::object& page) {
  std::vector<std::string> out;
  if (const json::array* texts = json::find_array(page, "announced")) {
    for (const json::value& text : *texts) out.emplace_back(json::view(text.as_string()));
  }
  return out;
}

// At most so many of them, the important ones, in their order; and how many were left out.
std::vector<std::string> fitted(const std::vector<Change>& changes, std::size_t room,
                                const std::vector<std::string>& announced = {}) {
  auto weight = [&](std::size_t i) {
    bool is_told = changes[i].kind != Change::Kind::gone &&
                   std::ranges::any_of(
                       announced, [&](const std::string& text) { return changes[i].line.contains(text); });
    return is_told ? 3 : importance(changes[i]);
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (!is_bare(changes[i].line)) order.push_back(i);
  }
  std::size_t all = order.size();
  if (all > room) {
    std::ranges::stable_sort(order, std::greater{}, weight);
    order.resize(room > 0 ? room - 1 : 0);
    std::ranges::sort(order);
  }
  std::vector<std::string> lines;
  for (std::size_t i : order) lines.push_back(shorten(change_line(changes[i]), 300));
  if (order.size() < all)
    lines.push_back(cat("… ", all - order.size(), " more changes: read_page shows the page"));
  return lines;
}

std::string route_of(browser::Tab& tab) {
  const browser::Frame* main = tab.frames().main();
  return main ? main->url : "";
}

std::string short_address(const std::string& url) {
  return shorten(url, 200);
}

}  // namespace

EffectWatch::EffectWatch(Scene scene, Aim aim, Patience patience)
    : scene_(scene),
      aim_(std::move(aim)),
      patience_(patience == Patience::choice && scene.goes_on ? Patience::any : patience),
      frames_(scene.tab.frames().line_from(aim_.frame_id.empty() ? scene.tab.target_id() : aim_.frame_id)),
      inner_frames_(frames_beside(scene.tab, frames_)),
      inner_documents_(frame_documents(scene.tab)),
      url_(scene.tab.url()),
      loader_id_(scene.tab.navigation().loader_id()),
      document_(document()),
      request_(scene.tab.network().ring().last_number()),
      download_(scene.browser.downloads().last_number()),
      tabs_(scene.browser.tabs().size()) {
  (void)scene.tab.guard().take_refused_document();  // what was refused before is another's
}

void EffectWatch::expect_press(Aim aim) {
  aim_ = std::move(aim);
  expects_press_ = true;
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

// Nothing when the document went away meanwhile.
Task<std::optional<json::object>> EffectWatch::settle_in(std::string frame_id, std::int64_t longest_ms,
                                                         Stop stop) {
  std::int64_t seen = -1;
  auto until = Clock::now() + std::chrono::milliseconds{longest_ms};
  while (true) {
    std::int64_t left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    json::object args{{"step", "settle"},
                      {"maxMs", std::max<std::int64_t>(left, 0)},
                      {"seen", seen},
                      {"patient", word_of(patience_)}};
    if (std::exchange(expects_press_, false)) args["pressed"] = true;
    auto answer = co_await run_script(scene_.tab, scripts::kActing, std::move(args), stop, frame_id);
    if (!answer || !answer->value.is_object()) co_return std::nullopt;
    if (const json::object* press = json::find_object(answer->value.as_object(), "press")) {
      press_ = judge_press(aim_, *press);
      co_return std::nullopt;
    }
    auto again = json::find_integer(answer->value.as_object(), "again");
    if (!again) {
      if (is_watched(frame_id))
        frames_tell_ &= json::find_bool(answer->value.as_object(), "tells").value_or(false);
      co_return answer->value.as_object();
    }
    seen = *again;
  }
}

// A frame that is gone is an effect in the one around it: a dialog that was closed, a payment that went on.
Task<std::optional<json::object>> EffectWatch::settle_page(std::int64_t longest_ms, Stop stop) {
  while (true) {
    auto page = co_await settle_in(frames_.front(), longest_ms, stop);
    bool is_gone = !page && frames_.size() > 1 && !is_left() && !stop.requested();
    if (!is_gone) co_return page;
    frames_.erase(frames_.begin());
  }
}

// The effect inside the page, and of what the page asks the network for because of it.
Task<std::optional<json::object>> EffectWatch::watch_page(Stop stop) {
  auto page = co_await settle_page(kNothingMs, stop);
  StopSource limited{stop, Clock::now() + kFetchTime};
  browser::NavigationTracker& navigation = scene_.tab.navigation();
  bool has_waited = false;
  while (page && !is_left() && scene_.tab.network().is_fetching(request_)) {
    has_waited = true;
    StopSource unread{limited.stop(), scene_.tab.network().next_unread(request_)};
    (void)co_await navigation.changed().wait(unread.stop());
    if (limited.stop().requested()) break;
    if (scene_.tab.network().is_fetching(request_)) continue;
    auto later = co_await settle_page(kNothingMs / 10, limited.stop());
    if (later) page = std::move(later);
    has_waited = false;
  }
  // What the page shows now, and not what it showed before the wait.
  if (has_waited && page && !is_left()) {
    auto last = co_await settle_page(0, stop);
    if (last) page = std::move(last);
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

bool EffectWatch::is_watched(const std::string& frame_id) const {
  return std::ranges::find(frames_, frame_id) != frames_.end();
}

bool EffectWatch::has_outside() const {
  return scene_.browser.downloads().last_number() != download_ || scene_.browser.tabs().size() != tabs_;
}

// A small file is there at once.
bool EffectWatch::is_downloading() const {
  const auto& all = scene_.browser.downloads().all();
  return std::ranges::any_of(all, [&](const browser::Download& one) {
    return one.number > download_ && one.state == browser::DownloadState::in_progress;
  });
}

// A tab or a download that the element promises comes a little later than the input ends.
Task<void> EffectWatch::wait_for_outside(Stop stop) {
  StopSource limited{stop, Clock::now() + kOutsideTime};
  Signal& changed = aim_.downloads || !aim_.opens_tab ? scene_.browser.downloads().changed()
                                                      : scene_.tab.navigation().changed();
  while (!has_outside() || is_downloading()) {
    bool woken = co_await changed.wait(limited.stop());
    if (!woken) co_return;
  }
}

void EffectWatch::add_page_lines(const json::object& page, EffectReport& out) const {
  if (const json::array* refused = json::find_array(page, "refused")) {
    for (const json::value& field : *refused)
      out.lines.push_back(cat("! not valid: ", shorten(json::view(field.as_string()), 300)));
  }
  auto title = json::find_string(page, "title");
  std::string called = title ? cat(" \"", shorten(sanitize_line(*title), 120), "\"") : "";
  if (auto url = json::find_string(page, "url")) {
    out.lines.push_back(cat("url: ", short_address(url_), " → ", short_address(std::string{*url}), called));
  } else if (title) {
    out.lines.push_back(cat("title:", called));
  }
  if (auto focus = json::find_string(page, "focus")) out.lines.push_back(cat("focus: ", *focus));
  if (auto selected = json::find_integer(page, "selected"))
    out.lines.push_back(cat("selected: ", *selected, *selected == 1 ? " character" : " characters"));
  if (auto own = json::find_string(page, "own")) out.lines.push_back(cat("~ ", *own));
  std::size_t room = kMostLines - std::min(kMostLines, out.lines.size());
  if (auto before = json::find_string(page, "before")) {
    std::vector<Change> changes = tree_changes(*before, json::find_string(page, "after").value_or(""));
    for (std::string& line : fitted(changes, room, announced_in(page))) out.lines.push_back(std::move(line));
  }
  if (const json::array* told = json::find_array(page, "changes")) {
    std::size_t shown = told->size() <= room ? told->size() : std::max<std::size_t>(room, 1) - 1;
    for (std::size_t i = 0; i < shown; ++i)
      out.lines.push_back(shorten(json::view((*told)[i].as_string()), 300));
    if (shown < told->size())
      out.lines.push_back(cat("… ", told->size() - shown, " more changes: read_page shows the page"));
  }
}

// The element was pressed, and the page took it away before it was released: what it made of the press alone
// is an effect; without one the click was lost.
void EffectWatch::add_miss(const json::object& page, bool shows_effect, EffectReport& out) const {
  auto missed = json::find_string(page, "missed");
  if (!missed && !json::find_bool(page, "unheard").value_or(false)) return;
  bool reacted = shows_effect && json::find_bool(page, "reacted").value_or(true) &&
                 !json::find_bool(page, "remains").value_or(false);
  if (!reacted && !aim_.is_place) {
    out.lost_to = missed ? std::string{*missed} : "";
  } else if (missed) {
    out.lines.insert(out.lines.begin(), cat("! the page reacted to the press; the click went to ", *missed));
  } else if (json::find_bool(page, "dropped").value_or(false)) {
    out.lines.insert(out.lines.begin(), "! the page reacted to the press; no click came of it");
  }
}

// What the page still waits for when the answer is given.
void EffectWatch::add_pending(bool has_spinner, EffectReport& out) const {
  std::string pending = pending_work(scene_.tab, request_, has_spinner);
  if (!pending.empty()) out.lines.push_back(cat("still pending: ", pending));
}

// What changed in the frames around the one that was acted in, and what others show since.
Task<void> EffectWatch::add_outer_lines(EffectReport& out, Stop stop) {
  for (std::size_t i = 1; i < frames_.size() && !is_left(); ++i) {
    auto page = co_await settle_in(frames_[i], kOuterMs, stop);
    if (!page) {
      frames_tell_ = false;
      continue;
    }
    page->erase("focus");  // the frame itself
    page->erase("selected");
    add_page_lines(*page, out);
  }
  for (const std::string& frame_id : inner_frames_) {
    StopSource brief{stop, Clock::now() + kFrameTime};
    if (is_left() || !scene_.tab.frames().find(frame_id)) continue;
    auto page = co_await settle_in(frame_id, 0, brief.stop());
    if (!page) continue;
    page->erase("focus");
    page->erase("selected");
    EffectReport inside;
    add_page_lines(*page, inside);
    if (inside.lines.size() > kLateLines) inside.lines.resize(kLateLines);
    for (const std::string& line : inside.lines) out.lines.push_back(cat("in the frame: ", line));
  }
  for (std::string& line : co_await frame_arrivals(scene_.tab, inner_documents_, stop))
    out.lines.push_back(std::move(line));
}

Task<EffectReport> EffectWatch::report(Stop stop) {
  EffectReport out;
  browser::Tab& tab = scene_.tab;
  (void)tab.take_changed();  // what was told before is another's
  std::optional<json::object> page;
  // A page that leaves by itself does not make a press of one that was held back.
  if (expects_press_ && is_left()) press_ = co_await report_press(tab, aim_, stop);
  if (!is_left()) page = co_await watch_page(stop);
  if (!press_) {
    out.press = std::move(press_);
    co_return out;
  }
  bool has_left = is_left();
  std::string from = document_;
  if (has_left) co_await follow(stop);
  out.left_page = document() != from;
  // A form may be answered by a file.
  if (has_left && !out.left_page) co_await wait_for_outside(stop);
  if (out.left_page && !tab.session()) {
    out.lines.emplace_back("the tab was closed");
    co_return out;
  }
  if (out.left_page) {
    PageArrival arrival = co_await arrive(tab, request_, stop);
    // A page that only leads on to another: address and lines must be of the same one.
    for (int leads = 0; leads < kMostLeads && arrival.goes_on && !stop.requested(); ++leads) {
      document_ = document();
      co_await follow(stop);
      arrival = co_await arrive(tab, request_, stop);
    }
    out.lines.push_back(cat("url: ", short_address(url_), " → ", short_address(tab.url()), " \"",
                            shorten(tab.title(), 120), "\""));
    if (auto refused = tab.guard().take_refused_document())
      out.lines.push_back(cat("! navigation was blocked by policy: ", refused->message));
    tab.set_late_watch({.frames = {}, .document = document(), .url = tab.url(), .route = route_of(tab)});
    out.lines.insert(out.lines.end(), arrival.lines.begin(), arrival.lines.end());
    if (!arrival.pending.empty()) out.lines.push_back(cat("still pending: ", arrival.pending));
    co_return out;
  }
  if (tab.navigation().leaving())
    out.lines.emplace_back("the next page is still on its way: wait_for url or load_state");
  if (aim_.opens_tab || aim_.downloads) co_await wait_for_outside(stop);
  if (page) add_page_lines(*page, out);
  bool has_spinner = page && json::find_bool(*page, "spinner").value_or(false);
  co_await add_outer_lines(out, stop);
  bool is_quiet =
      out.lines.empty() && !has_outside() && !tab.dialogs().open() && !tab.dialogs().has_accepted();
  if (page) add_miss(*page, !is_quiet, out);
  if (is_quiet && page) {
    bool looks = json::find_bool(*page, "happened").value_or(false);
    out.lines.push_back(looks ? cat(kNoChange, " but in looks")
                              : cat(kNoChange, " within ", kNothingMs, " ms"));
  }
  add_pending(has_spinner, out);
  tab.set_late_watch({.frames = frames_,
                      .document = document(),
                      .url = tab.url(),
                      .route = route_of(tab),
                      .are_heard = frames_tell_,
                      .looks = kQuietLooks});
  co_return out;
}

void mark_late_watch(browser::Tab& tab) {
  const browser::Frame* main = tab.frames().main();
  if (!main || tab.late_watch().document.empty() || tab.late_watch().document == main->loader_id) return;
  tab.set_late_watch({.frames = {}, .document = main->loader_id, .url = tab.url(), .route = main->url});
}

Task<std::vector<std::string>> take_late_effects(browser::Tab& tab, Stop stop) {
  std::vector<std::string> out = tab.take_untold();
  browser::Tab::LateWatch watch = tab.late_watch();
  if (watch.document.empty()) co_return out;
  // The page has left since, by itself: whoever goes on must know where it is.
  const browser::Frame* main = tab.frames().main();
  if (main && main->loader_id != watch.document) {
    tab.set_late_watch({});
    if (tab.url() != watch.url)
      out.push_back(cat("url: ", short_address(watch.url), " → ", short_address(tab.url())));
    co_return out;
  }
  // A route of the same page.
  if (main && main->url != watch.route) {
    out.push_back(cat("url: ", short_address(watch.url), " → ", short_address(main->url)));
    tab.late_watch().url = tab.late_watch().route = main->url;
  }
  bool is_due = watch.looks > 0 && Clock::now() - watch.looked > kQuietTime;
  if (!tab.take_changed() && watch.are_heard && !is_due) co_return out;
  if (is_due) --tab.late_watch().looks;
  tab.late_watch().looked = Clock::now();
  for (const std::string& frame_id : watch.frames) {
    if (!tab.frames().find(frame_id)) continue;
    json::object args{{"step", "late"}, {"quiet", is_due}};
    auto answer = co_await run_script(tab, scripts::kActing, std::move(args), stop, frame_id);
    if (!answer || !answer->value.is_object()) continue;
    const json::object& late = answer->value.as_object();
    std::vector<Change> changes = tree_changes(json::find_string(late, "before").value_or(""),
                                               json::find_string(late, "after").value_or(""));
    for (std::string& line : fitted(changes, kLateLines)) out.push_back(std::move(line));
    if (const json::array* gone = json::find_array(late, "gone")) {
      for (const json::value& text : *gone)
        out.push_back(
            cat("+ \"", sanitize_line(shorten(json::view(text.as_string()), 200)), "\" (gone again)"));
    }
  }
  co_return out;
}

}  // namespace oc::page
