// The pointer: trusted input events at places of the page, each sent once. Places are CSS pixels of the tab's
// viewport, whichever frame draws there.
#pragma once
#include "base/enum_words.h"
#include "base/result.h"
#include "base/task.h"
#include "browser/tab.h"

namespace oc::page {

struct Point {
  double x = 0;
  double y = 0;
};

enum class Button : std::uint8_t { left, right, middle };

struct Press {
  Button button = Button::left;
  int clicks = 1;  // 2: a double click
  int modifiers = 0;
};

// Each fails as Tab::send: dialog_open when the page opens a dialog over it; the input was delivered then.
Task<Result<void>> move_pointer(browser::Tab& tab, Point to, int modifiers, Stop stop);
// True when it has to be moved to be there: a hand that clicks twice does not move in between.
bool is_elsewhere(const browser::Tab& tab, Point at);
Task<Result<void>> press_pointer(browser::Tab& tab, Point at, Press press, Stop stop);
Task<Result<void>> turn_wheel(browser::Tab& tab, Point at, double right, double down, int modifiers,
                              Stop stop);
// Presses at one place, moves, releases at the other; the browser's own drag and drop where the page has it.
Task<Result<void>> drag_pointer(browser::Tab& tab, Point from, Point to, Stop stop);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::Button> {
  static constexpr std::array<std::string_view, 3> words{"left", "right", "middle"};
};
