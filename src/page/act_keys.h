// Keys and chords as people write them: "ctrl + shift + k", "the Enter key", "page down".
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oc::page {

// The chord as "Control+Shift+K": modifiers in the order Control, Alt, Shift, Meta, then the key by its DOM
// name ("ArrowDown", "Enter", "a", "Space"). Nothing when it is no chord.
std::optional<std::string> canonical_chord(std::string_view text);

// Names of keys, for error messages.
std::vector<std::string_view> key_names();

}  // namespace oc::page
