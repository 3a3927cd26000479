// Codec<T>: schema, decoding and encoding of one C++ type. record.h builds structs from these.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_words.h"
#include "base/error.h"
#include "base/text.h"
#include "json/json.h"

namespace oc::json {

// What is wrong, and where: path "steps[2].value".
struct Problem {
  std::string path;
  std::string text;
};
using Problems = std::vector<Problem>;

// More are not looked for: nobody reads them, and a hostile call could ask for millions.
inline constexpr std::size_t kMostProblems = 20;

struct FieldFacts;

Problem wrong_type(const std::string& path, std::string_view expected, const value& got);
// Checks minimum, maximum, minLength, maxLength, maxItems of `schema`; false when one does not hold.
bool check(const object& schema, const value& from, const std::string& path, Problems& problems);
object object_schema(const std::vector<const FieldFacts*>& fields, bool closed);
// The value for each field, or null. Accepts the camelCase and the snake_case spelling of a name; missing
// required, unknown and doubly given members become problems.
std::vector<const value*> match_members(const std::vector<const FieldFacts*>& fields, const object& from,
                                        const std::string& path, Problems& problems);
Error to_error(const Problems& problems, const std::vector<const FieldFacts*>& fields);
bool is_empty(const value& of);  // null, "", [] or {}

template <class T>
struct Codec;

template <>
struct Codec<std::string> {
  static object schema() { return {{"type", "string"}}; }
  static void decode(std::string& into, const value& from, const std::string& path, Problems& problems) {
    if (const string* text = from.if_string()) {
      into = view(*text);
    } else {
      problems.push_back(wrong_type(path, "string", from));
    }
  }
  static value encode(const std::string& from) { return value(from); }
};

template <>
struct Codec<bool> {
  static object schema() { return {{"type", "boolean"}}; }
  static void decode(bool& into, const value& from, const std::string& path, Problems& problems) {
    if (const bool* flag = from.if_bool()) {
      into = *flag;
    } else {
      problems.push_back(wrong_type(path, "boolean", from));
    }
  }
  static value encode(bool from) { return from; }
};

template <std::signed_integral T>
struct Codec<T> {
  static object schema() { return {{"type", "integer"}}; }
  static void decode(T& into, const value& from, const std::string& path, Problems& problems) {
    auto number = as_integer(from);
    if (number && std::in_range<T>(*number)) {
      into = static_cast<T>(*number);
    } else {
      problems.push_back(wrong_type(path, "integer", from));
    }
  }
  static value encode(T from) { return static_cast<std::int64_t>(from); }
};

template <>
struct Codec<double> {
  static object schema() { return {{"type", "number"}}; }
  static void decode(double& into, const value& from, const std::string& path, Problems& problems) {
    if (from.is_number()) {
      into = from.to_number<double>();
    } else {
      problems.push_back(wrong_type(path, "number", from));
    }
  }
  static value encode(double from) { return from; }
};

template <WordedEnum E>
struct Codec<E> {
  static object schema() {
    array words;
    for (std::string_view word : EnumWords<E>::words) words.emplace_back(word);
    return {{"type", "string"}, {"enum", std::move(words)}};
  }
  static void decode(E& into, const value& from, const std::string& path, Problems& problems) {
    const string* text = from.if_string();
    auto found = text ? from_word<E>(view(*text)) : std::nullopt;
    if (found) {
      into = *found;
    } else {
      std::string words;
      for (std::string_view word : EnumWords<E>::words) words += cat(words.empty() ? "" : ", ", word);
      problems.push_back({path, cat("must be one of: ", words)});
    }
  }
  static value encode(E from) { return value(word_of(from)); }
};

template <class T>
struct Codec<std::vector<T>> {
  static object schema() { return {{"type", "array"}, {"items", Codec<T>::schema()}}; }
  static void decode(std::vector<T>& into, const value& from, const std::string& path, Problems& problems) {
    const array* items = from.if_array();
    if (!items) {
      problems.push_back(wrong_type(path, "array", from));
      return;
    }
    for (std::size_t i = 0; i < items->size() && problems.size() < kMostProblems; ++i) {
      Codec<T>::decode(into.emplace_back(), (*items)[i], cat(path, "[", i, "]"), problems);
    }
  }
  static value encode(const std::vector<T>& from) {
    array items;
    for (const T& item : from) items.push_back(Codec<T>::encode(item));
    return items;
  }
};

template <class T>
struct Codec<std::map<std::string, T>> {
  static object schema() { return {{"type", "object"}, {"additionalProperties", Codec<T>::schema()}}; }
  static void decode(std::map<std::string, T>& into, const value& from, const std::string& path,
                     Problems& problems) {
    const object* members = from.if_object();
    if (!members) {
      problems.push_back(wrong_type(path, "object", from));
      return;
    }
    for (const auto& [key, member] : *members) {
      if (problems.size() >= kMostProblems) return;
      Codec<T>::decode(into[std::string{key}], member, cat(path, ".", std::string_view{key}), problems);
    }
  }
  static value encode(const std::map<std::string, T>& from) {
    object members;
    for (const auto& [key, member] : from) members[key] = Codec<T>::encode(member);
    return members;
  }
};

template <class T>
struct Codec<std::optional<T>> {
  static object schema() { return Codec<T>::schema(); }
};

// Any JSON at all.
template <>
struct Codec<value> {
  static object schema() { return {}; }
  static void decode(value& into, const value& from, const std::string&, Problems&) { into = from; }
  static value encode(const value& from) { return from; }
};

template <>
struct Codec<object> {
  static object schema() { return {{"type", "object"}}; }
  static void decode(object& into, const value& from, const std::string& path, Problems& problems) {
    if (const object* members = from.if_object()) {
      into = *members;
    } else {
      problems.push_back(wrong_type(path, "object", from));
    }
  }
  static value encode(const object& from) { return from; }
};

// Members: an optional one may be null on the wire, and is left out when it has no value.
template <class M>
void decode_member(M& into, const value& from, const std::string& path, Problems& problems) {
  Codec<M>::decode(into, from, path, problems);
}
template <class M>
void decode_member(std::optional<M>& into, const value& from, const std::string& path, Problems& problems) {
  if (from.is_null()) return;
  Codec<M>::decode(into.emplace(), from, path, problems);
}
template <class M>
void encode_member(const M& from, std::string_view name, object& into) {
  into[name] = Codec<M>::encode(from);
}
template <class M>
void encode_member(const std::optional<M>& from, std::string_view name, object& into) {
  if (from) into[name] = Codec<M>::encode(*from);
}

}  // namespace oc::json
