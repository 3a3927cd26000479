// Whether a field holds what it was given. Pages write values their own way: "5551234567" becomes
// "(555) 123-4567" and "5" becomes "$5.00"; "OLDNEW" is not "NEW".
#pragma once
#include <cstdint>
#include <string>

#include "base/result.h"
#include "json/json.h"

namespace oc::page {

// 3, 2.5: as a person writes it.
std::string number_text(double number);

// What a person would type for it.
Result<std::string> as_text(const json::value& value);

enum class Kept : std::uint8_t {
  as_given,
  rewritten,  // the same value, written another way
  no,
};

// `before`: what the field held, null when that does not matter. What is left of it beside the value is not
// the page's way of writing.
// An editor that formats (`is_rich`) may take marks such as "**" for commands.
Kept kept(const json::value& given, const json::value& before, const json::value& now, bool is_rich = false);

}  // namespace oc::page
