// Letting a page know that it is looked at. A tab that stands behind others in its window is hidden: it
// neither draws nor runs animations, and some pages wait with their content for that.
#pragma once
#include "browser/tab.h"

namespace oc::page {

// Nothing for a tab that says that it is in front, or has been shown. A page that was hidden gets two frames
// to draw, if they come soon.
Task<void> show(browser::Tab& tab, Stop stop);

}  // namespace oc::page
