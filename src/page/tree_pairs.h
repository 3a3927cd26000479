// Two readings of a page as trees, and which of their nodes are the same: by ref, else by what they say and
// where they stand among their siblings.
#pragma once
#include <limits>
#include <string_view>
#include <vector>

namespace oc::page {

constexpr std::size_t kNoNode = std::numeric_limits<std::size_t>::max();

// A line of a reading.
struct TreeNode {
  std::string_view line;  // trimmed
  std::string_view ref;
  std::string_view text;  // the line without its ref
  std::size_t indent = 0;
  std::size_t parent = kNoNode;
  std::size_t size = 1;        // lines of its subtree
  std::size_t twin = kNoNode;  // the same node in the other reading
  std::size_t content = 0;     // hash of what it and all below it say
};

std::vector<TreeNode> parse_tree(std::string_view reading);
// Sets the twin of every node that is in both.
void pair_trees(std::vector<TreeNode>& old, std::vector<TreeNode>& fresh);

// A line such as "listitem", which names no element and says nothing.
bool is_bare(std::string_view text);
// (disabled, required) at the end of a line.
std::vector<std::string_view> marks_of(std::string_view text);
std::string_view role_of(std::string_view text);
// What a line is about, without its value and its marks: button: "Section A" (expanded) → button: "Section
// A".
std::string_view stem_of(std::string_view text);
// A long text of which a part was written anew: most of it stands at its beginning and end as it was.
bool is_edited(std::string_view was, std::string_view now);

}  // namespace oc::page
