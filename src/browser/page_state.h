// PageState: which document an answer is about. From what a script found in the document itself, so that it
// and the payload cannot disagree.
#pragma once
#include <cstdint>
#include <string>

#include "base/enum_words.h"

namespace oc::browser {

struct PageState {
  std::string url;
  std::string title;
  std::string loader_id;      // names the document
  std::int64_t revision = 0;  // grows with every change of it
};

// How a page was looked at.
enum class PageMode : std::uint8_t { ax, dom, css, html, inspect, validate, markdown };

}  // namespace oc::browser

template <>
struct oc::EnumWords<oc::browser::PageMode> {
  static constexpr std::array<std::string_view, 7> words{"ax",      "dom",      "css",     "html",
                                                         "inspect", "validate", "markdown"};
};
