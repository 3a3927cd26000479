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
  bool any_kind = false;                // the words may mean what cannot be operated, such as a text
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
  ElementTarget element;       // by ref; nothing at a bare coordinate
  std::string words;           // button "Sign in" [ref_12]
  Point at;                    // in the tab's viewport
  Point inside = {};           // the same in the viewport of its frame
  ActTarget named = {};        // the words that it was found by; nothing when by others
  std::string container = {};  // what the record around it is called, when the words named it
  bool is_place = false;       // a bare coordinate: whatever is there is meant
  bool reached = true;         // the browser brings the pointer there to the document of the element
  bool opens_tab = false;
  bool downloads = false;
};

struct AimOptions {
  Use use = Use::click;
  bool scroll = true;        // it may be scrolled to
  bool watch = true;         // begin to watch what happens: EffectWatch tells it
  std::string_view event{};  // the event that the action sends, to tell where it went
  bool selects = false;      // it may select text
};

// button "Cancel" [ref_12] → button "Cancel" in "Order 73" [ref_12]
std::string words_with(std::string words, const std::string& container);

// The frames that are not in this line of them, the first few.
std::vector<std::string> frames_beside(browser::Tab& tab, const std::vector<std::string>& line);
// Begins to watch the frames around this one, and those beside: what happens in one may show in another.
Task<void> watch_around(browser::Tab& tab, const std::string& frame_id, Stop stop);

// Which element it is: its ref and frame. element_not_found names the nearest, ambiguous_target the
// candidates.
Task<Result<ElementTarget>> locate(browser::Tab& tab, ActTarget target, Stop stop);

// After the pointer was moved to `aim.at`: the page may have reacted. Aims again; the answer says whether the
// pointer is right where it is. From then on a press that would hit something else is held back until
// report_press is asked.
// With Use::hover nothing will be pressed.
Task<Result<bool>> confirm_aim(browser::Tab& tab, Aim& aim, Use use, Stop stop);

// What became of the press: hit_other_element when it was held back, or did not arrive. `carried`: it was
// released elsewhere on purpose.
Task<Result<void>> report_press(browser::Tab& tab, const Aim& aim, Stop stop, bool carried = false);
// The same from what the page answered.
Result<void> judge_press(const Aim& aim, const json::object& read, bool carried = false);

// Fails with element_covered, element_not_visible, element_disabled, element_moving, element_detached, or as
// locate. What may pass by itself is waited for, shortly.
Task<Result<Aim>> aim(browser::Tab& tab, ActTarget target, AimOptions options, Stop stop);

}  // namespace oc::page
