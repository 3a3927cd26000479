// What a person does at a page: aim, send the input once, and see what came of it. Tools put these together;
// none of them sends input itself.
#pragma once
#include <string>
#include <vector>

#include "page/aim.h"
#include "page/effects.h"
#include "page/keyboard.h"
#include "page/pointer.h"

namespace oc::page {

struct Deed {
  std::string line;  // Clicked button "Sign in" [ref_12]
  std::vector<std::string> effects = {};
  ElementTarget element = {};
  bool left_page = false;
  json::value kept = nullptr;  // of a field: what it held when it was read back

  // "✓ Clicked …" and the effects below it.
  std::string text() const;
};

Task<Result<Deed>> click(Scene scene, ActTarget target, Press press, bool verify, Stop stop);
Task<Result<Deed>> hover(Scene scene, ActTarget target, bool verify, Stop stop);
Task<Result<Deed>> focus(Scene scene, ActTarget target, bool verify, Stop stop);
// Into whatever has the focus.
Task<Result<Deed>> type_keys(Scene scene, std::string text, Stop stop);
Task<Result<Deed>> press_chords(Scene scene, std::string chords, int times, Stop stop);
// By the wheel, at a point or in the middle of the page; the answer says how far it got.
Task<Result<Deed>> scroll_by(Scene scene, std::optional<Point> at, double right, double down, Stop stop);
// So many pixels; 0: most of what can be seen at once.
enum class Direction : std::uint8_t { up, down, left, right };
Task<Result<Deed>> scroll_towards(Scene scene, std::optional<Point> at, Direction direction,
                                  std::int64_t pixels, Stop stop);
Task<Result<Deed>> scroll_to(Scene scene, ActTarget target, Stop stop);
Task<Result<Deed>> drag(Scene scene, ActTarget from, ActTarget to, Stop stop);

// Moves to what was aimed at and presses there, once, and only there: what the page does when the pointer
// comes is waited for, and a press that would hit something else is held back (hit_other_element). `aim` has
// its last place afterwards.
Task<Result<void>> press_on(browser::Tab& tab, Aim& aim, Press press, Stop stop);

// Where the wheel would scroll at a point, in pixels.
struct Scroller {
  std::string frame_id;
  std::string words;
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t most_left = 0;
  std::int64_t most_top = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
};
Task<Result<Scroller>> scroller_at(browser::Tab& tab, Point at, Stop stop);

// Sends the input, then tells what came of it. `delivered` is what the input functions answer: a dialog that
// it opened is an effect, not a failure.
Task<Result<Deed>> seen_through(EffectWatch watch, Deed deed, Result<void> delivered, bool verify, Stop stop);

// Begins to watch a frame without aiming at anything in it.
Task<Result<Aim>> watch_frame(browser::Tab& tab, std::string frame_id, Stop stop);

}  // namespace oc::page
