#include "page/keys.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace oc::page {
namespace {

struct Named {
  std::string_view name;  // lower case
  Key key;
};

constexpr std::array kNamed{
    Named{"enter", {"Enter", "Enter", 13, "\r"}},
    Named{"return", {"Enter", "Enter", 13, "\r"}},
    Named{"tab", {"Tab", "Tab", 9}},
    Named{"escape", {"Escape", "Escape", 27}},
    Named{"esc", {"Escape", "Escape", 27}},
    Named{"backspace", {"Backspace", "Backspace", 8}},
    Named{"delete", {"Delete", "Delete", 46}},
    Named{"del", {"Delete", "Delete", 46}},
    Named{"insert", {"Insert", "Insert", 45}},
    Named{"ins", {"Insert", "Insert", 45}},
    Named{"space", {" ", "Space", 32, " "}},
    Named{"spacebar", {" ", "Space", 32, " "}},
    Named{"arrowup", {"ArrowUp", "ArrowUp", 38}},
    Named{"up", {"ArrowUp", "ArrowUp", 38}},
    Named{"uparrow", {"ArrowUp", "ArrowUp", 38}},
    Named{"arrowdown", {"ArrowDown", "ArrowDown", 40}},
    Named{"down", {"ArrowDown", "ArrowDown", 40}},
    Named{"downarrow", {"ArrowDown", "ArrowDown", 40}},
    Named{"arrowleft", {"ArrowLeft", "ArrowLeft", 37}},
    Named{"left", {"ArrowLeft", "ArrowLeft", 37}},
    Named{"leftarrow", {"ArrowLeft", "ArrowLeft", 37}},
    Named{"arrowright", {"ArrowRight", "ArrowRight", 39}},
    Named{"right", {"ArrowRight", "ArrowRight", 39}},
    Named{"rightarrow", {"ArrowRight", "ArrowRight", 39}},
    Named{"home", {"Home", "Home", 36}},
    Named{"end", {"End", "End", 35}},
    Named{"pageup", {"PageUp", "PageUp", 33}},
    Named{"pgup", {"PageUp", "PageUp", 33}},
    Named{"pagedown", {"PageDown", "PageDown", 34}},
    Named{"pgdn", {"PageDown", "PageDown", 34}},
    Named{"pgdown", {"PageDown", "PageDown", 34}},
    Named{"capslock", {"CapsLock", "CapsLock", 20}},
    Named{"contextmenu", {"ContextMenu", "ContextMenu", 93}},
    Named{"shift", {"Shift", "ShiftLeft", 16, "", 1}},
    Named{"control", {"Control", "ControlLeft", 17, "", 1}},
    Named{"ctrl", {"Control", "ControlLeft", 17, "", 1}},
    Named{"alt", {"Alt", "AltLeft", 18, "", 1}},
    Named{"meta", {"Meta", "MetaLeft", 91, "", 1}},
    Named{"plus", {"+", "Equal", 187, "+", 0, true}},
    Named{"minus", {"-", "Minus", 189, "-"}},
    Named{"f1", {"F1", "F1", 112}},
    Named{"f2", {"F2", "F2", 113}},
    Named{"f3", {"F3", "F3", 114}},
    Named{"f4", {"F4", "F4", 115}},
    Named{"f5", {"F5", "F5", 116}},
    Named{"f6", {"F6", "F6", 117}},
    Named{"f7", {"F7", "F7", 118}},
    Named{"f8", {"F8", "F8", 119}},
    Named{"f9", {"F9", "F9", 120}},
    Named{"f10", {"F10", "F10", 121}},
    Named{"f11", {"F11", "F11", 122}},
    Named{"f12", {"F12", "F12", 123}},
};

// Keys that carry two signs, besides letters.
struct Sign {
  char plain;
  char shifted;
  std::string_view code;
  int number;
};
constexpr std::array kSigns{
    Sign{'1', '!', "Digit1", 49},       Sign{'2', '@', "Digit2", 50},
    Sign{'3', '#', "Digit3", 51},       Sign{'4', '$', "Digit4", 52},
    Sign{'5', '%', "Digit5", 53},       Sign{'6', '^', "Digit6", 54},
    Sign{'7', '&', "Digit7", 55},       Sign{'8', '*', "Digit8", 56},
    Sign{'9', '(', "Digit9", 57},       Sign{'0', ')', "Digit0", 48},
    Sign{'-', '_', "Minus", 189},       Sign{'=', '+', "Equal", 187},
    Sign{'[', '{', "BracketLeft", 219}, Sign{']', '}', "BracketRight", 221},
    Sign{'\\', '|', "Backslash", 220},  Sign{';', ':', "Semicolon", 186},
    Sign{'\'', '"', "Quote", 222},      Sign{',', '<', "Comma", 188},
    Sign{'.', '>', "Period", 190},      Sign{'/', '?', "Slash", 191},
    Sign{'`', '~', "Backquote", 192},
};

// Every character of the layout, so that keys can point at its text.
constexpr std::string_view kCharacters =
    " !\"#$%&'()*+,-./0123456789:;<="
    ">?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
constexpr std::string_view kLetterCodes =
    "KeyAKeyBKeyCKeyDKeyEKeyFKeyGKeyHKeyIKeyJKeyKKeyLKeyMKeyNKeyOKeyPKeyQKeyRKeySKeyTKeyUKeyVKeyWKeyXKeyYKey"
    "Z";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// With Shift held a letter is a capital one; "Ctrl+A" is how people write what is pressed without Shift.
char pressed_letter(char letter, int modifiers) {
  constexpr int kCase = 'a' - 'A';
  bool upper = letter <= 'Z';
  if ((modifiers & kShift) != 0) return static_cast<char>(upper ? letter : letter - kCase);
  bool is_command = (modifiers & (kControl | kAlt | kMeta)) != 0;
  return static_cast<char>(upper && is_command ? letter + kCase : letter);
}

Error unknown_key(std::string_view word) {
  return {ErrorCode::invalid_arguments, cat("'", shorten(word, 60), "' is no key"),
          "Keys are single characters or names such as Enter, Tab, Escape, ArrowDown, Home, F5; chords look "
          "like Ctrl+Shift+K."};
}

}  // namespace

