#include "outputs/output_page.h"

#include <algorithm>

#include "base/encoding.h"
#include "base/text.h"
#include "json/parse.h"

namespace oc::outputs {
namespace {

constexpr std::uint64_t kDefaultItems = 200;
constexpr std::uint64_t kMostItems = 10'000;
constexpr std::uint64_t kDefaultBytes = 65'536;
// What is around the content in an answer.
constexpr std::size_t kAnswerRoom = kMaxAnswerBytes - 4096;
// Base64, twice.
constexpr std::uint64_t kMostRawBytes = kAnswerRoom / 8 * 3;
constexpr std::size_t kMaxCharacterBytes = 4;
constexpr std::size_t kPlaceholderBytes = 300;

// How many times a character of JSON text is escaped on its way: once as a member of structured content, and
// once more as part of the text.
std::size_t escaped_bytes(char c, int times) {
  auto byte = static_cast<unsigned char>(c);
  bool is_short = c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f';
  if (byte < 0x20 && !is_short) return times == 2 ? 7 : 6;
  if (c == '"' || c == '\\') return times == 2 ? 4 : 2;
  return is_short ? (times == 2 ? 3U : 2U) : 1U;
}

// In an answer: a string of its content.
std::size_t cost_as_text(char c) {
  return escaped_bytes(c, 1) + escaped_bytes(c, 2);
}

// In an answer: JSON that stays JSON, and is escaped as text.
std::size_t cost_as_json(std::string_view json) {
  std::size_t cost = json.size();
  for (char c : json) cost += escaped_bytes(c, 1);
  return cost;
}

PageFormat format_for(const OutputRecord& record, PageFormat asked) {
  if (asked != PageFormat::automatic) return asked;
  if (record.item_count) return PageFormat::items;
  return record.is_text() ? PageFormat::text : PageFormat::bytes;
}

std::unexpected<Error> wrong_format(const OutputRecord& record, std::string_view why) {
  std::string fitting = record.is_text() ? "text or bytes" : "bytes";
  if (record.item_count) fitting = "items, text or bytes";
  return fail(ErrorCode::invalid_format_for_payload, cat("this output is ", record.mime_type, ", ", why),
              cat("Use format ", fitting, ", or none."));
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// The item's text; nothing when it fits into no answer.
Result<std::optional<std::string>> read_item(const OutputFiles& files, const StoredOutput& output,
                                             const Span& span) {
  if (span.end - span.begin > kAnswerRoom / 2) return std::nullopt;
  auto text = files.read(output, span.begin, static_cast<std::size_t>(span.end - span.begin));
  if (!text) return std::unexpected(std::move(text).error());
  if (cost_as_json(*text) > kAnswerRoom) return std::nullopt;
  return std::move(*text);
}

Result<void> read_items(const OutputFiles& files, const StoredOutput& output, OutputPage& page) {
  page.total = static_cast<std::uint64_t>(output.record.item_count.value_or(0));
  json::array items;
  std::uint64_t left = page.total - std::min(page.offset, page.total);
  auto count = static_cast<std::size_t>(std::min({page.limit, kMostItems, left}));
  auto spans = files.spans(output, page.offset, count);
  if (!spans) return std::unexpected(std::move(spans).error());
  std::size_t room = kAnswerRoom;
  for (const Span& span : *spans) {
    auto text = read_item(files, output, span);
    if (!text) return std::unexpected(std::move(text).error());
    std::size_t cost = *text ? cost_as_json(**text) : kPlaceholderBytes;
    if (cost > room) break;
    room -= cost;
    if (!*text) {
      items.push_back(too_large(span));
      continue;
    }
    auto item = json::parse(**text);
    if (!item) return std::unexpected(std::move(item).error());
    items.push_back(std::move(*item));
  }
  page.returned = items.size();
  page.content = std::move(items);
  return {};
}

Result<void> read_text(const OutputFiles& files, const StoredOutput& output, OutputPage& page) {
  page.total = static_cast<std::uint64_t>(output.record.size_bytes);
  std::uint64_t count = std::min<std::uint64_t>(page.limit, kAnswerRoom / 2);
  // Room for the rest of a last character, so that a page has at least one.
  auto read = files.read(output, page.offset, static_cast<std::size_t>(count) + kMaxCharacterBytes);
  if (!read) return std::unexpected(std::move(read).error());
  std::string& text = *read;
  std::size_t begin = 0;
  while (begin < text.size() && begin < kMaxCharacterBytes && continues_character(text[begin])) ++begin;
  page.offset += begin;
  text.erase(0, begin);
  std::size_t end = 0;
  std::size_t cost = 0;
  while (end < text.size() && end < count && cost + cost_as_text(text[end]) <= kAnswerRoom)
    cost += cost_as_text(text[end++]);
  // Back to the beginning of a character that would be cut; forward over one that is longer than the limit.
  std::size_t whole = end;
  while (whole > 0 && whole < text.size() && continues_character(text[whole])) --whole;
  if (whole == 0) {
    whole = std::min<std::size_t>(end, text.size());
    while (whole < text.size() && continues_character(text[whole])) ++whole;
  }
  text.resize(whole);
  page.returned = text.size();
  page.content = json::string(text);
  return {};
}

Result<void> read_bytes(const OutputFiles& files, const StoredOutput& output, OutputPage& page) {
  page.total = static_cast<std::uint64_t>(output.record.size_bytes);
  auto bytes = files.read(output, page.offset, static_cast<std::size_t>(std::min(page.limit, kMostRawBytes)));
  if (!bytes) return std::unexpected(std::move(bytes).error());
  page.returned = bytes->size();
  page.content = json::string(base64_encode(*bytes));
  return {};
}

}  // namespace

json::object too_large(const Span& span) {
  return {{"too_large", true},
          {"size_bytes", span.end - span.begin},
          {"fetch_as", json::object{{"format", "text"}, {"offset", span.begin}}}};
}

Result<OutputPage> read_page(const OutputFiles& files, const StoredOutput& output, const PageQuery& query) {
  OutputPage page{.format = format_for(output.record, query.format), .offset = query.offset};
  page.limit = query.limit.value_or(page.format == PageFormat::items ? kDefaultItems : kDefaultBytes);
  Result<void> read;
  switch (page.format) {
    case PageFormat::items:
      if (!output.record.item_count) return wrong_format(output.record, "not a list");
      read = read_items(files, output, page);
      break;
    case PageFormat::text:
      if (!output.record.is_text()) return wrong_format(output.record, "not text");
      read = read_text(files, output, page);
      break;
    case PageFormat::automatic:
    case PageFormat::bytes:
      read = read_bytes(files, output, page);
      break;
  }
  if (!read) return std::unexpected(std::move(read).error());
  return page;
}

}  // namespace oc::outputs
