// OutputMode: how a caller wants an answer that may be large. inline: as it is. handle: stored, and
// described. auto: inline while it is small.
#pragma once
#include <cstdint>

#include "base/enum_words.h"

namespace oc::tool {

enum class OutputMode : std::uint8_t { in_line, handle, automatic };

// Of auto, unless the caller says otherwise.
inline constexpr std::int64_t kAutoInlineBytes = 32768;

}  // namespace oc::tool

template <>
struct oc::EnumWords<oc::tool::OutputMode> {
  static constexpr std::array<std::string_view, 3> words{"inline", "handle", "auto"};
};
