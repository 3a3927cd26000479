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
  right_click,
  hover,
  focus,
  type,    // keys, one after the other, behind what is there
  fill,    // the field has this value afterwards, whatever kind of field it is
  select,  // options of a list
  check,
  uncheck,
  press,
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
  words,     // for find
  ref,       // "ref_12"
  selector,  // CSS
};

struct StepTarget {
  TargetKind kind = TargetKind::none;
  std::string text;
  bool quoted = false;  // the words were in quotes: a name, letter by letter
  bool given() const { return kind != TargetKind::none; }
  bool operator==(const StepTarget&) const = default;
};

enum class StepUnit : std::uint8_t { times, pages, pixels, milliseconds };
enum class WaitFor : std::uint8_t { nothing, time, appear, gone, load };

struct Step {
  Verb verb = Verb::click;
  StepTarget target;
  StepTarget destination;  // of drag
  // type, fill: the text. press: a chord as canonical_chord() writes it. go: an address, or back, forward,
  // reload. scroll: up, down, left, right, top, bottom, into_view. wait: the text that was in quotes.
  std::string value;
  std::vector<std::string> values;  // select: the options; upload: the files
  int count = 1;                    // how often, how far or how long, in units
  StepUnit unit = StepUnit::times;
  WaitFor wait_for = WaitFor::nothing;
  std::string source;  // the words of this step as given
};

inline constexpr std::size_t kMaxInstructionBytes = 10 * 1024;
inline constexpr std::size_t kMaxSteps = 50;

// Fails with invalid_arguments: which step, what was expected, an example. Then nothing was understood: there
// is no half of a list.
Result<std::vector<Step>> parse_steps(std::string_view instruction);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::Verb> {
  static constexpr std::array<std::string_view, 18> words{
      "click",   "double_click", "right_click", "hover", "focus", "type",  "fill",   "select", "check",
      "uncheck", "press",        "scroll",      "wait",  "go",    "clear", "submit", "drag",   "upload"};
};
