// The page as text, one line per node: by accessibility (ax) or by element (dom). Frames, whichever process
// draws them, and closed shadow roots included.
#pragma once
#include <optional>
#include <string>

#include "base/enum_words.h"
#include "page/script_runner.h"

namespace oc::page {

enum class TreeKind : std::uint8_t { ax, dom };
enum class TreeFilter : std::uint8_t { all, interactive };

struct TreeOptions {
  TreeKind kind = TreeKind::ax;
  TreeFilter filter = TreeFilter::all;
  std::optional<int> depth;
  ElementTarget root;  // nothing: the whole page
  bool drop_hidden = true;
  std::size_t max_bytes = std::size_t{4} * 1024 * 1024;
};

struct Tree {
  std::string stats;  // the line that tells of the page
  std::string text;   // lines of the nodes
  std::size_t hidden_texts = 0;
  browser::PageState state;
};

Task<Result<Tree>> read_tree(browser::Tab& tab, TreeOptions options, Stop stop);

// "[page_stats] url: … | title: … | scroll: x,y | viewport: WxH | docSize: WxH"
std::string stats_line(const json::object& stats);

// Says what a script had no room for, in a last line; nothing when it has answered all.
void add_cut_line(std::string& text, const json::object& read, std::string_view what,
                  std::string_view advice);
// At most so many bytes, cut between lines, with a last line that says how much is missing and how to see it.
std::string cut_lines(std::string text, std::size_t max_bytes);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::TreeFilter> {
  static constexpr std::array<std::string_view, 2> words{"all", "interactive"};
};
