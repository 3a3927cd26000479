// Aiming: which element a call means, whether a person could use it now, and where to click so that it is
// hit. Nothing is sent to the page's own code.
#pragma once
#include <optional>
#include <string>

#include "page/find.h"
#include "page/pointer.h"
#include "page/script_runner.h"

namespace oc::page {

// By exactly one of these.
struct ActTarget {
  ElementTarget element = {};
  std::string query = {};               // words, as find takes them
  std::vector<std::string> roles = {};  // of what the words may mean; empty: any
  std::optional<Point> coordinate = {};
};

// From a tool's arguments; invalid_arguments unless exactly one is given.
Result<ActTarget> make_target(const std::optional<std::string>& ref,
                              const std::optional<std::string>& selector,
                              const std::optional<std::string>& query = {},
                              const std::optional<std::vector<double>>& coordinate = {});

enum class Use : std::uint8_t {
  click,  // must be hit by the pointer, and enabled
  hover,  // must be hit
  focus,  // gets the keyboard
};

struct Aim {
  std::string frame_id;
  ElementTarget element;  // by ref; nothing at a bare coordinate
  std::string words;      // button "Sign in" [ref_12]
  Point at;               // in the tab's viewport
  bool opens_tab = false;
  bool downloads = false;
};

struct AimOptions {
  Use use = Use::click;
  bool scroll = true;        // it may be scrolled to
  bool watch = true;         // begin to watch what happens: EffectWatch tells it
  std::string_view event{};  // the event that the action sends, to tell where it went
};

// Which element it is: its ref and frame. element_not_found names the nearest, ambiguous_target the
// candidates.
Task<Result<ElementTarget>> locate(browser::Tab& tab, ActTarget target, Stop stop);

// Fails with element_covered, element_not_visible, element_disabled, element_moving, element_detached, or as
// locate. What may pass by itself is waited for, shortly.
Task<Result<Aim>> aim(browser::Tab& tab, ActTarget target, AimOptions options, Stop stop);

}  // namespace oc::page
