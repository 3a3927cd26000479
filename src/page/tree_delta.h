// What changed between two readings of a page. Nodes are known by their refs; what was rendered anew and
// reads the same is no change.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace oc::page {

struct Change {
  enum class Kind : unsigned char { came, gone, differs, moved };
  Kind kind;
  std::string line;        // without its indent: [ref_3] button: "Save"
  std::size_t depth = 0;   // below the topmost node that came with it
  std::size_t more = 0;    // gone: how many lines went with it
  std::string place = {};  // moved to another box: which
  std::size_t alike = 0;   // gone: how many of its kind beside it went too
};

// In the order of the new reading; what is gone comes last, a whole part as one change, and so do several of
// a kind side by side.
std::vector<Change> tree_changes(std::string_view before, std::string_view after);

// Lines with "+" for what came, "-" for what is gone, "~" for what reads differently, ">" for what has moved
// among its siblings; empty when nothing changed.
std::string change_line(const Change& change);
std::string tree_delta(std::string_view before, std::string_view after);

}  // namespace oc::page
