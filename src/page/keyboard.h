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
// Characters of the layout as keys, others as an input method would bring them; a line break is Enter. Of a
// long text only the end is typed key by key.
Task<Result<void>> type_text(browser::Tab& tab, std::string text, Stop stop);
// All of it at once, without keys.
Task<Result<void>> insert_text(browser::Tab& tab, std::string text, Stop stop);

}  // namespace oc::page
