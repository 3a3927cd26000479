// The keyboard: keys with their real codes, and text typed with them. Each key is sent once.
#pragma once
#include <string>
#include <vector>

#include "base/task.h"
#include "browser/tab.h"
#include "page/keys.h"

namespace oc::page {

// Each fails as Tab::send; with dialog_open the keys up to the one that opened the dialog were delivered.
Task<Result<void>> press_keys(browser::Tab& tab, std::vector<Chord> chords, Stop stop);
// What line breaks and tabs in a text are: the keys Enter and Tab, which may send a form or leave the field;
// Enter and characters, for editors that make paragraphs; or characters like all others.
enum class Breaks : std::uint8_t { keys, paragraphs, characters };
// Characters of the layout as keys, others as an input method would bring them. Of a long text only the end
// is typed key by key.
Task<Result<void>> type_text(browser::Tab& tab, std::string text, Breaks breaks, Stop stop);
// All of it at once, without keys.
Task<Result<void>> insert_text(browser::Tab& tab, std::string text, Stop stop);

}  // namespace oc::page
