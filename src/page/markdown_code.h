// Code on a page: the text of <pre> exactly as it stands there, and the language it is said to be in.
#pragma once
#include <string>

#include "page/boilerplate.h"
#include "page/html_tree.h"

namespace oc::page {

// Line ends and spaces are kept; line numbers and buttons beside the code are not part of it. One newline at
// the end is left out.
std::string preformatted_text(const HtmlNode& pre, const DroppedNodes& dropped);

// "cpp" of class="language-cpp", data-lang, Sphinx' highlight-cpp, GitHub's highlight-source-c++ and the
// like, on the block, the <code> in it or a wrapper around it; empty when nobody says.
std::string code_language(const HtmlNode& pre);

}  // namespace oc::page
