// Waiting for a text, an element, a time or the page. The resolver looks for elements after each change.
// Tested by: tests/browser/act_test.mjs
#include <algorithm>

#include "base/text.h"
#include "page/act_run.h"
#include "page/wait.h"

namespace oc::page {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// What changes in a frame, or without a mutation, is seen after this long.
constexpr auto kUnseenChange = 500ms;
// A look takes at most a fifth of the time, on pages that change all the time.
constexpr int kRestPerLook = 4;

Deed waited(std::chrono::milliseconds time, std::string_view what) {
  return {.line = cat("Waited ", time.count(), " ms: ", what)};
}

std::chrono::milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

struct Presence {
  bool there = false;
  std::string line;  // of what is there, or of what is nearest
};

bool has_gone(ErrorCode code) {
  return code == ErrorCode::stale_ref || code == ErrorCode::element_detached ||
         code == ErrorCode::element_not_visible || code == ErrorCode::element_not_found;
}

Task<Result<Presence>> presence_by_ref(browser::Tab& tab, std::string ref, Stop stop) {
  AimOptions options{.use = Use::focus, .scroll = false, .watch = false};
  auto found = co_await aim(tab, {.element = {.ref = ref}}, options, stop);
  if (found) co_return Presence{true, found->words};
  if (has_gone(found.error().code)) co_return Presence{false, ""};
  bool is_there = found.error().code == ErrorCode::element_disabled ||
                  found.error().code == ErrorCode::element_covered ||
                  found.error().code == ErrorCode::element_moving;
  if (is_there) co_return Presence{true, std::move(ref)};
  co_return std::unexpected(std::move(found).error());
}

Task<Result<Presence>> presence_of(browser::Tab& tab, const StepTarget& target, Stop stop) {
  if (target.kind == TargetKind::ref) co_return co_await presence_by_ref(tab, target.text, stop);
  auto found = co_await find_elements(tab, target.text, {.any_kind = true}, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  for (const Match& match : found->matches) {
    if (match.visible && match.sure > 0) co_return Presence{true, match_line(match)};
  }
  const std::vector<Match>& near = found->matches.empty() ? found->nearest : found->matches;
  co_return Presence{false, near.empty() ? "" : match_line(near.front())};
}

Error not_met(const Step& step, const Presence& last) {
  bool gone = step.wait_for == WaitFor::gone;
  Error error{ErrorCode::timeout,
              cat("timed out waiting for ", step.target.text, gone ? " to be gone" : " to appear")};
  if (!last.line.empty()) error.details = json::object{{gone ? "still_there" : "nearest", last.line}};
  return error;
}

// A page that is replaced meanwhile has none of its elements, until the next one is there.
bool is_between_pages(const Error& error) {
  return error.code == ErrorCode::page_changed || error.code == ErrorCode::protocol_error;
}

Task<Result<Deed>> wait_for_element(browser::Tab& tab, Step step, Stop stop) {
  Clock::time_point started = Clock::now();
  bool gone = step.wait_for == WaitFor::gone;
  Presence last;
  while (true) {
    Clock::time_point looked = Clock::now();
    auto now = co_await presence_of(tab, step.target, stop);
    auto cost = Clock::now() - looked;
    if (now) {
      last = std::move(*now);
      if (last.there != gone)
        co_return waited(since(started),
                         cat(gone ? step.target.text : last.line, gone ? " is not there" : " is there"));
    } else if (!is_between_pages(now.error()) && !stop.requested()) {
      co_return std::unexpected(std::move(now).error());
    }
    StopSource soon{stop, Clock::now() + kUnseenChange};
    (void)co_await wait_in_page(tab, "change", "", soon.stop());
    auto rest = kRestPerLook * cost - (Clock::now() - looked - cost);
    if (rest > 0ns && !stop.requested()) (void)co_await sleep_for(rest, stop);
    if (!stop.requested()) continue;
    if (stop.reason() == StopReason::deadline) co_return std::unexpected(not_met(step, last));
    co_return std::unexpected(stop.error());
  }
}

}  // namespace

Task<Result<Deed>> run_wait(Scene scene, Step step, Stop stop) {
  bool gone = step.wait_for == WaitFor::gone;
  if (step.wait_for == WaitFor::nothing || step.wait_for == WaitFor::time) {
    (void)co_await sleep_for(std::chrono::milliseconds{step.count}, stop);
    if (stop.requested()) co_return std::unexpected(stop.error());
    co_return Deed{.line = cat("Waited ", step.count, " ms")};
  }
  if (step.wait_for == WaitFor::load) {
    auto loaded = co_await wait_for_load(scene.tab, browser::LoadState::load, stop);
    if (!loaded) co_return std::unexpected(std::move(loaded).error());
    co_return waited(loaded->after, "the page is there");
  }
  if (step.target.kind == TargetKind::words || step.target.kind == TargetKind::ref)
    co_return co_await wait_for_element(scene.tab, std::move(step), stop);
  bool by_selector = step.target.kind == TargetKind::selector;
  std::string what = by_selector ? step.target.text : step.value;
  std::string kind = cat(by_selector ? "selector" : "words", gone ? "_gone" : "");
  auto met = co_await wait_in_page(scene.tab, std::move(kind), what, stop);
  if (!met) co_return std::unexpected(std::move(met).error());
  co_return waited(met->after, cat(what, gone ? " is gone" : " is there"));
}

}  // namespace oc::page
