#include "page/wait.h"

#include "base/random.h"
#include "base/text.h"
#include "page/arrival.h"
#include "page/evaluate.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Requests of a page that was idle before are waited for so long: some are kept open on purpose.
constexpr auto kIdleTime = 10s;
constexpr auto kQuietTime = 500ms;

std::chrono::milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

std::int64_t milliseconds_left(const Stop& stop) {
  if (!stop.deadline()) return 86'400'000;
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*stop.deadline() - Clock::now());
  return std::max<std::int64_t>(left.count(), 0);
}

Error not_met(std::string_view what, std::string_view value, const json::object* answer) {
  if (what.starts_with("words")) what = what.ends_with("_gone") ? "text_gone" : "text";
  Error error{ErrorCode::timeout, cat("timed out waiting for ", what, " '", shorten(value, 200), "'")};
  if (!answer) return error;
  json::object details;
  for (std::string_view key : {"nearest", "detail"}) {
    if (const json::value* found = json::find(*answer, key)) details[key] = *found;
  }
  if (!details.empty()) error.details = std::move(details);
  return error;
}

// A navigation ends the world in which the wait went on: it goes on in the next document.
bool is_interrupted(const Error& error) {
  return error.code == ErrorCode::page_changed || error.code == ErrorCode::protocol_error;
}

// The browser says once for a document that its network is idle, and never where an answer is left unread.
// Idle is also a page that has loaded and for half a second waits for nothing that decides what it shows.
Task<void> wait_for_idle(browser::Tab& tab, Stop stop) {
  browser::NavigationTracker& navigation = tab.navigation();
  Clock::time_point quiet_since = Clock::now();
  while (!stop.requested()) {
    if (tab.network().is_fetching(0)) {
      co_await wait_for_fetches(tab, 0, stop);
      // What the page makes of it may ask for more.
      (void)co_await run_script(tab, scripts::kFirstFrames, {{"waitMs", 100}}, stop);
      quiet_since = Clock::now();
      continue;
    }
    if (navigation.reached(browser::LoadState::networkidle) || Clock::now() - quiet_since >= kQuietTime)
      co_return;
    StopSource quiet{stop, quiet_since + kQuietTime};
    (void)co_await navigation.changed().wait(quiet.stop());
  }
}

}  // namespace

Task<Result<Waited>> wait_in_page(browser::Tab& tab, std::string kind, std::string value, Stop stop) {
  Clock::time_point started = Clock::now();
  std::string id = random_hex(8);
  while (true) {
    // The page answers a little before the deadline, so that it can say what was nearest.
    std::int64_t left = std::max<std::int64_t>(milliseconds_left(stop) - 50, 1);
    auto answer =
        co_await run_script(tab, scripts::kWaitCondition,
                            {{"kind", kind}, {"value", value}, {"timeoutMs", left}, {"id", id}}, stop);
    if (!answer && is_interrupted(answer.error()) && !stop.requested()) {
      auto settled = co_await tab.navigation().wait_until(browser::LoadState::domcontentloaded, "", stop);
      if (!settled && settled.error().code != ErrorCode::timeout)
        co_return std::unexpected(std::move(settled).error());
      if (!settled) co_return std::unexpected(not_met(kind, value, nullptr));
      continue;
    }
    if (!answer) {
      if (stop.requested() && !tab.dialogs().open()) {
        // Nobody waits any more; the page need not either.
        StopSource brief{Stop{}, Clock::now() + 100ms};
        (void)co_await run_script(tab, scripts::kWaitCondition, {{"cancel", id}}, brief.stop());
      }
      if (answer.error().code == ErrorCode::timeout) co_return std::unexpected(not_met(kind, value, nullptr));
      co_return std::unexpected(std::move(answer).error());
    }
    const json::object& read = answer->value.as_object();
    if (json::find_bool(read, "met").value_or(false))
      co_return Waited{since(started), std::string{json::find_string(read, "detail").value_or("")}};
    co_return std::unexpected(not_met(kind, value, &read));
  }
}

Task<Result<Waited>> wait_for_url(browser::Tab& tab, std::string glob, Stop stop) {
  Clock::time_point started = Clock::now();
  auto address = [&]() -> std::string {
    const browser::Frame* main = tab.frames().main();
    return main && !main->url.empty() ? main->url : tab.url();
  };
  while (!matches_wildcard(address(), glob)) {
    bool woken = co_await tab.navigation().changed().wait(stop);
    if (woken) continue;
    if (stop.reason() != StopReason::deadline) co_return std::unexpected(stop.error());
    Error error = not_met("the address", glob, nullptr);
    error.details = json::object{{"url", address()}};
    co_return std::unexpected(std::move(error));
  }
  co_return Waited{since(started), address()};
}

Task<Result<Waited>> wait_for_load(browser::Tab& tab, browser::LoadState state, Stop stop) {
  Clock::time_point started = Clock::now();
  bool is_idle = state == browser::LoadState::networkidle;
  auto reached = co_await tab.navigation().wait_until(is_idle ? browser::LoadState::load : state, "", stop);
  if (!reached) {
    if (reached.error().code != ErrorCode::timeout) co_return std::unexpected(std::move(reached).error());
    co_return std::unexpected(not_met("the load state", word_of(state), nullptr));
  }
  if (!is_idle) co_return Waited{since(started), std::string{word_of(state)}};
  StopSource limited{stop, Clock::now() + kIdleTime};
  co_await wait_for_idle(tab, limited.stop());
  if (stop.requested() && stop.reason() != StopReason::deadline) co_return std::unexpected(stop.error());
  std::string pending = pending_work(tab, 0, false);
  if (pending.empty() && !stop.requested()) co_return Waited{since(started), std::string{word_of(state)}};
  if (stop.requested()) co_return std::unexpected(not_met("the load state", word_of(state), nullptr));
  co_return Waited{since(started), cat("loaded; still pending after ", kIdleTime.count(), " s: ", pending)};
}

Task<Result<Waited>> wait_for_expression(browser::Tab& tab, std::string expression, Stop stop) {
  Clock::time_point started = Clock::now();
  while (true) {
    auto value = co_await evaluate(tab, expression, ScriptWorld::main, ValueSize::readable, stop);
    if (!value && !is_interrupted(value.error())) {
      if (value.error().code == ErrorCode::timeout)
        co_return std::unexpected(not_met("the expression", expression, nullptr));
      co_return std::unexpected(std::move(value).error());
    }
    bool holds = value && !(value->is_null() || (value->is_bool() && !value->get_bool()) ||
                            (value->is_string() && value->get_string().empty()) ||
                            (value->is_number() && value->to_number<double>() == 0));
    if (holds) co_return Waited{since(started), ""};
    // Variables change without an event: after the next change of the page, or a tenth of a second.
    StopSource soon{stop, Clock::now() + 100ms};
    (void)co_await wait_in_page(tab, "change", "", soon.stop());
    if (stop.requested()) {
      if (stop.reason() == StopReason::deadline)
        co_return std::unexpected(not_met("the expression", expression, nullptr));
      co_return std::unexpected(stop.error());
    }
  }
}

bool matches_wildcard(std::string_view text, std::string_view pattern) {
  if (pattern.find_first_of("*?") == std::string_view::npos)
    return text.find(pattern) != std::string_view::npos;
  // Greedy with one point to come back to: linear in practice, no recursion.
  std::size_t t = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] != '*' && pattern[p] == text[t]))) {
      ++t;
      ++p;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace oc::page
