#include "page/markdown_table.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "page/element_kind.h"

namespace oc::page {
namespace {

constexpr std::size_t kMostColumns = 200;
constexpr std::size_t kWidestSpan = 50;
// Longer text is not repeated in the rows that a cell reaches down to.
constexpr std::size_t kLongestRepeat = 60;
// Spans can make much out of little.
constexpr std::size_t kMostBytes = 8 << 20;

constexpr TagSet kRowGroups{Tag::thead, Tag::tbody, Tag::tfoot};
constexpr TagSet kArranged{Tag::h1,      Tag::h2,      Tag::h3, Tag::h4,   Tag::h5,
                           Tag::h6,      Tag::pre,     Tag::hr, Tag::form, Tag::blockquote,
                           Tag::article, Tag::section, Tag::ul, Tag::ol,   Tag::dl};

std::size_t span_of(const HtmlNode& cell, std::string_view attribute) {
  std::string_view digits = cell.value(attribute);
  std::size_t span = 1;
  std::from_chars(digits.data(), digits.data() + digits.size(), span);
  return std::clamp<std::size_t>(span, 1, kWidestSpan);
}

void collect_row(const HtmlNode& tr, const DroppedNodes& dropped, bool is_in_head,
                 std::vector<TableRow>& rows) {
  TableRow row{.is_in_head = is_in_head};
  for (const HtmlNode& cell : children(tr)) {
    if (dropped[cell.index] || (cell.tag != Tag::td && cell.tag != Tag::th)) continue;
    if (row.cells.size() < kMostColumns)
      row.cells.push_back({&cell, span_of(cell, "colspan"), span_of(cell, "rowspan")});
  }
  if (!row.cells.empty()) rows.push_back(std::move(row));
}

bool is_all_headers(const TableRow& row) {
  return std::ranges::all_of(row.cells, [](const TableCell& cell) { return cell.node->tag == Tag::th; });
}

// Every cell is bold from end to end: a header by look.
bool is_bold(const TableRow& row) {
  return std::ranges::all_of(row.cells, [](const TableCell& cell) {
    bool has_bold = false;
    for (const HtmlNode& child : children(*cell.node)) {
      if (child.tag == Tag::b || child.tag == Tag::strong) {
        has_bold = true;
      } else if (!child.is_text() || !trim(child.text).empty()) {
        return false;
      }
    }
    return has_bold;
  });
}

// How many of the first rows name the columns.
std::size_t header_rows(const std::vector<TableRow>& rows) {
  std::size_t count = 0;
  while (count < rows.size() && rows[count].is_in_head) ++count;
  if (count == 0) {
    while (count < rows.size() && is_all_headers(rows[count])) ++count;
    // Headers in every row are a list of names, not a header.
    if (count == rows.size() && count > 1) count = 1;
  }
  if (count == 0 && rows.size() > 1 && rows.front().cells.size() > 1 && is_bold(rows.front())) count = 1;
  return std::min<std::size_t>(count, 4);
}

std::string_view alignment_of(const HtmlNode& cell) {
  std::string align = lower(cell.value("align"));
  std::string style = lower(cell.value("style"));
  std::erase(style, ' ');
  auto says = [&](std::string_view side) {
    return align == side || style.find(cat("text-align:", side)) != std::string::npos;
  };
  if (says("right")) return "---:";
  if (says("center")) return ":---:";
  return "---";
}

// Lays rows out on a grid, cell by cell, knowing which places are covered from above.
class Grid {
 public:
  struct Place {
    std::string text;
    const HtmlNode* node = nullptr;
  };

  explicit Grid(const CellText& cell_text) : cell_text_{cell_text} {}

  std::vector<Place> place(const TableRow& row, bool is_header) {
    std::vector<Place> line;
    for (const TableCell& cell : row.cells) {
      take_covered(line);
      std::string text = cell_text_(*cell.node, is_header);
      for (std::size_t i = 0; i < cell.columns && line.size() < kMostColumns; ++i) {
        // Names of columns count for all they span; values stand once.
        bool is_short = text.size() <= kLongestRepeat;
        bool shows = i == 0 || (is_header && row.cells.size() > 1 && is_short);
        if (cell.rows > 1) cover(line.size(), cell.rows - 1, shows && is_short && !is_header ? text : "");
        line.push_back({shows ? text : "", cell.node});
      }
    }
    take_covered(line);
    return line;
  }

  // Header cells do not reach into the body.
  void end_of_header() { covered_.clear(); }

