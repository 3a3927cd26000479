#include "outputs/text_search.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/text.h"
#include "outputs/payload_blocks.h"

namespace oc::outputs {
namespace {

constexpr std::size_t kWholeLine = 500;
constexpr std::size_t kAround = 100;
// Kept behind what was searched, for the lines before a match.
constexpr std::size_t kKeptBehind = 16 * 1024;
constexpr std::size_t kNone = std::string_view::npos;

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// A window of the payload moves over it; matches that begin before `end` are told.
class Window {
 public:
  Window(const RE2& expression, const SearchOptions& options,
         const std::function<void(const TextMatch&)>& hear)
      : expression_(expression), context_(options.context), each_(options.each), hear_(hear) {}

  void add(const std::string& block, bool is_last) {
    text_ += block;
    std::size_t end = is_last ? text_.size() : searchable();
    search(end);
    from_ = std::max(from_, end);
    std::size_t drop = from_ > kKeptBehind ? from_ - kKeptBehind : 0;
    text_.erase(0, drop);
    offset_ += drop;
    from_ -= drop;
  }

 private:
  // As far as whole lines go, with as many behind them as are context. A line without an end in sight is
  // searched but for what may be the first half of a match.
  std::size_t searchable() const {
    std::size_t end = text_.rfind('\n');
    for (std::size_t line = 0; end != kNone && line < context_; ++line)
      end = end == 0 ? kNone : text_.rfind('\n', end - 1);
    std::size_t open = text_.size() > kLongestMatch ? text_.size() - kLongestMatch : 0;
    bool is_long = end == kNone || text_.size() - end > 16 * kLongestMatch;
    return std::max(from_, is_long ? open : end + 1);
  }

  void search(std::size_t end) {
    std::string_view text{text_};
    re2::StringPiece found;
    // A payload may be one line with many matches: bounds of lines are looked for beyond those of the last
    // match only.
    std::size_t line = 0;
    std::size_t line_end = 0;
    std::size_t seen = 0;  // what `line` takes in
    while (from_ < end &&
           expression_.Match({text.data(), text.size()}, from_, text.size(), RE2::UNANCHORED, &found, 1)) {
      auto begin = static_cast<std::size_t>(found.data() - text.data());
      if (begin >= end) return;
      std::size_t match_end = begin + found.size();
      std::size_t last_end = text.substr(seen, begin - seen).rfind('\n');
      if (last_end != kNone) line = seen + last_end + 1;
      seen = begin;
      if (line_end <= match_end) line_end = std::min(text.find('\n', match_end), text.size());
      if (line_end - line <= kWholeLine && !each_) {
        tell_line(line, line_end, begin - line);
        from_ = line_end + 1;
      } else {
        tell_excerpt(begin, match_end, line, line_end);
        from_ = std::max(match_end, begin + 1);
      }
    }
  }

  void tell_line(std::size_t begin, std::size_t end, std::size_t at) const {
    std::string_view text{text_};
    TextMatch match{.offset = offset_ + begin, .text = text.substr(begin, end - begin), .at = at};
    std::size_t first = begin;
    for (std::size_t i = 0; i < context_ && first > 0; ++i) {
      std::size_t previous = first >= 2 ? text.rfind('\n', first - 2) : kNone;
      previous = previous == kNone ? 0 : previous + 1;
      match.before.insert(match.before.begin(), text.substr(previous, first - 1 - previous));
      first = previous;
    }
    std::size_t next = end + 1;
    for (std::size_t i = 0; i < context_ && next < text.size(); ++i) {
      std::size_t next_end = std::min(text.find('\n', next), text.size());
      match.after.push_back(text.substr(next, next_end - next));
      next = next_end + 1;
    }
    hear_(match);
  }

  void tell_excerpt(std::size_t begin, std::size_t end, std::size_t line, std::size_t line_end) const {
    std::size_t first = std::max(line, begin > kAround ? begin - kAround : 0);
    std::size_t last = std::min(line_end, std::min(end, begin + kWholeLine) + kAround);
    while (first < begin && continues_character(text_[first])) ++first;
    while (last < text_.size() && last > first && continues_character(text_[last])) --last;
    hear_({.offset = offset_ + begin,
           .text = std::string_view{text_}.substr(first, last - first),
           .at = begin - first});
  }

  const RE2& expression_;
  std::size_t context_;
  bool each_;
  const std::function<void(const TextMatch&)>& hear_;
  std::string text_;
  std::uint64_t offset_ = 0;  // of the window
  std::size_t from_ = 0;      // everything before it has been searched
};

}  // namespace

Result<void> search_text(const OutputFiles& files, const StoredOutput& output, const SearchOptions& options,
                         const std::function<void(const TextMatch&)>& hear) {
  RE2::Options settings{RE2::Quiet};
  RE2 expression{cat("(?m)", options.expression), settings};
  if (!expression.ok()) {
    return fail(ErrorCode::invalid_arguments, cat("'grep' is no regular expression: ", expression.error()),
                "RE2 syntax; (?i) at the start ignores case; escape . * + ? ( ) [ ] with a backslash.");
  }
  Window window{expression, options, hear};
  PayloadBlocks blocks{files, output, options.block_bytes};
  while (true) {
    auto more = blocks.next();
    if (!more) return std::unexpected(std::move(more).error());
    if (!*more) return {};
    window.add(blocks.block(), blocks.is_last());
  }
}

}  // namespace oc::outputs
