// Record<T>: one declaration of a struct's fields gives its JSON Schema, its validation with helpful
// messages, its decoding and its encoding. Defaults are the struct's own member initialisers.
//
//   struct Args { std::string selector; int depth = 3; };
//   const Record<Args> kArgs{
//       required("selector", &Args::selector, "CSS selector of the element."),
//       optional("depth", &Args::depth, "Levels of children to include.").range(0, 20),
//   };
#pragma once
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/result.h"
#include "json/codec.h"
#include "json/json.h"

namespace oc::json {

// What is known of a field whatever its type; constraints stand in `schema` and are checked from there.
struct FieldFacts {
  std::string_view name;
  bool required = false;
  object schema;
};

template <class T>
class Field {
 public:
  template <class M>
  Field(std::string_view name, M T::* member, std::string_view description, bool is_required)
      : facts_{name, is_required, Codec<M>::schema()},
        decode_([member](T& into, const value& from, const std::string& path, Problems& problems) {
          decode_member(into.*member, from, path, problems);
        }),
        encode_([member, name](const T& from, object& into) { encode_member(from.*member, name, into); }) {
    if (!description.empty()) facts_.schema["description"] = description;
    if (!is_required) {
      object defaults;
      encode_(T{}, defaults);
      const value* preset = defaults.if_contains(name);
      if (preset && !is_empty(*preset)) facts_.schema["default"] = *preset;
    }
  }

  Field range(std::int64_t low, std::int64_t high) && {
    return std::move(*this).with("minimum", low).with("maximum", high);
  }
  Field at_least(std::int64_t low) && { return std::move(*this).with("minimum", low); }
  Field min_length(std::int64_t bytes) && { return std::move(*this).with("minLength", bytes); }
  Field max_length(std::int64_t bytes) && { return std::move(*this).with("maxLength", bytes); }
  Field max_items(std::int64_t count) && { return std::move(*this).with("maxItems", count); }
  // A keyword of JSON Schema that is published as it is.
  Field with(std::string_view keyword, value setting) && {
    facts_.schema[keyword] = std::move(setting);
    return std::move(*this);
  }

  const FieldFacts& facts() const { return facts_; }
  void decode(T& into, const value& from, const std::string& path, Problems& problems) const {
    if (check(facts_.schema, from, path, problems)) decode_(into, from, path, problems);
  }
  void encode(const T& from, object& into) const { encode_(from, into); }

 private:
  FieldFacts facts_;
  std::function<void(T&, const value&, const std::string&, Problems&)> decode_;
  std::function<void(const T&, object&)> encode_;
};

template <class T, class M>
Field<T> required(std::string_view name, M T::* member, std::string_view description = {}) {
  return {name, member, description, true};
}

template <class T, class M>
Field<T> optional(std::string_view name, M T::* member, std::string_view description = {}) {
  return {name, member, description, false};
}

enum class Strictness : std::uint8_t { refuse_unknown, allow_unknown };

template <class T>
class Record {
 public:
  Record(std::initializer_list<Field<T>> fields) : fields_(fields) {
    for (const Field<T>& field : fields_) facts_.push_back(&field.facts());
  }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  object schema(Strictness strictness) const {
    return object_schema(facts_, strictness == Strictness::refuse_unknown);
  }

  void decode(T& into, const object& from, const std::string& path, Problems& problems) const {
    std::vector<const value*> values = match_members(facts_, from, path, problems);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (values[i])
        fields_[i].decode(into, *values[i], cat(path, path.empty() ? "" : ".", facts_[i]->name), problems);
    }
  }

  // All problems at once, as one invalid_arguments error.
  Result<T> decode(const object& from) const {
    T into{};
    Problems problems;
    decode(into, from, "", problems);
    if (!problems.empty()) return std::unexpected(to_error(problems, facts_));
    return into;
  }

  object encode(const T& from) const {
    object into;
    for (const Field<T>& field : fields_) field.encode(from, into);
    return into;
  }

 private:
  std::vector<Field<T>> fields_;
  std::vector<const FieldFacts*> facts_;
};

// A struct that is described by a Record can be a member of another: give it `static const Record<T>&
// record()`.
template <class T>
  requires requires { T::record(); }
struct Codec<T> {
  static object schema() { return T::record().schema(Strictness::allow_unknown); }
  static void decode(T& into, const value& from, const std::string& path, Problems& problems) {
    if (const object* members = from.if_object()) {
      T::record().decode(into, *members, path, problems);
    } else {
      problems.push_back(wrong_type(path, "object", from));
    }
  }
  static value encode(const T& from) { return T::record().encode(from); }
};

}  // namespace oc::json
