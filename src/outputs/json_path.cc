#include "outputs/json_path.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::outputs {
namespace {

using Place = json::StructureScan::Step;

std::unexpected<Error> bad_path(std::string_view path, std::string_view rest) {
  return fail(ErrorCode::invalid_arguments,
              cat("'json_path' cannot be read from '", shorten(rest, 40), "' on: ", shorten(path, 100)),
              "Such as $.pages[*].title, $['a b'][0], $..href.");
}

std::optional<std::uint64_t> index_of(std::string_view digits) {
  std::uint64_t number = 0;
  auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (problem != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
  return number;
}

std::string decoded_token(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    bool escapes = token[i] == '~' && i + 1 < token.size();
    if (escapes && token[i + 1] == '1') out += '/';
    if (escapes && token[i + 1] == '0') out += '~';
    if (escapes) ++i;
    if (!escapes) out += token[i];
  }
  return out;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

// Numbers by value, everything else by its text.
int compare(const json::value& a, const json::value& b) {
  if (a.is_number() && b.is_number()) {
    double left = a.to_number<double>();
    double right = b.to_number<double>();
    return left < right ? -1 : (left > right ? 1 : 0);
  }
  auto text = [](const json::value& from) {
    return from.is_string() ? std::string{json::view(from.get_string())} : json::write(from);
  };
  return text(a).compare(text(b));
}

bool contains(const json::value& whole, const json::value& part) {
  if (const json::array* list = whole.if_array())
    return std::ranges::any_of(*list, [&](const json::value& item) { return compare(item, part) == 0; });
  if (!whole.is_string() || part.is_structured()) return false;
  // What was written without quotes may look like a number, and is meant as its digits.
  std::string words = part.is_string() ? std::string{json::view(part.get_string())} : json::write(part);
  return json::view(whole.get_string()).find(words) != std::string_view::npos;
}

}  // namespace

Result<JsonPath> JsonPath::parse(std::string_view path) {
  static const RE2 kName{R"(^(\.\.?)([\pL\pN_$@-]+|\*))"};
  static const RE2 kIndex{R"(^(\.\.)?\[(\d+)\])"};
  static const RE2 kAny{R"(^(\.\.)?\[\*\])"};
  static const RE2 kQuoted{R"re(^(\.\.)?\[(?:'([^']*)'|"([^"]*)")\])re"};
  re2::StringPiece rest{path.data(), path.size()};
  if (!rest.empty() && rest[0] == '$') rest.remove_prefix(1);
  JsonPath out;
  bool is_bare = !rest.empty() && rest[0] != '.' && rest[0] != '[';
  std::string dotted = is_bare ? cat(".", path) : "";
  if (is_bare) rest = dotted;
  while (!rest.empty()) {
    std::string dots;
    std::string name;
    std::string other;
    Step step;
    if (RE2::Consume(&rest, kName, &dots, &name)) {
      step = {.kind = name == "*" ? Kind::any : Kind::name, .name = name};
    } else if (RE2::Consume(&rest, kIndex, &dots, &name)) {
      step = {.kind = Kind::index, .index = index_of(name).value_or(0)};
    } else if (RE2::Consume(&rest, kAny, &dots)) {
      step = {.kind = Kind::any};
    } else if (RE2::Consume(&rest, kQuoted, &dots, &name, &other)) {
      step = {.kind = Kind::name, .name = name.empty() ? other : name};
    } else {
      return bad_path(path, {rest.data(), rest.size()});
    }
    step.deep = dots == "..";
    out.steps_.push_back(std::move(step));
  }
  return out;
}

Result<JsonPath> JsonPath::parse_pointer(std::string_view pointer) {
  JsonPath out;
  if (pointer.empty()) return out;
  if (pointer.front() != '/') {
    return fail(ErrorCode::invalid_arguments, "'json_pointer' must be empty or begin with '/'",
                "Such as /pages/0/title.");
  }
  for (std::string_view token : split(pointer.substr(1), '/')) {
    Step step{.kind = Kind::token, .name = decoded_token(token)};
    step.index = index_of(token).value_or(UINT64_MAX);
    out.steps_.push_back(std::move(step));
  }
  return out;
}

bool JsonPath::is_single() const {
  return std::ranges::none_of(steps_, [](const Step& step) { return step.kind == Kind::any || step.deep; });
}

bool JsonPath::fits(const Step& step, const Place& place) {
  switch (step.kind) {
    case Kind::any:
      return true;
    case Kind::name:
      return !place.is_array && place.key == step.name;
    case Kind::index:
      return place.is_array && place.index == step.index;
    case Kind::token:
      return place.is_array ? place.index == step.index : place.key == step.name;
  }
  return false;
}

// As * in a file name is matched: no deep step but the last one that was reached ever needs another try.
bool JsonPath::leads_to(const std::vector<Place>& place) const {
  if (place.size() < steps_.size()) return false;
  std::size_t step = 0;
  std::size_t at = 0;
  std::optional<std::size_t> deep;
  std::size_t deep_at = 0;
  while (at < place.size()) {
    bool is_left = step < steps_.size();
    if (is_left && steps_[step].deep) {
      deep = step;
      deep_at = at;
    }
    if (is_left && fits(steps_[step], place[at])) {
      ++step;
      ++at;
    } else if (deep) {
      step = *deep;
      at = ++deep_at;
    } else {
      return false;
    }
  }
  return step == steps_.size();
}

std::string path_text(const std::vector<Place>& place) {
  std::string out = "$";
  for (const Place& step : place) {
    if (step.is_array) {
      out += cat("[", step.index, "]");
    } else {
      out += is_plain_name(step.key) ? cat(".", step.key) : cat("['", step.key, "']");
    }
  }
  return out;
}

Result<Condition> Condition::parse(std::string_view text) {
  static const RE2 kForm{R"(^\s*([^\s=!<>]+)\s*(==?|!=|<=|>=|<|>|\scontains\s)\s*(.*?)\s*$)"};
  std::string field;
  std::string op;
  std::string value;
  if (!RE2::FullMatch({text.data(), text.size()}, kForm, &field, &op, &value)) {
    return fail(ErrorCode::invalid_arguments, cat("'where' is not 'field op value': ", shorten(text, 100)),
                "Such as: status >= 400, or: title contains Price. Operators: = != < <= > >= contains.");
  }
  Condition out;
  for (std::string_view name : split(field, '.')) {
    if (!name.empty()) out.field_.emplace_back(name);
  }
  out.op_ = op == "==" ? "=" : std::string{trim(op)};
  auto parsed = json::parse(value);
  out.value_ = parsed ? std::move(*parsed) : json::value(value);
  return out;
}

bool Condition::holds(const json::value& of) const {
  const json::value* found = &of;
  for (const std::string& name : field_) {
    const json::object* members = found->if_object();
    found = members ? members->if_contains(name) : nullptr;
    if (!found) return op_ == "!=";
  }
  if (op_ == "contains") return contains(*found, value_);
  bool is_ordered = op_ != "=" && op_ != "!=";
  if (is_ordered && found->kind() != value_.kind() && !(found->is_number() && value_.is_number()))
    return false;
  int order = compare(*found, value_);
  if (op_ == "=") return order == 0;
  if (op_ == "!=") return order != 0;
  if (op_ == "<") return order < 0;
  if (op_ == "<=") return order <= 0;
  return op_ == ">" ? order > 0 : order >= 0;
}

}  // namespace oc::outputs
