#include "page/tree_delta.h"

#include <map>
#include <unordered_map>
#include <vector>

#include "base/text.h"

namespace oc::page {
namespace {

// "[ref_12]" or dom's "[12]" at the beginning of a line; empty for a line without a ref.
std::string_view ref_of(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('[')) return {};
  std::size_t end = line.find(']');
  return end == std::string_view::npos ? std::string_view{} : line.substr(0, end + 1);
}

struct Reading {
  std::vector<std::string_view> lines;
  std::unordered_map<std::string_view, std::string_view> by_ref;
  std::map<std::string_view, int> texts;  // lines without a ref, counted
};

Reading read(std::string_view text) {
  Reading out;
  out.lines = split(text, '\n');
  for (std::string_view line : out.lines) {
    std::string_view ref = ref_of(line);
    if (ref.empty()) {
      ++out.texts[trim(line)];
    } else {
      out.by_ref.emplace(ref, line);
    }
  }
  return out;
}

}  // namespace

std::string tree_delta(std::string_view before, std::string_view after) {
  Reading old = read(before);
  Reading fresh = read(after);
  std::string out;
  std::map<std::string_view, int> left = old.texts;
  for (std::string_view line : fresh.lines) {
    std::string_view ref = ref_of(line);
    if (trim(line).empty()) continue;
    if (ref.empty()) {
      if (left[trim(line)]-- <= 0) out += cat("+ ", line, "\n");
      continue;
    }
    auto found = old.by_ref.find(ref);
    if (found == old.by_ref.end()) {
      out += cat("+ ", line, "\n");
    } else if (trim(found->second) != trim(line)) {
      out += cat("~ ", line, "\n");
    }
  }
  std::map<std::string_view, int> kept = fresh.texts;
  for (std::string_view line : old.lines) {
    std::string_view ref = ref_of(line);
    if (trim(line).empty()) continue;
    bool gone = ref.empty() ? kept[trim(line)]-- <= 0 : !fresh.by_ref.contains(ref);
    if (gone) out += cat("- ", trim(line), "\n");
  }
  return out;
}

}  // namespace oc::page
