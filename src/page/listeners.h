// Which elements listen for the mouse: pages make controls of plain boxes by their listeners alone, and only
// the browser knows of those.
#pragma once
#include <string>

#include "page/script_runner.h"

namespace oc::page {

// Tells the document's world which of its elements have listeners of the page's own for clicks, presses or
// drags (openchrome.reacts). One round trip when nothing is new. A document with very many is left as it is
// known.
Task<Result<void>> note_listeners(browser::Tab& tab, std::string frame_id, Stop stop);

}  // namespace oc::page
