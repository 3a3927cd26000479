// Tested by: outputs/output_query_test.cc
#include "outputs/outline.h"

#include <re2/re2.h>

#include <array>
#include <map>

#include "base/text.h"
#include "json/structure_scan.h"
#include "json/write.h"
#include "outputs/payload_blocks.h"
#include "outputs/text_search.h"

namespace oc::outputs {
namespace {

constexpr std::size_t kDeepest = 6;
constexpr std::size_t kMostPaths = 400;

constexpr std::array<std::string_view, 6> kKindWords{"object", "array",   "string",
                                                     "number", "boolean", "null"};

// What was seen at one place, the elements of a list taken together.
struct Shape {
  std::size_t order = 0;  // of first sight
  std::array<std::uint64_t, kKindWords.size()> kinds{};
  std::uint64_t smallest = UINT64_MAX;  // of lists: elements
  std::uint64_t largest = 0;
};

class ShapeVisitor final : public json::StructureVisitor {
 public:
  void begin(json::ValueKind, std::uint64_t) override {}
  void end(json::ValueKind kind, std::uint64_t, std::uint64_t count) override {
    if (scan->path().size() > kDeepest) return;
    std::string place = "$";
    for (const auto& step : scan->path()) place += step.is_array ? "[*]" : cat(".", step.key);
    auto found = shapes.find(place);
    if (found == shapes.end() && shapes.size() >= kMostPaths) {
      is_whole = false;
      return;
    }
    Shape& shape = shapes[place];
    ++shape.kinds[static_cast<std::size_t>(kind)];
    if (kind != json::ValueKind::array) return;
    shape.smallest = std::min(shape.smallest, count);
    shape.largest = std::max(shape.largest, count);
  }

  const json::StructureScan* scan = nullptr;
  std::map<std::string, Shape> shapes;
  bool is_whole = true;
};

// "$.pages[*].status: number × 30"
std::string shape_line(std::string_view place, const Shape& shape) {
  std::string out = cat(place, ":");
  std::uint64_t seen = 0;
  for (std::size_t kind = 0; kind < kKindWords.size(); ++kind) {
    if (shape.kinds[kind] == 0) continue;
    out += cat(seen > 0 ? " | " : " ", kKindWords[kind]);
    seen += shape.kinds[kind];
  }
  if (shape.largest > 0 || shape.smallest == 0) {
    out += shape.smallest == shape.largest ? cat(" of ", shape.largest)
                                           : cat(" of ", shape.smallest, "–", shape.largest);
  }
  if (seen > 1) out += cat(" × ", seen);
  return out;
}

// Adds while there is room.
class Bounded {
 public:
  Bounded(Outline& outline, std::size_t max_bytes) : outline_(outline), left_(max_bytes) {}
  void add(json::value entry) {
    std::size_t size = json::write(entry).size() + 1;
    if (!outline_.is_whole || size > left_) {
      outline_.is_whole = false;
      return;
    }
    left_ -= size;
    outline_.entries.push_back(std::move(entry));
  }

 private:
  Outline& outline_;
  std::size_t left_;
};

Result<Outline> outline_of_json(const OutputFiles& files, const StoredOutput& output, std::size_t max_bytes) {
  ShapeVisitor shapes;
  json::StructureScan scan{shapes};
  shapes.scan = &scan;
  PayloadBlocks blocks{files, output};
  while (true) {
    auto more = blocks.next();
    if (!more) return std::unexpected(std::move(more).error());
    if (!*more) break;
    scan.feed(blocks.block());
  }
  scan.finish();
  Outline outline;
  Bounded room{outline, max_bytes};
  for (const auto& [place, shape] : shapes.shapes) room.add(json::value(shape_line(place, shape)));
  if (!shapes.is_whole) outline.is_whole = false;
  return outline;
}

std::string without_tags(std::string text) {
  static const RE2 kTag{"<[^>]*>"};
  RE2::GlobalReplace(&text, kTag, "");
  return std::string{trim(one_line(text))};
}

// The heading in a line or an excerpt; nothing when it only looked like one.
std::optional<json::object> heading_in(std::string_view text) {
  static const RE2 kMarkdown{R"(^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$)"};
  static const RE2 kHtml{R"((?is)<h([1-6])\b[^>]*>(.*?)(?:</h|$))"};
  static const RE2 kTree{R"(^\s*(?:\[ref_\d+\] )?heading(?: \(?level (\d)\)?)?(.*)$)"};
  std::string level;
  std::string words;
  re2::StringPiece piece{text.data(), text.size()};
  if (RE2::FullMatch(piece, kMarkdown, &level, &words))
    return json::object{{"level", level.size()}, {"text", shorten(words, 120)}};
  if (RE2::PartialMatch(piece, kHtml, &level, &words))
    return json::object{{"level", std::stoi(level)}, {"text", shorten(without_tags(words), 120)}};
  if (RE2::FullMatch(piece, kTree, &level, &words)) {
    return json::object{{"level", level.empty() ? 0 : std::stoi(level)}, {"text", shorten(trim(words), 120)}};
  }
  return std::nullopt;
}

Result<Outline> outline_of_text(const OutputFiles& files, const StoredOutput& output, std::size_t max_bytes) {
  Outline outline;
  Bounded room{outline, max_bytes};
  std::string_view expression = R"(^\s*(?:\[ref_\d+\] )?heading\b)";
  if (output.record.mime_type == "text/markdown") expression = R"(^ {0,3}#{1,6}\s)";
  bool is_html = output.record.mime_type == "text/html";
  if (is_html) expression = R"((?i)<h[1-6]\b)";
  auto searched = search_text(files, output, {.expression = std::string{expression}, .each = is_html},
                              [&](const TextMatch& match) {
                                auto heading = heading_in(is_html ? match.text.substr(match.at) : match.text);
                                if (!heading) return;
                                (*heading)["offset"] = match.offset;
                                room.add(std::move(*heading));
                              });
  if (!searched) return std::unexpected(std::move(searched).error());
  return outline;
}

}  // namespace

Result<Outline> outline_of(const OutputFiles& files, const StoredOutput& output, std::size_t max_bytes) {
  if (output.record.mime_type == "application/json") return outline_of_json(files, output, max_bytes);
  return outline_of_text(files, output, max_bytes);
}

}  // namespace oc::outputs
