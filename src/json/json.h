// The JSON vocabulary: Boost.JSON's types under our name, and the look-ups that every reader of messages
// needs.
#pragma once
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

namespace oc::json {

using boost::json::array;
using boost::json::kind;
using boost::json::object;
using boost::json::string;
using boost::json::value;

// The member if it is there and of that kind, else null / nothing.
inline const value* find(const object& from, std::string_view key) {
  return from.if_contains(key);
}

inline const object* find_object(const object& from, std::string_view key) {
  const value* found = from.if_contains(key);
  return found ? found->if_object() : nullptr;
}

inline const array* find_array(const object& from, std::string_view key) {
  const value* found = from.if_contains(key);
  return found ? found->if_array() : nullptr;
}

inline std::optional<std::string_view> find_string(const object& from, std::string_view key) {
  const value* found = from.if_contains(key);
  if (!found || !found->is_string()) return std::nullopt;
  const string& text = found->get_string();
  return std::string_view{text.data(), text.size()};
}

inline std::optional<bool> find_bool(const object& from, std::string_view key) {
  const value* found = from.if_contains(key);
  if (!found || !found->is_bool()) return std::nullopt;
  return found->get_bool();
}

// Whole numbers however they were written: 5 and 5.0.
std::optional<std::int64_t> as_integer(const value& from);

// The same as a string of its own, empty when there is none.
inline std::string text_of(const object& from, std::string_view key) {
  return std::string{find_string(from, key).value_or("")};
}
inline std::optional<std::int64_t> find_integer(const object& from, std::string_view key) {
  const value* found = from.if_contains(key);
  return found ? as_integer(*found) : std::nullopt;
}

inline std::string_view view(const string& text) {
  return {text.data(), text.size()};
}

// "string", "integer", "object" …: the words of JSON Schema.
std::string_view type_word(const value& of);

}  // namespace oc::json
