// Words of an enumeration: the one table that turns enumerators into the text used on the wire, and back.
// Specialise EnumWords<E> with `static constexpr std::array words{…}` in the order of the enumerators, from
// 0.
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace oc {

template <class E>
struct EnumWords;

template <class E>
concept WordedEnum = requires { EnumWords<E>::words.size(); };

template <WordedEnum E>
constexpr std::string_view word_of(E value) {
  return EnumWords<E>::words[static_cast<std::size_t>(value)];
}

template <WordedEnum E>
constexpr std::optional<E> from_word(std::string_view word) {
  for (std::size_t i = 0; i < EnumWords<E>::words.size(); ++i) {
    if (EnumWords<E>::words[i] == word) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace oc
