// Fields of forms: set as a person would, then read back. What can be typed is typed; dates, colours, ranges
// and choices go through the element's own setter with the events of a person's choice, so that frameworks
// notice.
#pragma once
#include <string>
#include <vector>

#include "page/hands.h"

namespace oc::page {

// `value`: text, number, boolean, or a list of texts for a list of choices; words that name a group of radio
// buttons take the text of one of them. Fails with value_not_kept when
// the field holds neither that nor anything new; as aim() does; unsupported for what is no field.
Task<Result<Deed>> set_field(Scene scene, ActTarget target, json::value value, Stop stop);

// Roles of what a label may mean when a field is asked for.
std::vector<std::string> field_roles();

// The button that submits the form of this field. element_not_found when the form has none.
Task<Result<ElementTarget>> submit_button_of(browser::Tab& tab, ElementTarget field, Stop stop);

}  // namespace oc::page
