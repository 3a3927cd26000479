#include "page/tree_delta.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "base/text.h"
#include "page/tree_pairs.h"

namespace oc::page {
namespace {

constexpr std::size_t kManyAlike = 3;
// Of a longer text only the new part is shown.
constexpr std::size_t kShownText = 250;

// What is new in it, with a few words around.
std::string edited_part(std::string_view was, std::string_view now) {
  constexpr std::size_t kAround = 60;
  if (now.size() <= kShownText || !is_edited(was, now)) return std::string{now};
  auto head = static_cast<std::size_t>(std::ranges::mismatch(was, now).in2 - now.begin());
  std::size_t from = head > kAround ? head - kAround : 0;
  while (from > 0 && (static_cast<unsigned char>(now[from]) & 0xc0U) == 0x80U) --from;
  std::size_t name = now.find('"');
  return from <= name ? std::string{now} : cat(now.substr(0, name + 1), "… ", now.substr(from));
}

// Which of them keep their order among themselves: the heaviest rising run.
std::vector<bool> standing(const std::vector<std::size_t>& order, const std::vector<std::uint32_t>& weights) {
  struct Run {
    std::uint64_t weight = 0;
    std::size_t last = kNoNode;
  };
  std::map<std::size_t, Run> runs;  // by the place of their last; a later one is always heavier
  std::vector<std::size_t> before(order.size(), kNoNode);
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto after = runs.lower_bound(order[i]);
    Run run{weights[i], i};
    if (after != runs.begin()) {
      const Run& shorter = std::prev(after)->second;
      run.weight += shorter.weight;
      before[i] = shorter.last;
    }
    while (after != runs.end() && after->second.weight <= run.weight) after = runs.erase(after);
    runs.emplace_hint(after, order[i], run);
  }
  std::vector<bool> out(order.size(), false);
  for (std::size_t at = runs.empty() ? kNoNode : runs.rbegin()->second.last; at != kNoNode; at = before[at])
    out[at] = true;
  return out;
}

// It went from one box to another, and both are still there; a box that came around it is no move.
bool has_other_parent(const std::vector<TreeNode>& old, const std::vector<TreeNode>& fresh, std::size_t at) {
  if (fresh[at].twin == kNoNode || (is_bare(fresh[at].text) && fresh[at].size == 1)) return false;
  std::size_t now = fresh[at].parent;
  std::size_t was = old[fresh[at].twin].parent;
  if (now == kNoNode || was == kNoNode || fresh[now].twin == kNoNode || old[was].twin == kNoNode)
    return false;
  if (fresh[now].twin == was) return false;
  auto holds = [](const std::vector<TreeNode>& nodes, std::size_t outer, std::size_t inner) {
    for (; inner != kNoNode; inner = nodes[inner].parent) {
      if (inner == outer) return true;
    }
    return false;
  };
  std::size_t then = old[was].twin;
  return !holds(fresh, now, then) && !holds(fresh, then, now);
}

// Nodes that stand elsewhere among the siblings that both readings have.
std::vector<bool> moved_nodes(const std::vector<TreeNode>& old, const std::vector<TreeNode>& fresh) {
  std::unordered_map<std::size_t, std::vector<std::size_t>> children;  // by parent; kNoNode: the topmost ones
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    if (fresh[i].twin == kNoNode) continue;
    std::size_t parent = fresh[i].parent;
    bool same = old[fresh[i].twin].parent == (parent == kNoNode ? kNoNode : fresh[parent].twin);
    if (same) children[parent].push_back(i);
  }
  std::vector<bool> moved(fresh.size(), false);
  for (std::size_t i = 0; i < fresh.size(); ++i) moved[i] = has_other_parent(old, fresh, i);
  for (const auto& [parent, list] : children) {
    std::vector<std::size_t> order;
    std::vector<std::uint32_t> weights;  // of an item and a heading that changed places the item has moved
    for (std::size_t i : list) {
      order.push_back(fresh[i].twin);
      weights.push_back(role_of(fresh[i].text) == "heading" ? 3 : 2);
    }
    std::vector<bool> stays = standing(order, weights);
    for (std::size_t k = 0; k < list.size(); ++k) moved[list[k]] = !stays[k];
  }
  return moved;
}

// A box without words of its own is known by the first thing in it.
std::string described(const std::vector<TreeNode>& nodes, std::size_t at) {
  const TreeNode& node = nodes[at];
  if (!is_bare(node.text) || !node.ref.empty()) return std::string{node.line};
  for (std::size_t k = at + 1; k < at + node.size; ++k) {
    std::size_t words = nodes[k].text.find('"');
    if (words != std::string_view::npos) return cat(node.line, ": ", nodes[k].text.substr(words));
  }
  return std::string{node.line};
}

