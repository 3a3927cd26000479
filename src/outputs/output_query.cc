#include "outputs/output_query.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"
#include "outputs/json_path.h"
#include "outputs/outline.h"
#include "outputs/output_page.h"
#include "outputs/payload_blocks.h"
#include "outputs/text_search.h"

namespace oc::outputs {
namespace {

// A value larger than this is told by where it is.
constexpr std::uint64_t kMaxValueBytes = std::uint64_t{8} * 1024 * 1024;  // a crawled page of 4 MiB, escaped

std::unexpected<Error> wrong_payload(const OutputRecord& record, std::string_view question) {
  return fail(ErrorCode::invalid_format_for_payload,
              cat("this output is ", record.mime_type, ": ", question, " does not apply"),
              record.is_text() ? "Use grep, head, tail, count or outline." : "Use oc_output_fetch.");
}

constexpr std::array<std::string_view, 6> kKindWords{"object", "array",   "string",
                                                     "number", "boolean", "null"};

// What is found, as far as it fits; the rest is counted.
class Matches {
 public:
  explicit Matches(const OutputQuery& query)
      : most_(static_cast<std::size_t>(query.max_bytes)), left_(most_) {}
  std::size_t most() const { return most_; }
  // How long a text in a brief may be. Escaped, a character can take six times its bytes.
  std::size_t most_text() const { return most_ > 100 ? (most_ - 100) / 6 : 0; }
  bool has_room() const { return !is_full_; }
  void count() { ++total_; }
  // A match that no answer could hold is told by what brief() makes: nobody could go on from an empty list.
  template <class Brief>
  void add(json::object match, Brief brief) {
    ++total_;
    if (is_full_) return;
    if (size_of(match) > most_) match = brief();
    std::size_t size = size_of(match);
    is_full_ = size > left_;
    if (is_full_) return;
    left_ -= size;
    list_.push_back(std::move(match));
  }
  QueryAnswer answer() && {
    std::uint64_t returned = list_.size();
    return {{"total", total_}, {"returned", returned}, {"matches", std::move(list_)}};
  }

 private:
  static std::size_t size_of(const json::object& match) { return json::write(match).size() + 1; }

  std::size_t most_;
  std::size_t left_;
  bool is_full_ = false;
  std::uint64_t total_ = 0;
  json::array list_;
};

// The number of the item that holds the byte; nothing between items.
std::optional<std::uint64_t> item_at(const OutputFiles& files, const StoredOutput& output, std::uint64_t at) {
  std::uint64_t low = 0;
  auto high = static_cast<std::uint64_t>(output.record.item_count.value_or(0));
  while (low < high) {
    std::uint64_t middle = low + (high - low) / 2;
    auto span = files.spans(output, middle, 1);
    if (!span || span->empty()) return std::nullopt;
    if (at < span->front().begin) {
      high = middle;
    } else if (at >= span->front().end) {
      low = middle + 1;
    } else {
      return middle;
    }
  }
  return std::nullopt;
}

json::array lines_of(const std::vector<std::string_view>& lines) {
  json::array out;
  for (std::string_view line : lines) out.emplace_back(json::string(shorten(line, 500)));
  return out;
}

// Without the rest of a character that was cut.
std::string_view from_character(std::string_view text) {
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U) text.remove_prefix(1);
  return text;
}

// The line if it has room, else the match with what is right around it.
std::string short_text(const TextMatch& found, std::size_t max_bytes) {
  if (found.text.size() <= max_bytes) return mend_utf8(found.text);
  std::size_t begin = found.at > max_bytes / 4 ? found.at - max_bytes / 4 : 0;
  std::string_view text = found.text.substr(begin);
  return cat(begin > 0 ? "…" : "", mend_utf8(shorten(from_character(text), max_bytes)));
}

Result<QueryAnswer> grep(const OutputFiles& files, const StoredOutput& output, const OutputQuery& query) {
  Matches matches{query};
  SearchOptions options{.expression = *query.grep, .context = static_cast<std::size_t>(query.context)};
  auto searched = search_text(files, output, options, [&](const TextMatch& found) {
    if (!matches.has_room()) return matches.count();
    json::object place{{"offset", found.offset}};
    if (auto item = item_at(files, output, found.offset)) place["item"] = *item;
    json::object match = place;
    match["text"] = mend_utf8(found.text);
    if (!found.before.empty()) match["before"] = lines_of(found.before);
    if (!found.after.empty()) match["after"] = lines_of(found.after);
    matches.add(std::move(match), [&] {
      place["text"] = short_text(found, matches.most_text());
      place["too_large"] = true;
      return std::move(place);
    });
  });
  if (!searched) return std::unexpected(std::move(searched).error());
  return std::move(matches).answer();
}

// Collects the values that a path leads to, while the payload goes by block by block.
class ValueFinder final : public json::StructureVisitor {
 public:
  ValueFinder(const OutputFiles& files, const StoredOutput& output, const JsonPath& path,
              const std::optional<Condition>& where, Matches& matches)
      : files_(files), output_(output), path_(path), where_(where), matches_(matches) {}

