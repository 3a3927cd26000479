// Tested by: json/record_test.cc
#include "json/codec.h"

#include "json/record.h"
#include "json/write.h"

namespace oc::json {

Problem wrong_type(const std::string& path, std::string_view expected, const value& got) {
  std::string shown = got.is_structured() ? "" : cat(" ", shorten(write(got), 60));
  return {path,
          cat("must be ", expected == "integer" || expected == "array" || expected == "object" ? "an " : "a ",
              expected, ", got ", type_word(got), shown)};
}

bool check(const object& schema, const value& from, const std::string& path, Problems& problems) {
  std::size_t before = problems.size();
  if (from.is_number()) {
    double number = from.to_number<double>();
    if (const value* low = schema.if_contains("minimum"); low && number < low->to_number<double>()) {
      problems.push_back({path, cat("must be at least ", write(*low), ", got ", write(from))});
    }
    if (const value* high = schema.if_contains("maximum"); high && number > high->to_number<double>()) {
      problems.push_back({path, cat("must be at most ", write(*high), ", got ", write(from))});
    }
  }
  if (auto least = find_integer(schema, "minLength"); least && from.is_string()) {
    if (std::cmp_less(from.get_string().size(), *least))
      problems.push_back(
          {path, *least == 1 ? "must not be empty" : cat("must be at least ", *least, " bytes long")});
  }
  if (auto most = find_integer(schema, "maxLength"); most && from.is_string()) {
    if (std::cmp_greater(from.get_string().size(), *most))
      problems.push_back({path, cat("must be at most ", *most, " bytes long")});
  }
  if (auto most = find_integer(schema, "maxItems"); most && from.is_array()) {
    if (std::cmp_greater(from.get_array().size(), *most))
      problems.push_back({path, cat("must have at most ", *most, " items")});
  }
  return problems.size() == before;
}

object object_schema(const std::vector<const FieldFacts*>& fields, bool closed) {
  object properties;
  array required;
  for (const FieldFacts* field : fields) {
    properties[field->name] = field->schema;
    if (field->required) required.emplace_back(field->name);
  }
  object schema{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  if (closed) schema["additionalProperties"] = false;
  return schema;
}

namespace {

std::string at(const std::string& path, std::string_view name) {
  return cat(path, path.empty() ? "" : ".", name);
}

std::string known_names(const std::vector<const FieldFacts*>& fields) {
  std::string names;
  for (const FieldFacts* field : fields) names += cat(names.empty() ? "" : ", ", field->name);
  return names;
}

Problem unknown_member(std::string_view key, const std::vector<const FieldFacts*>& fields,
                       const std::string& path) {
  std::vector<std::string_view> names;
  names.reserve(fields.size());
  for (const FieldFacts* field : fields) names.push_back(field->name);
  std::string_view near = nearest(key, names);
  std::string advice = !near.empty()   ? cat("; did you mean '", near, "'?")
                       : names.empty() ? "; it takes none"
                                       : cat("; known: ", known_names(fields));
  return {at(path, key), cat("is not known", advice)};
}

}  // namespace

std::vector<const value*> match_members(const std::vector<const FieldFacts*>& fields, const object& from,
                                        const std::string& path, Problems& problems) {
  std::vector<const value*> values(fields.size(), nullptr);
  for (const auto& member : from) {
    if (problems.size() >= kMostProblems) break;
    std::string_view key = member.key();
    auto exact = std::ranges::find(fields, key, &FieldFacts::name);
    if (exact == fields.end()) {
      std::string snake = snake_case(key);
      exact = std::ranges::find_if(fields,
                                   [&](const FieldFacts* field) { return snake_case(field->name) == snake; });
    }
    if (exact == fields.end()) {
      problems.push_back(unknown_member(shorten(mend_utf8(key), 64), fields, path));
      continue;
    }
    const value*& slot = values[static_cast<std::size_t>(exact - fields.begin())];
    if (slot)
      problems.push_back(
          {at(path, key), cat("is given twice: it is another spelling of '", (*exact)->name, "'")});
    slot = &member.value();
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!values[i] && fields[i]->required) {
      auto type = find_string(fields[i]->schema, "type");
      problems.push_back(
          {at(path, fields[i]->name), type ? cat("is required (", *type, ")") : "is required"});
    }
  }
  return values;
}

Error to_error(const Problems& problems, const std::vector<const FieldFacts*>& fields) {
  constexpr std::size_t kShown = 3;
  std::string message;
  array listed;
  for (const Problem& problem : problems) {
    if (listed.size() < kShown)
      message += cat(message.empty() ? "" : "; ", "'", problem.path, "' ", problem.text);
    listed.push_back(object{{"path", problem.path}, {"problem", problem.text}});
  }
  if (problems.size() > kShown) message += cat("; and ", problems.size() - kShown, " more");
  object details{{"problems", std::move(listed)}};
  array expected;
  for (const FieldFacts* field : fields) expected.emplace_back(field->name);
  details["expected"] = std::move(expected);
  return {ErrorCode::invalid_arguments, std::move(message), {}, std::move(details)};
}

bool is_empty(const value& of) {
  if (const string* text = of.if_string()) return text->empty();
  if (const array* items = of.if_array()) return items->empty();
  if (const object* members = of.if_object()) return members->empty();
  return of.is_null();
}

}  // namespace oc::json
