// Fields of forms: set as a person would, then read back. What can be typed is typed; dates, colours, ranges
// and choices go through the element's own setter with the events of a person's choice, so that frameworks
// notice. What a page draws itself is in custom_field.h.
#pragma once
#include <string>
#include <vector>

#include "page/hands.h"

namespace oc::page {

// `value`: text, number, boolean, or a list of texts for a list of choices; a group of radio buttons takes
// the text of one of them. Fails with value_not_kept when the field holds neither that nor anything new; as
// aim() does; unsupported for what is no field.
Task<Result<Deed>> set_field(Scene scene, ActTarget target, json::value value, Stop stop);
enum class How : std::uint8_t {
  set,     // a field that suggests choices keeps what was typed when none is called so
  choose,  // then it fails, and tells the choices
};
Task<Result<Deed>> set_field(Scene scene, ActTarget target, json::value value, How how, Stop stop);

// The text for a field of one line, where a line break would press Enter: without those at its end;
// invalid_arguments when one is left.
Result<std::string> one_line_of(std::string text, std::string_view words);

// Roles of what a label may mean when a field is asked for.
std::vector<std::string> field_roles();

// The button that submits the form of this field. element_not_found when the form has none.
Task<Result<ElementTarget>> submit_button_of(browser::Tab& tab, ElementTarget field, bool login, Stop stop);

}  // namespace oc::page
