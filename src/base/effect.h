// Effect: what a call does to the world. Hints for clients, retries and budgets are all derived from it.
#pragma once
#include <cstdint>

#include "base/enum_words.h"

namespace oc {

enum class Effect : std::uint8_t { observation, action, management };

template <>
struct EnumWords<Effect> {
  static constexpr std::array<std::string_view, 3> words{"observation", "action", "management"};
};

}  // namespace oc
