// What an element is by its tag, role, classes and id alone: block, hidden, heading, callout. No computed
// styles: the live page has dropped hidden content before, a crawled page never had any styles.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "page/html_tree.h"

namespace oc::page {

// Starts on a line of its own in every browser's default styles.
bool is_block(const HtmlNode& node);

// Asked node after node in document order: does a block begin or end in front of this one?
class BlockEdges {
 public:
  bool crosses(const HtmlNode& node);

 private:
  std::vector<std::uint32_t> ends_;
};

// 1 to 6, by tag or by role=heading; 0 for what is no heading.
int heading_level(const HtmlNode& node);

// Says itself that a person does not see it: hidden, display:none, screen-reader-only classes, a closed
// dialog.
bool is_hidden(const HtmlNode& node);

// The words of class and id in lower case, each between spaces: class="postShare-bar" id=x → " post share bar
// x ".
std::string class_words(const HtmlNode& node);
// REQUIRES: `words` as class_words() gives them. A phrase of several words matches in that order.
bool has_word(std::string_view words, std::initializer_list<std::string_view> wanted);

// Is `name` one of its classes? Case does not count.
bool has_class(const HtmlNode& node, std::string_view name);

// A note, tip or warning set apart from the text around it.
bool is_callout(const HtmlNode& node);

// The role attribute in lower case, first word only.
std::string role_of(const HtmlNode& node);

}  // namespace oc::page