std::optional<Key> key_for_character(char character) {
  std::size_t at = kCharacters.find(character);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view text = kCharacters.substr(at, 1);
  if (character == ' ') return Key{" ", "Space", 32, " "};
  if (is_letter(character)) {
    bool upper = character <= 'Z';
    std::size_t number = static_cast<std::size_t>(character - (upper ? 'A' : 'a'));
    return Key{text, kLetterCodes.substr(number * 4, 4), static_cast<int>('A' + number), text, 0, upper};
  }
  for (const Sign& sign : kSigns) {
    if (sign.plain == character || sign.shifted == character)
      return Key{text, sign.code, sign.number, text, 0, sign.shifted == character};
  }
  return std::nullopt;
}

std::optional<int> modifier_by_name(std::string_view name) {
  struct Word {
    std::string_view word;
    int modifier;
  };
  static constexpr std::array kWords{
      Word{"ctrl", kControl}, Word{"control", kControl}, Word{"ctl", kControl},  Word{"mod", kControl},
      Word{"shift", kShift},  Word{"⇧", kShift},         Word{"alt", kAlt},      Word{"option", kAlt},
      Word{"opt", kAlt},      Word{"meta", kMeta},       Word{"cmd", kMeta},     Word{"command", kMeta},
      Word{"⌘", kMeta},       Word{"win", kMeta},        Word{"windows", kMeta}, Word{"super", kMeta}};
  auto found = std::ranges::find(kWords, lower(name), &Word::word);
  return found == kWords.end() ? std::nullopt : std::optional{found->modifier};
}

