#include "json/json.h"

#include <cmath>

namespace oc::json {

std::optional<std::int64_t> as_integer(const value& from) {
  if (const auto* number = from.if_int64()) return *number;
  if (const auto* number = from.if_double()) {
    constexpr double kExact =
        9007199254740992.0;  // 2^53: beyond it a double no longer says which integer it was
    if (std::trunc(*number) == *number && std::abs(*number) <= kExact)
      return static_cast<std::int64_t>(*number);
  }
  return std::nullopt;
}

std::string_view type_word(const value& of) {
  switch (of.kind()) {
    case kind::null:
      return "null";
    case kind::bool_:
      return "boolean";
    case kind::int64:
    case kind::uint64:
      return "integer";
    case kind::double_:
      return as_integer(of) ? "integer" : "number";
    case kind::string:
      return "string";
    case kind::array:
      return "array";
    case kind::object:
      return "object";
  }
  return "null";
}

}  // namespace oc::json
