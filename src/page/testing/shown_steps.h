// Steps as short text, for tests: `fill [<Name> field] =Ada | press =Enter`.
#pragma once
#include <array>
#include <string>

#include "base/text.h"
#include "page/act_grammar.h"

namespace oc::page {

// Quotes become <…>, so that expectations need none.
inline std::string shown_words(std::string_view words) {
  std::string out;
  bool open = false;
  for (char c : words) {
    if (c == '"') open = !open;
    out += c == '"' ? (open ? '<' : '>') : c;
  }
  return out;
}

// words <in quotes>, #ref_1, {selector}
inline std::string shown(const StepTarget& target) {
  switch (target.kind) {
    case TargetKind::none:
      return "";
    case TargetKind::words:
      return shown_words(target.text);
    case TargetKind::ref:
      return cat("#", target.text);
    case TargetKind::selector:
      return cat("{", target.text, "}");
  }
  return "?";
}

inline std::string shown(const Step& step) {
  constexpr std::array<std::string_view, 4> kUnits{"x", "pages", "px", "ms"};
  constexpr std::array<std::string_view, 5> kWaits{"", "time", "appear", "gone", "load"};
  constexpr std::array<std::string_view, 3> kHowMany{"", " both", " all"};
  std::string out{word_of(step.verb)};
  out += kHowMany[static_cast<std::size_t>(step.how_many)];
  if (step.wait_for != WaitFor::nothing) out += cat(" ", kWaits[static_cast<std::size_t>(step.wait_for)]);
  if (step.target.given()) out += cat(" [", shown(step.target), "]");
  if (step.destination.given()) out += cat(" to [", shown(step.destination), "]");
  if (!step.value.empty()) out += cat(" =", step.value);
  if (!step.name.empty()) out += cat(" or <", step.name, ">");
  for (const std::string& value : step.values) out += cat(step.is_path ? " >" : " +", shown_words(value));
  if (step.count != 1 || step.unit != StepUnit::times)
    out += cat(" ", step.count, kUnits[static_cast<std::size_t>(step.unit)]);
  return out;
}

inline std::string shown_steps(std::string_view instruction) {
  auto steps = parse_steps(instruction);
  if (!steps) return cat("error: ", steps.error().message);
  std::string out;
  for (const Step& step : *steps) out += cat(out.empty() ? "" : " | ", shown(step));
  return out;
}

struct SentenceCase {
  std::string_view instruction;
  std::string_view steps;
};

}  // namespace oc::page
