// Listing: when tools/list shows a tool or an argument. What is not listed can be called all the same.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "base/enum_words.h"
#include "json/record.h"

namespace oc::tool {

enum class ListedWhen : std::uint8_t { always, extension_paired, never };

// What decides it.
struct ListingFacts {
  bool extension_paired = false;  // now or earlier, with this home
};

constexpr bool is_listed(ListedWhen when, const ListingFacts& facts) {
  return when == ListedWhen::always || (when == ListedWhen::extension_paired && facts.extension_paired);
}

// The keyword in an argument's schema that says so; it is not published.
inline constexpr std::string_view kListedWhen = "x-listed-when";

}  // namespace oc::tool

template <>
struct oc::EnumWords<oc::tool::ListedWhen> {
  static constexpr std::array<std::string_view, 3> words{"always", "extension_paired", "never"};
};

namespace oc::tool {

template <class T>
json::Field<T> listed_when(ListedWhen when, json::Field<T> field) {
  return std::move(field).with(kListedWhen, json::value(word_of(when)));
}

}  // namespace oc::tool
