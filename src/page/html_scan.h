// HTML seen as a row of tags, before any tree is built: how deep it nests and how heavy it is, and the same
// page with fewer tags when that is more than the parser can bear. Approximate on purpose; the tree decides.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace oc::page {

struct HtmlScan {
  std::size_t depth = 0;  // counting stops soon after max_depth
  std::size_t tags = 0;   // those that make elements
  std::size_t most_attributes = 0;
};

HtmlScan scan_html(std::string_view html, std::size_t max_depth);

// The page reduced to tags that matter for reading, properly nested, at most 200 deep and 250,000 in number;
// scripts and styles are gone, tables are rows of <div>. Text is never lost.
std::string flatten_html(std::string_view html);

// At most `max_bytes`, ending before a tag or between characters rather than inside one.
std::string_view cut_at_tag(std::string_view html, std::size_t max_bytes);

}  // namespace oc::page
