// What of a page is not worth reading: what nobody sees (scripts, hidden elements) and what every page of a
// site repeats (navigation, banners, share bars, advertisements). Marks nodes; which part is the main one is
// decided in main_content.h.
#pragma once
#include <cstdint>
#include <vector>

#include "page/html_tree.h"

namespace oc::page {

// By node index; a marked node stands for everything below it.
using DroppedNodes = std::vector<bool>;

// How much there is to read below a node, without what is dropped. An image counts as a few words.
struct TextMeasure {
  std::uint32_t text = 0;      // bytes that are not white space
  std::uint32_t links = 0;     // of these, inside links
  std::uint32_t controls = 0;  // buttons and fields

  double link_density() const { return text == 0 ? 0.0 : static_cast<double>(links) / text; }
  // Text counts in full, link text a quarter: menus are all links.
  double weight() const { return text - 0.75 * links; }
};

// For every node, by index. Time is linear.
std::vector<TextMeasure> measure_text(const HtmlTree& tree, const DroppedNodes& dropped);

// Scripts, hidden elements, decoration that only repeats text for the eye.
DroppedNodes invisible_nodes(const HtmlTree& tree);

// Adds navigation, banners and the like to `dropped`. Nothing that holds a good part of the page's text goes.
void drop_boilerplate(const HtmlTree& tree, DroppedNodes& dropped);

// Calls `visit(node)` for everything below `node` that is not dropped, in document order.
void for_each_kept(const HtmlNode& node, const DroppedNodes& dropped, auto visit) {
  const HtmlNode* at = &node + 1;
  const HtmlNode* end = &node + (node.end - node.index);
  while (at < end) {
    if (dropped[at->index]) {
      at += at->end - at->index;
    } else {
      visit(*at++);
    }
  }
}

}  // namespace oc::page
