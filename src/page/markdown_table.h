// Tables as GitHub's Markdown knows them: one header row, then rows of cells on one line each. Spans are
// spread over the cells they cover; tables that only arrange a page are not tables.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "page/boilerplate.h"
#include "page/html_tree.h"

namespace oc::page {

struct TableCell {
  const HtmlNode* node = nullptr;
  std::size_t columns = 1;
  std::size_t rows = 1;
};

struct TableRow {
  std::vector<TableCell> cells;
  bool is_in_head = false;
};

// Rows in the order of the page, header first and footer last; rows without cells are left out.
std::vector<TableRow> table_rows(const HtmlNode& table, const DroppedNodes& dropped);

// Arranges a page instead of showing data: role, tables inside, a single row or column, or cells full of
// blocks.
bool is_layout_table(const HtmlNode& table, const std::vector<TableRow>& rows);

// The content of a cell as one line of Markdown. In the header, emphasis says nothing.
using CellText = std::function<std::string(const HtmlNode& cell, bool is_header)>;

// The lines of the table. Empty when no cell says anything.
std::vector<std::string> table_lines(const std::vector<TableRow>& rows, const CellText& cell_text);

}  // namespace oc::page