  void begin(json::ValueKind, std::uint64_t at) override {
    if (path_.leads_to(scan->path())) open_.push_back({scan->path().size(), at});
  }
  void end(json::ValueKind kind, std::uint64_t at, std::uint64_t) override {
    if (open_.empty() || open_.back().depth != scan->path().size()) return;
    Span span{open_.back().at, at};
    open_.pop_back();
    is_done_ = path_.is_single();
    tell(kind, span);
  }
  bool is_done() const override { return is_done_; }

  const json::StructureScan* scan = nullptr;
  const PayloadBlocks* blocks = nullptr;

 private:
  struct Open {
    std::size_t depth;
    std::uint64_t at;
  };

  // Out of the block at hand, else from the disk.
  std::optional<json::value> value_of(const Span& span) const {
    if (span.end - span.begin > kMaxValueBytes) return std::nullopt;
    auto size = static_cast<std::size_t>(span.end - span.begin);
    std::string read;
    std::string_view text;
    if (span.begin >= blocks->offset()) {
      text = std::string_view{blocks->block()}.substr(span.begin - blocks->offset(), size);
    } else {
      read = files_.read(output_, span.begin, size).value_or("");
      text = read;
    }
    auto parsed = json::parse(text);
    if (!parsed) return std::nullopt;
    return std::move(*parsed);
  }

  void tell(json::ValueKind kind, const Span& span) {
    bool needs_value = where_ || matches_.has_room();
    if (!needs_value) return matches_.count();
    std::optional<json::value> value = value_of(span);
    if (where_ && (!value || !where_->holds(*value))) return;
    if (!matches_.has_room()) return matches_.count();
    std::string path = path_text(scan->path());
    json::object match{{"path", path}, {"offset", span.begin}};
    auto size = span.end - span.begin;
    bool is_large = !value || size > kShownValueBytes;
    if (!is_large) match["value"] = std::move(*value);
    if (is_large) describe(match, kind, size);
    matches_.add(std::move(match), [&] {
      json::object place;
      // A path that is cut leads nowhere.
      if (path.size() <= matches_.most_text()) place["path"] = path;
      place["offset"] = span.begin;
      describe(place, kind, size);
      return place;
    });
  }

  static void describe(json::object& match, json::ValueKind kind, std::uint64_t size) {
    match["type"] = kKindWords.at(static_cast<std::size_t>(kind));
    match["size_bytes"] = size;
  }

  static constexpr std::uint64_t kShownValueBytes = 2048;

