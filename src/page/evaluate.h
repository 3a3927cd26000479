// Running an agent's own JavaScript in a page, in the page's world or in ours.
#pragma once
#include <string>

#include "base/enum_words.h"
#include "base/result.h"
#include "base/task.h"
#include "browser/tab.h"

namespace oc::page {

enum class ScriptWorld : std::uint8_t { main, isolated };

enum class ValueSize : std::uint8_t { readable, whole };  // long lists and texts are cut, or not

// The value of an expression, or of the last statement; promises are awaited. Fails with script_error
// (message and line), or as the stop does, and then what still ran was terminated.
Task<Result<json::value>> evaluate(browser::Tab& tab, std::string code, ScriptWorld world, ValueSize size,
                                   Stop stop);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::ScriptWorld> {
  static constexpr std::array<std::string_view, 2> words{"main", "isolated"};
};
