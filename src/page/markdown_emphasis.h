// Whether **markers** around an element would be read as emphasis: CommonMark looks at the characters on both
// sides of each marker, and word「quoted」word with markers inside the word would show asterisks instead.
#pragma once
#include <string_view>

#include "page/boilerplate.h"
#include "page/html_tree.h"

namespace oc::page {

enum class Emphasis { impossible, possible, with_space_behind };

// `before` is the character in front of the element, a space at the start of a line. A label that touches its
// value can be emphasised if a space is added: <b>Name:</b>Ada.
Emphasis emphasis_of(const HtmlNode& element, std::string_view before, const DroppedNodes& dropped);

enum class CharacterKind { space, punctuation, symbol, letter };
// Of the first character of `text`; empty text is a space.
CharacterKind kind_of_first(std::string_view text);
CharacterKind kind_of_last(std::string_view text);

}  // namespace oc::page