  const OutputFiles& files_;
  const StoredOutput& output_;
  const JsonPath& path_;
  const std::optional<Condition>& where_;
  Matches& matches_;
  std::vector<Open> open_;
  bool is_done_ = false;
};

Result<QueryAnswer> find_values(const OutputFiles& files, const StoredOutput& output,
                                const OutputQuery& query) {
  if (output.record.mime_type != "application/json") return wrong_payload(output.record, "a path");
  auto path =
      query.json_path ? JsonPath::parse(*query.json_path) : JsonPath::parse_pointer(*query.json_pointer);
  if (!path) return std::unexpected(std::move(path).error());
  std::optional<Condition> where;
  if (query.where) {
    auto parsed = Condition::parse(*query.where);
    if (!parsed) return std::unexpected(std::move(parsed).error());
    where = std::move(*parsed);
  }
  Matches matches{query};
  ValueFinder finder{files, output, *path, where, matches};
  json::StructureScan scan{finder};
  PayloadBlocks blocks{files, output};
  finder.scan = &scan;
  finder.blocks = &blocks;
  while (true) {
    auto more = blocks.next();
    if (!more) return std::unexpected(std::move(more).error());
    if (!*more) break;
    if (!scan.feed(blocks.block())) return std::move(matches).answer();
  }
  scan.finish();
  return std::move(matches).answer();
}

json::object large_item(std::uint64_t item, const Span& span) {
  json::object out{{"item", item}};
  for (auto& member : too_large(span)) out[member.key()] = std::move(member.value());
  return out;
}

// The first or last so many items of a list.
Result<QueryAnswer> end_items(const OutputFiles& files, const StoredOutput& output,
                              const OutputQuery& query) {
  auto total = static_cast<std::uint64_t>(*output.record.item_count);
  std::uint64_t count =
      std::min(static_cast<std::uint64_t>(query.head.value_or(query.tail.value_or(0))), total);
  std::uint64_t first = query.head ? 0 : total - count;
  auto spans = files.spans(output, first, static_cast<std::size_t>(count));
  if (!spans) return std::unexpected(std::move(spans).error());
  Matches matches{query};
  for (const Span& span : *spans) {
    if (!matches.has_room()) break;
    std::uint64_t item = first++;
    auto brief = [&] { return large_item(item, span); };
    if (span.end - span.begin > matches.most()) {
      matches.add(brief(), brief);
      continue;
    }
    auto text = files.read(output, span.begin, static_cast<std::size_t>(span.end - span.begin));
    if (!text) return std::unexpected(std::move(text).error());
    auto value = json::parse(*text);
    if (!value) return std::unexpected(std::move(value).error());
    matches.add({{"item", item}, {"value", std::move(*value)}}, brief);
  }
  QueryAnswer answer = std::move(matches).answer();
  answer["total"] = total;
  return answer;
}

// The first or last so many lines, within `max_bytes`.
Result<QueryAnswer> end_lines(const OutputFiles& files, const StoredOutput& output,
                              const OutputQuery& query) {
  auto total = static_cast<std::uint64_t>(output.record.size_bytes);
  std::uint64_t room = std::min(static_cast<std::uint64_t>(query.max_bytes), total);
  std::uint64_t begin = query.head ? 0 : total - room;
  auto text = files.read(output, begin, static_cast<std::size_t>(room));
  if (!text) return std::unexpected(std::move(text).error());
  std::string_view all{*text};
  std::size_t lines = static_cast<std::size_t>(query.head.value_or(query.tail.value_or(0)));
  if (query.head) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < lines && end < all.size(); ++i)
      end = std::min(all.find('\n', end), all.size() - 1) + 1;
    all = cut(all, end);
  } else {
    if (all.ends_with('\n')) all.remove_suffix(1);
    std::size_t from = all.size();
    for (std::size_t i = 0; i < lines && from != std::string_view::npos && from > 0; ++i)
      from = all.rfind('\n', from - 1);
    if (from != std::string_view::npos && from > 0) all.remove_prefix(from + 1);
    all = from_character(all);
  }
  std::uint64_t offset = begin + static_cast<std::uint64_t>(all.data() - text->data());
  return QueryAnswer{{"total", total}, {"offset", offset}, {"returned", all.size()}, {"text", all}};
}

Result<QueryAnswer> count_all(const OutputFiles& files, const StoredOutput& output) {
  std::uint64_t lines = 0;
  PayloadBlocks blocks{files, output};
  while (true) {
    auto more = blocks.next();
    if (!more) return std::unexpected(std::move(more).error());
    if (!*more) break;
    lines += static_cast<std::uint64_t>(std::ranges::count(blocks.block(), '\n'));
    if (blocks.is_last() && !blocks.block().ends_with('\n')) ++lines;
  }
  QueryAnswer answer{{"bytes", output.record.size_bytes}};
  if (output.record.is_text()) answer["lines"] = lines;
  if (output.record.item_count) answer["items"] = *output.record.item_count;
  return answer;
}

Result<QueryAnswer> outline(const OutputFiles& files, const StoredOutput& output, const OutputQuery& query) {
  auto made = outline_of(files, output, static_cast<std::size_t>(query.max_bytes));
  if (!made) return std::unexpected(std::move(made).error());
  return QueryAnswer{{"outline", std::move(made->entries)}, {"whole", made->is_whole}};
}

int questions_in(const OutputQuery& query) {
  return static_cast<int>(query.grep.has_value()) + static_cast<int>(query.json_pointer.has_value()) +
         static_cast<int>(query.json_path.has_value()) + static_cast<int>(query.head.has_value()) +
         static_cast<int>(query.tail.has_value()) + static_cast<int>(query.count) +
         static_cast<int>(query.outline);
}

}  // namespace

Result<QueryAnswer> run_query(const OutputFiles& files, const StoredOutput& output,
                              const OutputQuery& query) {
  if (questions_in(query) != 1) {
    return fail(ErrorCode::invalid_arguments, cat("one question at a time, not ", questions_in(query)),
                "Give exactly one of grep, json_pointer, json_path, head, tail, count, outline.");
  }
  if (query.where && !query.json_path && !query.json_pointer)
    return fail(ErrorCode::invalid_arguments, "'where' belongs to json_path",
                "Such as json_path $.pages[*].");
  if (query.count) return count_all(files, output);
  if (query.json_path || query.json_pointer) return find_values(files, output, query);
  if ((query.head || query.tail) && output.record.item_count) return end_items(files, output, query);
  if (!output.record.is_text()) return wrong_payload(output.record, "this question");
  if (query.grep) return grep(files, output, query);
  return query.outline ? outline(files, output, query) : end_lines(files, output, query);
}

}  // namespace oc::outputs
