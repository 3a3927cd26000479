// Plain-language steps as data: `type "ada" into Name and press Enter` is two steps. A grammar, not a guess:
// what it does not understand is an error that says what would be understood (docs/act.md).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_words.h"
#include "base/result.h"

namespace oc::page {

enum class Verb : std::uint8_t {
  click,
  double_click,
  triple_click,
  right_click,
  hover,
  focus,
  type,    // with a target as fill; without one: keys, into what has the focus
  append,  // keys after what the field holds
  fill,    // the field has this value afterwards, whatever kind of field it is
  select,  // options of a list; without a list: a radio button, a checkbox, an option, a tab
  check,
  uncheck,
  press,
  open,  // a click, unless it is expanded already
  close,
  expand,
  collapse,
  scroll,
  wait,
  go,
  clear,
  submit,
  drag,
  upload,
};

enum class TargetKind : std::uint8_t {
  none,      // what has the focus; of scroll: the page
  words,     // for the resolver
  ref,       // "ref_12"
  selector,  // CSS
};

struct StepTarget {
  TargetKind kind = TargetKind::none;
  std::string text;  // words: with the quotes around names, which are then taken letter by letter
  bool given() const { return kind != TargetKind::none; }
  bool operator==(const StepTarget&) const = default;
};

enum class StepUnit : std::uint8_t { times, pages, pixels, milliseconds };
enum class WaitFor : std::uint8_t { nothing, time, appear, gone, load };
enum class HowMany : std::uint8_t {
  one,
  both,  // of fill: the page has exactly two such fields
  all,   // of check and uncheck: every checkbox
};

struct Step {
  Verb verb = Verb::click;
  StepTarget target;
  StepTarget destination;  // of drag
  // type, fill: the text. press: a chord as canonical_chord() writes it. go: an address, or back, forward,
  // reload. scroll: up, down, left, right, top, bottom, into_view. wait: the text that was in quotes.
  // submit: "log in" where that is what it is for.
  std::string value;
  // select: the options of the target; without a target: words for the resolver, one element each; with
  // is_path: menu items, each inside the one before. upload: the files.
  std::vector<std::string> values;
  bool is_path = false;
  HowMany how_many = HowMany::one;
  // press: a name in quotes that is a key's name too; an element of this name is clicked instead.
  std::string name;
  std::string until = {};  // scroll: the way in which the target is looked for
  int count = 1;           // how often, how far or how long, in units
  StepUnit unit = StepUnit::times;
  WaitFor wait_for = WaitFor::nothing;
  bool is_implied = false;  // the last step of "log in" and "search for": left out before a click or a key
  std::string source;       // the words of this step as given
};

using Steps = std::vector<Step>;

inline constexpr std::size_t kMaxInstructionBytes = 10 * 1024;
inline constexpr std::size_t kMaxSteps = 50;

// Fails with invalid_arguments: which step, what was expected, an example. Then nothing was understood: there
// is no half of a list.
Result<Steps> parse_steps(std::string_view instruction);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::Verb> {
  static constexpr std::array<std::string_view, 24> words{
      "click",    "double_click", "triple_click", "right_click", "hover", "focus",  "type",  "append",
      "fill",     "select",       "check",        "uncheck",     "press", "open",   "close", "expand",
      "collapse", "scroll",       "wait",         "go",          "clear", "submit", "drag",  "upload"};
};
