// Tested by: src/page/tree_delta_test.cc
#include "page/tree_pairs.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"

namespace oc::page {
namespace {

// From this length on a text may be another version of one.
constexpr std::size_t kLongText = 60;

// "[ref_12]" or dom's "[12]" at the beginning of a line; empty for a line without a ref.
std::string_view ref_of(std::string_view line) {
  if (!line.starts_with('[')) return {};
  std::size_t end = line.find(']');
  return end == std::string_view::npos ? std::string_view{} : line.substr(0, end + 1);
}

std::size_t mixed(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6U) + (seed >> 2U));
}

void pair(std::vector<TreeNode>& old, std::size_t one, std::vector<TreeNode>& fresh, std::size_t other) {
  old[one].twin = other;
  fresh[other].twin = one;
}

void pair_by_ref(std::vector<TreeNode>& old, std::vector<TreeNode>& fresh) {
  std::unordered_map<std::string_view, std::size_t> by_ref;
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (!old[i].ref.empty()) by_ref.emplace(old[i].ref, i);
  }
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    auto found = fresh[i].ref.empty() ? by_ref.end() : by_ref.find(fresh[i].ref);
    if (found != by_ref.end() && old[found->second].twin == kNoNode) pair(old, found->second, fresh, i);
  }
}

// A whole part that was rendered anew: other refs, the same words.
void pair_parts(std::vector<TreeNode>& old, std::size_t one, std::vector<TreeNode>& fresh,
                std::size_t other) {
  for (std::size_t k = 0; k < old[one].size && k < fresh[other].size; ++k) {
    if (old[one + k].twin == kNoNode && fresh[other + k].twin == kNoNode &&
        old[one + k].text == fresh[other + k].text)
      pair(old, one + k, fresh, other + k);
  }
}

std::vector<std::size_t> children_of(const std::vector<TreeNode>& nodes, std::size_t parent) {
  std::vector<std::size_t> out;
  std::size_t end = parent == kNoNode ? nodes.size() : parent + nodes[parent].size;
  for (std::size_t at = parent == kNoNode ? 0 : parent + 1; at < end; at += nodes[at].size) out.push_back(at);
  return out;
}

// What reads the same, what stands for the same line, and what is about the same thing.
enum class Likeness : unsigned char { part, line, stem };

// Two readings side by side: which of their siblings are the same, in the same order. Lists that repeat their
// lines
// ("Open", "Edit") are compared as a whole: a row that went moves no other.
class Alignment {
 public:
  Alignment(std::vector<TreeNode>& old, std::vector<TreeNode>& fresh) : old_(old), fresh_(fresh) {
    for (const TreeNode& node : old) was_.insert(node.content);
    for (const TreeNode& node : fresh) is_.insert(node.content);
  }

  void below(std::size_t one, std::size_t other) {
    std::vector<std::size_t> before = children_of(old_, one);
    std::vector<std::size_t> after = children_of(fresh_, other);
    for (Likeness by : {Likeness::part, Likeness::line, Likeness::stem}) align(before, after, by);
    for (std::size_t child : after) {
      std::size_t twin = fresh_[child].twin;
      if (twin != kNoNode) below(twin, child);
    }
  }

 private:
  // More are not compared with each other; what is left is found by its words alone.
  static constexpr std::size_t kMostPairs = 4'000'000;
  using List = std::span<const std::size_t>;

  bool is_alike(std::size_t one, std::size_t other, Likeness by) const {
    const TreeNode& was = old_[one];
    const TreeNode& now = fresh_[other];
    if (was.twin != kNoNode || now.twin != kNoNode) return was.twin == other;
    if (by == Likeness::part)
      return was.content == now.content && was.size == now.size && was.text == now.text;
    // A row that stands elsewhere now as it was is not the one that has its place.
    if (is_bare(now.text) && (was_.contains(now.content) || is_.contains(was.content))) return false;
    if (by == Likeness::line) return was.text == now.text;
    return stem_of(was.text) == stem_of(now.text) || is_edited(was.text, now.text);
  }

  void join(std::size_t one, std::size_t other, Likeness by) {
    if (old_[one].twin != kNoNode) return;
    if (by == Likeness::part) {
      pair_parts(old_, one, fresh_, other);
    } else {
      pair(old_, one, fresh_, other);
    }
  }

