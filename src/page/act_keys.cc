#include "page/act_keys.h"

#include <array>

#include "base/text.h"
#include "page/keys.h"

namespace oc::page {
namespace {

// In the order in which a chord names them.
struct Held {
  int modifier;
  std::string_view name;
};
constexpr std::array kOrder{Held{kControl, "Control"}, Held{kAlt, "Alt"}, Held{kShift, "Shift"},
                            Held{kMeta, "Meta"}};

// As the page will see it: Ctrl+K is "k" with Control held, Ctrl+Shift+k is "K".
std::string name_of(const Key& key, int modifiers) {
  if (key.key == " ") return "Space";
  std::string name{key.key};
  if (modifiers == 0 || name.size() != 1) return name;
  if ((modifiers & kShift) == 0) return lower(name);
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

// Where the next part of a chord ends: at a plus, or at a hyphen behind a modifier ("Ctrl-K").
std::size_t part_end(std::string_view chord) {
  std::size_t plus = chord.find('+', 1);
  std::size_t hyphen = chord.find('-', 1);
  if (hyphen < plus && modifier_by_name(trim(chord.substr(0, hyphen)))) return hyphen;
  return plus;
}

}  // namespace

std::optional<std::string> canonical_chord(std::string_view text) {
  std::string_view rest = trim(text);
  int modifiers = 0;
  while (true) {
    std::size_t end = rest.empty() ? std::string_view::npos : part_end(rest);
    if (end == std::string_view::npos) break;
    auto modifier = modifier_by_name(trim(rest.substr(0, end)));
    if (!modifier) return std::nullopt;
    modifiers |= *modifier;
    rest = trim(rest.substr(end + 1));
  }
  auto key = key_by_name(rest);
  std::string out;
  for (const Held& held : kOrder) {
    if ((modifiers & held.modifier) != 0) out += cat(held.name, "+");
  }
  if (key) return out + name_of(*key, modifiers);
  // A modifier alone is a key too.
  auto alone = modifier_by_name(rest);
  if (!alone) return std::nullopt;
  for (const Held& held : kOrder) {
    if (held.modifier == *alone) out += held.name;
  }
  return out;
}

std::vector<std::string_view> key_names() {
  return {"Enter",  "Tab",      "Escape", "Space", "Backspace", "Delete", "Insert",    "Home",         "End",
          "PageUp", "PageDown", "Up",     "Down",  "Left",      "Right",  "F1 to F12", "one character"};
}

}  // namespace oc::page
