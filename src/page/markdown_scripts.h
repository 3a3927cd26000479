// Superscripts and subscripts as plain text: x², H₂O, 1st, x^(n+1), a_ij.
#pragma once
#include <string>
#include <string_view>

namespace oc::page {

std::string superscript(std::string_view text);
std::string subscript(std::string_view text);

}  // namespace oc::page
