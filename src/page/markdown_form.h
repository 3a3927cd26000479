// Fields of a form as text: what is written in them or could be chosen, in brackets.
#pragma once
#include <string>

#include "page/html_tree.h"

namespace oc::page {

// "[x]", "[Ada]", "[Red / Green]" …; empty for what a reader does not see and for buttons.
// Values of password fields are never shown.
std::string control_text(const HtmlNode& control);

}  // namespace oc::page
