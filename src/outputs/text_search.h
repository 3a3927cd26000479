// Searches a stored text of any size with a regular expression, in linear time and with one block in memory.
// A short line that matches is told whole, once; of a long one, such as JSON, each match with what is around
// it. A single match that is longer than kLongestMatch may be missed where it crosses the edge of a block.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "outputs/output_files.h"

namespace oc::outputs {

inline constexpr std::size_t kLongestMatch = 4096;

struct TextMatch {
  std::uint64_t offset = 0;  // of the line, or of the match in a long line
  std::string_view text;
  std::size_t at = 0;                         // where the match begins in the text
  std::vector<std::string_view> before = {};  // lines of context
  std::vector<std::string_view> after = {};
};

struct SearchOptions {
  std::string expression;
  std::size_t context = 0;
  bool each = false;  // every match by itself, in short lines too
  std::size_t block_bytes = 1024 * 1024;
};

// Hears every match, in order; what it is given lives until it returns. invalid_arguments: no regular
// expression.
Result<void> search_text(const OutputFiles& files, const StoredOutput& output, const SearchOptions& options,
                         const std::function<void(const TextMatch&)>& hear);

}  // namespace oc::outputs
