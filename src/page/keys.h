// Keys as a keyboard of the US layout has them: what a name or a character means to the browser. No browser
// here.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace oc::page {

// As Input.dispatchKeyEvent counts them.
enum Modifier : int { kAlt = 1, kControl = 2, kMeta = 4, kShift = 8 };

struct Key {
  std::string_view key;   // "a", "Enter"
  std::string_view code;  // "KeyA", "Enter"
  int number = 0;         // the code that old pages ask for
  std::string_view text = {};
  int location = 0;
  bool shifted = false;  // it takes Shift to type it
};

// The key that types this character; nothing for one that the layout does not have.
std::optional<Key> key_for_character(char character);
// "Enter", "arrowdown", "F5", "a": in any case, with common other names.
std::optional<Key> key_by_name(std::string_view name);

// "ctrl", "Cmd", "⇧": the modifier of this name.
std::optional<int> modifier_by_name(std::string_view name);

struct Chord {
  Key key;
  int modifiers = 0;
};
// "Ctrl+Shift+K", "Enter"; invalid_arguments names what is not understood.
Result<Chord> parse_chord(std::string_view text);
// Is it the page that this would reach? unsupported for what the browser takes for itself: it would open,
// close or change tabs behind the caller's back.
Result<void> check_for_page(const Chord& chord);
// Chords with spaces between them: "Tab Tab Enter".
Result<std::vector<Chord>> parse_chords(std::string_view text);
// "ctrl+shift" as a click may have it; empty text: none.
Result<int> parse_modifiers(std::string_view text);

}  // namespace oc::page
