// What fields hold after they were set: read again, when the page has had time, and when the focus has left
// them.
#pragma once
#include <string>
#include <vector>

#include "page/hands.h"

namespace oc::page {

// Pages take a value back a frame or a task later.
inline constexpr std::int64_t kHoldMs = 120;

// As answers show it: shortened, and never a secret.
std::string shown_value(bool is_secret, const json::value& value);

// What a field holds now.
struct FieldReading {
  std::string words;  // textbox "City" [ref_3]
  json::value value;
  std::string advice;  // how to set it when its value was not kept; often empty
  bool is_secret = false;
};
Task<Result<FieldReading>> read_field(browser::Tab& tab, ElementTarget element, Stop stop);
// The value again, of what the page may have put in its place; `holds`: first it gets the time that pages
// need to take it back.
Task<Result<FieldReading>> read_field_again(browser::Tab& tab, ElementTarget element, FieldReading before,
                                            bool holds, Stop stop);
// Takes the focus off the last field that was filled in. What the page makes of it, as lines of an answer.
Task<Result<std::vector<std::string>>> leave_field(Scene scene, ElementTarget last, Stop stop);
// value_not_kept unless it holds what it held before; the page may write it another way.
Result<void> check_kept(const FieldReading& before, const FieldReading& now);

// After keys were typed into whatever has the focus: value_not_kept when that is a date, time or the like,
// and what was typed left it empty.
Task<Result<void>> check_typed_date(browser::Tab& tab, std::string text, Stop stop);

}  // namespace oc::page
