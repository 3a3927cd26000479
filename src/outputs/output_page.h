// A page of a stored output: items of a list, characters of a text, or bytes; as much as was asked for and
// fits into one answer. It costs the time and memory of the page, not of the payload. Blocking: for the
// WorkerPool.
#pragma once
#include <cstdint>
#include <optional>

#include "base/enum_words.h"
#include "json/json.h"
#include "outputs/output_files.h"

namespace oc::outputs {

enum class PageFormat : std::uint8_t { automatic, items, text, bytes };

struct PageQuery {
  std::uint64_t offset = 0;            // in items or bytes
  std::optional<std::uint64_t> limit;  // the same; the format's default when there is none
  PageFormat format = PageFormat::automatic;
};

struct OutputPage {
  PageFormat format = PageFormat::text;
  std::uint64_t offset = 0;  // where it begins: of a text, at a character
  std::uint64_t limit = 0;
  std::uint64_t returned = 0;
  std::uint64_t total = 0;
  json::value content;  // an array of items, or a string
  bool is_last() const { return offset + returned >= total; }
};

// invalid_format_for_payload when it is no list, or no text.
Result<OutputPage> read_page(const OutputFiles& files, const StoredOutput& output, const PageQuery& query);

// An item that fits into no answer: how long it is, and how to get its text.
json::object too_large(const Span& span);

// The most that an answer with a page may take, as it goes over the wire: as text and as structured content.
inline constexpr std::size_t kMaxAnswerBytes = 1024 * 1024;

}  // namespace oc::outputs

template <>
struct oc::EnumWords<oc::outputs::PageFormat> {
  static constexpr std::array<std::string_view, 4> words{"auto", "items", "text", "bytes"};
};
