// Fields that a page draws itself instead of using the browser's: spinners, sliders, lists that open. They
// are operated as a person would, by keys and clicks, until they show the value; everything is bounded.
#pragma once
#include <string>
#include <vector>

#include "page/hands.h"

namespace oc::page {

struct CustomField {
  Scene scene;
  ElementTarget element;  // by ref
  std::string frame_id;
  std::int64_t ref = 0;
  std::string words;  // spinbutton "Guests" [ref_4]
};

// By arrow keys, else by the buttons beside it. Fails with unsupported when it reacts to neither, and with
// invalid_arguments beyond its limits.
Task<Result<Deed>> set_number(CustomField field, double wanted, Stop stop);
// Opens the list if it is closed, clicks the option of exactly that name, and looks at what is shown then.
// element_not_found tells the choices.
Task<Result<Deed>> pick_options(CustomField field, std::vector<std::string> wanted, Stop stop);

// Refs of the lists of options that the page shows.
Task<json::value> lists_shown(const CustomField& field, Stop stop);
// After a text was typed into a field that suggests choices: clicks the one of exactly that name, as a person
// does, or tells which there are. With `must_choose` a list without it is element_not_found. `lists`: those
// that were shown before.
Task<Result<Deed>> take_suggestion(CustomField field, std::string text, json::value lists, bool must_choose,
                                   Deed typed, Stop stop);

// One of a list or group: element_not_found tells the choices.
Task<Result<ElementTarget>> option_named(CustomField field, std::string name, Stop stop);

}  // namespace oc::page