 private:
  struct Covered {
    std::size_t rows = 0;
    std::string text;
  };

  void cover(std::size_t column, std::size_t rows, std::string_view text) {
    if (covered_.size() <= column) covered_.resize(column + 1);
    covered_[column] = {rows, std::string{text}};
  }

  void take_covered(std::vector<Place>& line) {
    while (line.size() < covered_.size() && covered_[line.size()].rows > 0) {
      Covered& above = covered_[line.size()];
      --above.rows;
      line.push_back({above.text, nullptr});
    }
  }

  const CellText& cell_text_;
  std::vector<Covered> covered_;
};

std::string row_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += cat(' ', cell, cell.empty() ? "|" : " |");
  return line;
}

}  // namespace

std::vector<TableRow> table_rows(const HtmlNode& table, const DroppedNodes& dropped) {
  std::vector<TableRow> rows;
  std::vector<TableRow> last;
  for (const HtmlNode& group : children(table)) {
    if (dropped[group.index]) continue;
    if (group.tag == Tag::tr) collect_row(group, dropped, false, rows);
    if (!kRowGroups.has(group.tag)) continue;
    for (const HtmlNode& tr : children(group)) {
      if (tr.tag != Tag::tr || dropped[tr.index]) continue;
      collect_row(tr, dropped, group.tag == Tag::thead, group.tag == Tag::tfoot ? last : rows);
    }
  }
  std::ranges::move(last, std::back_inserter(rows));
  return rows;
}

bool is_layout_table(const HtmlNode& table, const std::vector<TableRow>& rows) {
  std::string role = role_of(table);
  if (role == "presentation" || role == "none") return true;
  bool has_header = false;
  bool has_blocks = false;
  for (const HtmlNode& part : table.below()) {
    if (part.tag == Tag::table) return true;
    has_header = has_header || part.tag == Tag::th || part.tag == Tag::thead || part.tag == Tag::caption;
    has_blocks = has_blocks || kArranged.has(part.tag);
  }
  auto is_narrow = [](const TableRow& row) { return row.cells.size() < 2; };
  if (rows.size() == 1 && is_narrow(rows.front())) return true;
  if (has_header) return false;
  return has_blocks || rows.size() < 2 || std::ranges::all_of(rows, is_narrow);
}

std::vector<std::string> table_lines(const std::vector<TableRow>& rows, const CellText& cell_text) {
  std::size_t headers = header_rows(rows);
  Grid grid{cell_text};
  std::vector<std::string> header;
  std::vector<std::string_view> alignments;
  for (std::size_t i = 0; i < headers; ++i) {
    std::vector<Grid::Place> line = grid.place(rows[i], true);
    if (header.size() < line.size()) header.resize(line.size());
    alignments.resize(header.size(), "---");
    for (std::size_t column = 0; column < line.size(); ++column) {
      const Grid::Place& place = line[column];
      if (place.node != nullptr) alignments[column] = alignment_of(*place.node);
      if (place.text.empty() || place.text == header[column]) continue;
      header[column] += cat(header[column].empty() ? "" : " ", place.text);
    }
  }
  grid.end_of_header();

  std::vector<std::vector<std::string>> body;
  std::size_t columns = header.size();
  bool says_anything = std::ranges::any_of(header, [](const std::string& text) { return !text.empty(); });
  std::size_t bytes = 0;
  for (std::size_t i = headers; i < rows.size() && bytes < kMostBytes; ++i) {
    std::vector<std::string>& cells = body.emplace_back();
    for (Grid::Place& place : grid.place(rows[i], false)) {
      // Without names of columns, the first row shows how they are aligned.
      if (headers == 0 && i == 0)
        alignments.push_back(place.node == nullptr ? "---" : alignment_of(*place.node));
      says_anything = says_anything || !place.text.empty();
      bytes += place.text.size() + 3;
      cells.push_back(std::move(place.text));
    }
    columns = std::max(columns, cells.size());
    // Rows that say nothing are spacing.
    if (std::ranges::all_of(cells, [](const std::string& text) { return text.empty(); })) body.pop_back();
  }
  if (!says_anything) return {};
  header.resize(columns);
  alignments.resize(columns, "---");

  std::vector<std::string> lines{row_line(header)};
  std::string rule = "|";
  for (std::string_view alignment : alignments) rule += cat(' ', alignment, " |");
  lines.push_back(std::move(rule));
  for (const std::vector<std::string>& cells : body) lines.push_back(row_line(cells));
  return lines;
}

}  // namespace oc::page