// Where it stands: region "Doing"; empty when nothing around it has a name.
std::string place_of(const std::vector<TreeNode>& nodes, std::size_t at) {
  for (at = nodes[at].parent; at != kNoNode; at = nodes[at].parent) {
    std::string_view text = stem_of(nodes[at].text);
    std::size_t name = text.find(": \"");
    if (name != std::string_view::npos) return cat(text.substr(0, name), " ", text.substr(name + 2));
  }
  return {};
}

constexpr auto kOpposites = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"disabled", "enabled"},
    {"checked", "not checked"},
    {"selected", "not selected"},
    {"pressed", "not pressed"},
    {"readonly", "editable"},
    {"invalid", "valid"},
    {"busy", "not busy"},
});

// A line says what holds; what holds no longer is said as well, or nobody could tell what has changed.
std::string with_lost_marks(std::string_view line, std::string_view was) {
  std::vector<std::string_view> now = marks_of(line);
  std::vector<std::string> marks{now.begin(), now.end()};
  bool is_mixed = std::ranges::find(now, "mixed") != now.end();  // neither checked nor not
  for (std::string_view mark : marks_of(was)) {
    if (is_mixed && (mark == "checked" || mark == "pressed")) continue;
    auto found = std::ranges::find(kOpposites, mark, &decltype(kOpposites)::value_type::first);
    if (found != kOpposites.end() && std::ranges::find(now, mark) == now.end())
      marks.emplace_back(found->second);
  }
  if (marks.size() == now.size()) return std::string{line};
  std::string_view bare = now.empty() ? line : line.substr(0, line.rfind(" ("));
  return cat(bare, " (", join(marks, ", "), ")");
}

}  // namespace

std::vector<Change> tree_changes(std::string_view before, std::string_view after) {
  std::vector<TreeNode> old = parse_tree(before);
  std::vector<TreeNode> fresh = parse_tree(after);
  pair_trees(old, fresh);
  std::vector<bool> moved = moved_nodes(old, fresh);
  std::vector<Change> out;
  std::vector<std::size_t> depth(fresh.size(), 0);
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    const TreeNode& node = fresh[i];
    if (node.twin == kNoNode) {
      bool inside = node.parent != kNoNode && fresh[node.parent].twin == kNoNode;
      depth[i] = inside ? depth[node.parent] + 1 : 0;
      out.push_back({Change::Kind::came, std::string{node.line}, depth[i]});
    } else if (old[node.twin].text != node.text) {
      std::string line = with_lost_marks(node.line, old[node.twin].text);
      if (node.ref.empty()) line = edited_part(old[node.twin].text, line);
      out.push_back({Change::Kind::differs, std::move(line)});
    } else if (moved[i]) {
      bool with_parent = node.parent != kNoNode && moved[node.parent];
      if (with_parent) continue;
      bool is_elsewhere = has_other_parent(old, fresh, i);
      out.push_back({Change::Kind::moved, described(fresh, i), 0, 0, is_elsewhere ? place_of(fresh, i) : ""});
    }
  }
  for (std::size_t i = 0; i < old.size(); ++i) {
    const TreeNode& node = old[i];
    if (node.twin != kNoNode) continue;
    // Of a part that went as a whole, its topmost line stands for all.
    if (node.parent != kNoNode && old[node.parent].twin == kNoNode) continue;
    auto lost_in = [&](std::size_t at) {
      std::size_t count = 0;
      for (std::size_t k = at + 1; k < at + old[at].size; ++k) count += old[k].twin == kNoNode ? 1 : 0;
      return count;
    };
    Change change{Change::Kind::gone, described(old, i), 0, lost_in(i)};
    std::size_t end = i + node.size;
    std::size_t alike = 0;
    std::size_t more = 0;
    for (; end < old.size() && old[end].twin == kNoNode && old[end].parent == node.parent &&
           role_of(old[end].text) == role_of(node.text);
         end += old[end].size) {
      ++alike;
      more += 1 + lost_in(end);
    }
    if (alike >= kManyAlike) {
      change.alike = alike;
      change.more += more;
      i = end - 1;
    }
    out.push_back(std::move(change));
  }
  return out;
}

std::string change_line(const Change& change) {
  switch (change.kind) {
    case Change::Kind::came:
      return cat("+ ", change.line);
    case Change::Kind::gone: {
      std::string size =
          change.more == 0 ? "" : cat(" (", change.more, change.more == 1 ? " more line)" : " more lines)");
      if (change.alike > 0)
        size = cat(" and ", change.alike, " more of its kind (", change.more, " more lines)");
      return cat("- ", change.line, size);
    }
    case Change::Kind::differs:
      return cat("~ ", change.line);
    case Change::Kind::moved:
      return cat("> ", change.line,
                 change.place.empty() ? " (moved)" : cat(" (moved to ", change.place, ")"));
  }
  return {};
}

std::string tree_delta(std::string_view before, std::string_view after) {
  std::string out;
  for (const Change& change : tree_changes(before, after)) {
    std::string line = change_line(change);
    if (change.depth > 0) line.insert(2, std::string(change.depth * 2, ' '));
    out += cat(line, "\n");
  }
  return out;
}

}  // namespace oc::page