std::optional<Key> key_by_name(std::string_view name) {
  if (name.size() == 1) return key_for_character(name[0]);
  std::string wanted = lower(name);
  std::erase_if(wanted, [](char c) { return c == '_' || c == '-' || c == ' ' || c == '\t'; });
  auto found = std::ranges::find(kNamed, wanted, &Named::name);
  return found == kNamed.end() ? std::nullopt : std::optional{found->key};
}

Result<Chord> parse_chord(std::string_view text) {
  Chord chord;
  std::string_view rest = trim(text);
  if (rest.empty()) return std::unexpected(unknown_key(text));
  // The last part is the key; "Ctrl++" ends with the key "+".
  while (true) {
    std::size_t plus = rest.find('+', 1);
    if (plus == std::string_view::npos || plus + 1 == rest.size()) break;
    auto modifier = modifier_by_name(trim(rest.substr(0, plus)));
    if (!modifier) return std::unexpected(unknown_key(rest.substr(0, plus)));
    chord.modifiers |= *modifier;
    rest = trim(rest.substr(plus + 1));
  }
  auto key = key_by_name(rest);
  if (!key) return std::unexpected(unknown_key(rest));
  if (rest.size() == 1 && is_letter(rest[0]))
    key = key_for_character(pressed_letter(rest[0], chord.modifiers));
  chord.key = *key;
  if (key->shifted) chord.modifiers |= kShift;
  return chord;
}

Result<void> check_for_page(const Chord& chord) {
  // Those that Chrome does not even show to a page.
  struct Taken {
    std::string_view key;  // its code
    int modifiers;
    std::string_view use;
  };
  constexpr int kControlShift = kControl | kShift;
  static constexpr auto kTaken = std::to_array<Taken>({
      {"KeyW", kControl, "closes a tab: tabs_close"},
      {"KeyW", kControlShift, "closes the window: tabs_close"},
      {"F4", kControl, "closes a tab: tabs_close"},
      {"F4", kAlt, "closes the window: tabs_close"},
      {"KeyQ", kControlShift, "ends the browser: oc_stop"},
      {"KeyT", kControl, "opens a tab: tabs_create"},
      {"KeyT", kControlShift, "opens a closed tab again: tabs_create"},
      {"KeyN", kControl, "opens a window: tabs_create"},
      {"KeyN", kControlShift, "opens a window: tabs_create"},
      {"Tab", kControl, "goes to another tab: name it with tabId"},
      {"Tab", kControlShift, "goes to another tab: name it with tabId"},
      {"PageDown", kControl, "goes to another tab: name it with tabId"},
      {"PageUp", kControl, "goes to another tab: name it with tabId"},
  });
  auto taken = std::ranges::find_if(kTaken, [&](const Taken& one) {
    return one.key == chord.key.code && one.modifiers == chord.modifiers;
  });
  if (taken == kTaken.end()) return {};
  return fail(ErrorCode::unsupported, cat("the browser takes this key for itself; it ", taken->use),
              "Keys are for the page; tabs and windows have tools of their own.");
}

Result<std::vector<Chord>> parse_chords(std::string_view text) {
  std::vector<Chord> out;
  for (std::string_view word : split(text, ' ')) {
    if (trim(word).empty()) continue;
    auto chord = parse_chord(word);
    if (!chord) return std::unexpected(std::move(chord).error());
    out.push_back(*chord);
  }
  if (out.empty()) return std::unexpected(unknown_key(text));
  return out;
}

Result<int> parse_modifiers(std::string_view text) {
  int out = 0;
  for (std::string_view word : split(text, '+')) {
    if (trim(word).empty()) continue;
    auto modifier = modifier_by_name(trim(word));
    if (!modifier) {
      return fail(ErrorCode::invalid_arguments, cat("'", shorten(word, 60), "' is no modifier key"),
                  "Modifiers are ctrl, shift, alt and meta, joined by +.");
    }
    out |= *modifier;
  }
  return out;
}

}  // namespace oc::page