  // Between what is paired already and in order.
  void align(List before, List after, Likeness by) {
    while (!before.empty() && !after.empty() && is_alike(before.front(), after.front(), by)) {
      join(before.front(), after.front(), by);
      before = before.subspan(1);
      after = after.subspan(1);
    }
    while (!before.empty() && !after.empty() && is_alike(before.back(), after.back(), by)) {
      join(before.back(), after.back(), by);
      before = before.first(before.size() - 1);
      after = after.first(after.size() - 1);
    }
    std::size_t rows = before.size();
    std::size_t columns = after.size();
    if (rows == 0 || columns == 0 || rows * columns > kMostPairs) return;
    // The longest common run from each place on.
    std::vector<std::uint32_t> longest((rows + 1) * (columns + 1), 0);
    auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
      return longest[row * (columns + 1) + column];
    };
    for (std::size_t row = rows; row-- > 0;) {
      for (std::size_t column = columns; column-- > 0;) {
        at(row, column) = is_alike(before[row], after[column], by)
                              ? at(row + 1, column + 1) + 1
                              : std::max(at(row + 1, column), at(row, column + 1));
      }
    }
    for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
      if (is_alike(before[row], after[column], by)) {
        join(before[row++], after[column++], by);
      } else if (at(row + 1, column) >= at(row, column + 1)) {
        ++row;
      } else {
        ++column;
      }
    }
  }

  std::vector<TreeNode>& old_;
  std::vector<TreeNode>& fresh_;
  std::unordered_set<std::size_t> was_;  // what the parts of each say
  std::unordered_set<std::size_t> is_;
};

// Pairs what went elsewhere. Of whole parts the largest come first: a button that every row has belongs to
// its row.
void pair_elsewhere(std::vector<TreeNode>& old, std::vector<TreeNode>& fresh, Likeness by) {
  auto key = [&](const TreeNode& node) {
    return by == Likeness::part ? node.content : std::hash<std::string_view>{}(node.text);
  };
  std::unordered_map<std::size_t, std::vector<std::size_t>> known;
  for (std::size_t i = old.size(); i > 0; --i) {
    if (old[i - 1].twin == kNoNode) known[key(old[i - 1])].push_back(i - 1);
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < fresh.size(); ++i) order.push_back(i);
  if (by == Likeness::part)
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return fresh[i].size; });
  for (std::size_t i : order) {
    bool says_nothing = is_bare(fresh[i].text) && (fresh[i].size == 1 || by == Likeness::line);
    if (fresh[i].twin != kNoNode || says_nothing) continue;
    auto found = known.find(key(fresh[i]));
    if (found == known.end()) continue;
    std::vector<std::size_t>& left = found->second;
    for (std::size_t k = left.size(); k > 0; --k) {
      const TreeNode& candidate = old[left[k - 1]];
      if (candidate.twin != kNoNode || candidate.text != fresh[i].text) continue;
      pair_parts(old, left[k - 1], fresh, i);
      break;
    }
  }
}

}  // namespace

bool is_bare(std::string_view text) {
  return text.find_first_of("\":(") == std::string_view::npos;
}

std::vector<std::string_view> marks_of(std::string_view text) {
  std::size_t open = text.rfind(" (");
  std::size_t quote = text.rfind('"');
  bool are_marks = text.ends_with(')') && open != std::string_view::npos &&
                   (quote == std::string_view::npos || quote < open);
  if (!are_marks) return {};
  std::vector<std::string_view> out;
  for (std::string_view mark : split(text.substr(open + 2, text.size() - open - 3), ',')) {
    out.push_back(trim(mark));
  }
  return out;
}

std::string_view role_of(std::string_view text) {
  return text.substr(0, text.find_first_of(":( "));
}

std::string_view stem_of(std::string_view text) {
  if (!marks_of(text).empty()) text = text.substr(0, text.rfind(" ("));
  std::size_t value = text.find("\" = ");
  return value == std::string_view::npos ? text : text.substr(0, value + 1);
}

bool is_edited(std::string_view was, std::string_view now) {
  std::size_t shorter = std::min(was.size(), now.size());
  if (shorter < kLongText || role_of(was) != role_of(now)) return false;
  auto [end, other] = std::ranges::mismatch(was, now);
  auto head = static_cast<std::size_t>(end - was.begin());
  std::size_t tail = 0;
  while (tail < shorter - head && was[was.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  return head + tail >= shorter / 2;
}

std::vector<TreeNode> parse_tree(std::string_view reading) {
  std::vector<TreeNode> nodes;
  std::vector<std::size_t> open;
  for (std::string_view raw : split(reading, '\n')) {
    std::string_view line = trim(raw);
    if (line.empty()) continue;
    TreeNode node{.line = line, .ref = ref_of(line), .text = line};
    node.text = trim(line.substr(node.ref.size()));
    node.indent = raw.find_first_not_of(' ');
    while (!open.empty() && nodes[open.back()].indent >= node.indent) open.pop_back();
    if (!open.empty()) node.parent = open.back();
    for (std::size_t above : open) ++nodes[above].size;
    open.push_back(nodes.size());
    nodes.push_back(node);
  }
  for (std::size_t i = nodes.size(); i > 0; --i) {
    TreeNode& node = nodes[i - 1];
    node.content = mixed(node.content, std::hash<std::string_view>{}(node.text));
    if (node.parent != kNoNode) nodes[node.parent].content = mixed(nodes[node.parent].content, node.content);
  }
  return nodes;
}

void pair_trees(std::vector<TreeNode>& old, std::vector<TreeNode>& fresh) {
  pair_by_ref(old, fresh);
  Alignment{old, fresh}.below(kNoNode, kNoNode);
  pair_elsewhere(old, fresh, Likeness::part);
  pair_elsewhere(old, fresh, Likeness::line);
}

}  // namespace oc::page
