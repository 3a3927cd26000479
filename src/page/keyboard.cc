// Tested by: tests/browser/typing_test.mjs
#include "page/keyboard.h"

#include "base/text.h"
#include "base/utf8.h"

namespace oc::page {
namespace {

// Longer texts are inserted but for their end: pages that listen to keys notice the last ones.
constexpr std::size_t kMostKeys = 200;
constexpr std::size_t kTypedEnd = 20;

struct Command {
  std::string_view method;
  json::object params;
};

json::object key_event(std::string_view type, const Key& key, int modifiers) {
  json::object event{{"type", type},
                     {"key", key.key},
                     {"code", key.code},
                     {"windowsVirtualKeyCode", key.number},
                     {"nativeVirtualKeyCode", key.number},
                     {"modifiers", modifiers}};
  if (key.location != 0) event["location"] = key.location;
  return event;
}

void add_key(std::vector<Command>& out, const Chord& chord) {
  // With Ctrl, Alt or Meta held a key types nothing.
  bool types = !chord.key.text.empty() && (chord.modifiers & (kControl | kAlt | kMeta)) == 0;
  json::object down = key_event(types ? "keyDown" : "rawKeyDown", chord.key, chord.modifiers);
  if (types) {
    down["text"] = chord.key.text;
    down["unmodifiedText"] = chord.key.text;
  }
  out.push_back({"Input.dispatchKeyEvent", std::move(down)});
  out.push_back({"Input.dispatchKeyEvent", key_event("keyUp", chord.key, chord.modifiers)});
}

// As fingers do it: the modifiers go down one by one, then the key, then they come up again.
void add_chord(std::vector<Command>& out, const Chord& chord) {
  struct Held {
    int modifier;
    Key key;
  };
  std::vector<Held> keys;
  for (auto [modifier, name] :
       {std::pair{kControl, "Control"}, {kAlt, "Alt"}, {kMeta, "Meta"}, {kShift, "Shift"}}) {
    Key key = *key_by_name(name);
    if ((chord.modifiers & modifier) != 0 && key.code != chord.key.code) keys.push_back({modifier, key});
  }
  int down = 0;
  for (const Held& held : keys) {
    down |= held.modifier;
    out.push_back({"Input.dispatchKeyEvent", key_event("rawKeyDown", held.key, down)});
  }
  add_key(out, chord);
  for (auto held = keys.rbegin(); held != keys.rend(); ++held) {
    down &= ~held->modifier;
    out.push_back({"Input.dispatchKeyEvent", key_event("keyUp", held->key, down)});
  }
}

void add_text(std::vector<Command>& out, std::string_view text) {
  if (!text.empty()) out.push_back({"Input.insertText", {{"text", text}}});
}

// Where the end that is typed by keys begins, between characters.
std::size_t end_of_bulk(std::string_view text) {
  if (text.size() <= kMostKeys) return 0;
  std::size_t at = text.size() - kTypedEnd;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U) --at;
  return at;
}

// The browser handles the keys of a session in order: only the last one is waited for.
Task<Result<void>> send_all(browser::Tab& tab, std::vector<Command> commands, Stop stop) {
  if (!tab.session()) co_return std::unexpected(tab.gone());
  if (commands.empty()) co_return Result<void>{};
  tab.note_deed();
  for (std::size_t i = 0; i + 1 < commands.size(); ++i)
    tab.session()->post(std::string{commands[i].method}, std::move(commands[i].params));
  auto sent = co_await tab.send(std::string{commands.back().method}, std::move(commands.back().params), stop);
  if (!sent) co_return std::unexpected(std::move(sent).error());
  co_return Result<void>{};
}

}  // namespace

Task<Result<void>> press_keys(browser::Tab& tab, std::vector<Chord> chords, Stop stop) {
  std::vector<Command> commands;
  for (const Chord& chord : chords) add_chord(commands, chord);
  co_return co_await send_all(tab, std::move(commands), stop);
}

Task<Result<void>> type_text(browser::Tab& tab, std::string text, Breaks breaks_are, Stop stop) {
  std::vector<Command> commands;
  std::size_t bulk = end_of_bulk(text);
  add_text(commands, std::string_view{text}.substr(0, bulk));
  std::size_t foreign = bulk;  // where the run of characters begins that no key types
  for (std::size_t i = bulk; i <= text.size(); ++i) {
    bool ends = i == text.size();
    bool breaks = !ends && ((text[i] == '\n' && breaks_are != Breaks::characters) ||
                            (text[i] == '\t' && breaks_are == Breaks::keys));
    auto key = ends || breaks ? std::nullopt : key_for_character(text[i]);
    if (!ends && !breaks && !key) continue;
    std::string_view run = std::string_view{text}.substr(foreign, i - foreign);
    if (breaks && run.ends_with('\r')) run.remove_suffix(1);
    add_text(commands, run);
    foreign = i + 1;
    if (breaks) add_key(commands, {*key_by_name(text[i] == '\n' ? "Enter" : "Tab"), 0});
    if (key) add_key(commands, {*key, key->shifted ? kShift : 0});
  }
  co_return co_await send_all(tab, std::move(commands), stop);
}

Task<Result<void>> insert_text(browser::Tab& tab, std::string text, Stop stop) {
  std::vector<Command> commands;
  add_text(commands, text);
  co_return co_await send_all(tab, std::move(commands), stop);
}

}  // namespace oc::page
