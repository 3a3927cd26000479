// Questions of the three kinds, and what an answer says, for the fixture tools and prompts that ask.
#pragma once
#include <string>
#include <string_view>

#include "tool/ports.h"

namespace oc::conformance {

// A form with one required text field.
tool::Question ask_text(std::string key, std::string_view message, std::string_view field);
// A form with one required yes/no field.
tool::Question ask_confirmation(std::string key, std::string_view message, std::string_view field = "ok");
tool::Question ask_model(std::string key, std::string_view prompt, int max_tokens);
tool::Question ask_roots(std::string key);

// A text field of an accepted form; empty when the user declined.
std::string field_of(const json::object& answer, std::string_view field);
// "action=accept, content={…}"
std::string outcome_of(const json::object& answer);
// What the model said, if it said text.
std::string model_text(const json::object& answer);
// The URIs, one after the other.
std::string root_uris(const json::object& answer);

}  // namespace oc::conformance
