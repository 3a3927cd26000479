#include "outputs/item_index.h"

#include <bit>
#include <cstring>

#include "json/structure_scan.h"

namespace oc::outputs {
namespace {

static_assert(std::endian::native == std::endian::little, "the index is little-endian, as this machine");

class ItemFinder final : public json::StructureVisitor {
 public:
  explicit ItemFinder(std::string_view member) : member_(member) {}

  void begin(json::ValueKind kind, std::uint64_t at) override {
    std::size_t depth = scan->path().size();
    if (is_list(kind, depth)) list_depth_ = depth;
    if (list_depth_ && depth == *list_depth_ + 1) spans.push_back({at, 0});
  }
  void end(json::ValueKind, std::uint64_t at, std::uint64_t) override {
    std::size_t depth = scan->path().size();
    if (list_depth_ && depth == *list_depth_ + 1) spans.back().end = at;
    if (list_depth_ && depth == *list_depth_) done_ = true;
  }
  bool is_done() const override { return done_; }

  const json::StructureScan* scan = nullptr;
  std::vector<Span> spans;
  bool found() const { return list_depth_.has_value(); }

 private:
  bool is_list(json::ValueKind kind, std::size_t depth) const {
    if (kind != json::ValueKind::array || list_depth_) return false;
    if (depth == 0) return true;
    return depth == 1 && !scan->path()[0].is_array && !member_.empty() && scan->path()[0].key == member_;
  }

  std::string_view member_;
  std::optional<std::size_t> list_depth_;
  bool done_ = false;
};

}  // namespace

std::optional<std::vector<Span>> find_items(std::string_view payload, std::string_view member) {
  ItemFinder finder{member};
  json::StructureScan scan{finder};
  finder.scan = &scan;
  if (scan.feed(payload)) scan.finish();
  if (!finder.found()) return std::nullopt;
  return std::move(finder.spans);
}

std::string encode_spans(const std::vector<Span>& spans) {
  std::string bytes(spans.size() * kSpanBytes, '\0');
  if (!spans.empty()) std::memcpy(bytes.data(), spans.data(), bytes.size());
  return bytes;
}

std::vector<Span> decode_spans(std::string_view bytes) {
  std::vector<Span> spans(bytes.size() / kSpanBytes);
  if (!spans.empty()) std::memcpy(spans.data(), bytes.data(), spans.size() * kSpanBytes);
  return spans;
}

}  // namespace oc::outputs
