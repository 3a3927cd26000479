#include "store/jsonl.h"

#include <algorithm>

#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::store {
namespace {

Result<bool> has_torn_tail(FileSystem& files, const std::string& path) {
  auto size = files.size(path);
  if (!size) return std::unexpected(std::move(size).error());
  if (!*size || **size == 0) return false;
  auto last = files.read_range(path, **size - 1, 1);
  if (!last) return std::unexpected(std::move(last).error());
  return *last && **last != "\n";
}

// How much of `lines` is whole after the first `written` bytes of it. A line that lacks only its line end is
// whole: whoever writes next adds that.
std::size_t whole_lines(std::string_view lines, std::size_t written) {
  if (written < lines.size() && lines[written] == '\n' && written > 0) return written + 1;
  std::size_t last = lines.substr(0, written).rfind('\n');
  return last == std::string_view::npos ? 0 : last + 1;
}

}  // namespace

std::string json_line(const json::value& from) {
  std::string line = json::write(from);
  line += '\n';
  return line;
}

Appended append_lines(FileSystem& files, const std::string& path, std::string_view lines) {
  Appended done;
  while (done.bytes < lines.size()) {
    std::string_view rest = lines.substr(done.bytes);
    auto torn = has_torn_tail(files, path);
    if (!torn) return {done.bytes, std::move(torn).error()};
    std::size_t mend = *torn ? 1 : 0;
    auto written = *torn ? files.append(path, cat('\n', rest)) : files.append(path, rest);
    if (!written) return {done.bytes, std::move(written).error()};
    std::size_t whole = whole_lines(rest, *written - std::min(*written, mend));
    if (whole == 0) {
      return {done.bytes,
              Error{ErrorCode::storage_failed, cat("cannot append to ", path, ": the disk is full")}};
    }
    done.bytes += whole;
  }
  return done;
}

Result<void> append_line(FileSystem& files, const std::string& path, const json::value& line) {
  Appended done = append_lines(files, path, json_line(line));
  if (done.error) return std::unexpected(std::move(*done.error));
  return {};
}

Result<JsonLines> read_json_lines(FileSystem& files, const std::string& path) {
  auto bytes = files.read(path);
  if (!bytes) return std::unexpected(std::move(bytes).error());
  JsonLines lines;
  if (!*bytes) return lines;
  std::string_view rest = **bytes;
  while (!rest.empty()) {
    std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
      ++lines.skipped;
      break;
    }
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (line.empty()) continue;
    auto parsed = json::parse(line);
    if (parsed) {
      lines.values.push_back(std::move(*parsed));
    } else {
      ++lines.skipped;
    }
  }
  return lines;
}

Result<void> ReverseLines::open() {
  auto size = files_.size(path_);
  if (!size) return std::unexpected(std::move(size).error());
  offset_ = size->value_or(0);
  if (*offset_ == 0) return {};
  OC_TRY(read_older_block());
  return {};
}

Result<void> ReverseLines::read_older_block() {
  bool is_first = bytes_read_ == 0;
  std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes_, *offset_));
  auto block = files_.read_range(path_, *offset_ - count, count);
  if (!block) return std::unexpected(std::move(block).error());
  if (!*block ||
      (*block)->size() < count) {  // removed or cut short by someone else: there is nothing more to find
    offset_ = 0;
    buffer_.clear();
    return {};
  }
  *offset_ -= count;
  bytes_read_ += count;
  if (is_first && !(*block)->ends_with('\n')) ++skipped_;
  if (seeks_line_end_) {
    std::size_t end = (*block)->rfind('\n');
    if (end == std::string::npos) return {};
    (*block)->resize(end + 1);
    seeks_line_end_ = false;
  }
  **block += buffer_;
  buffer_ = std::move(**block);
  // A line this long is no line of ours; keeping it would let one bad file take all memory.
  if (buffer_.size() > kMaxLineBytes && buffer_.find('\n') == buffer_.size() - 1) {
    ++skipped_;
    buffer_.clear();
    seeks_line_end_ = true;
  }
  return {};
}

Result<std::optional<std::string>> ReverseLines::next() {
  if (!offset_) OC_TRY(open());
  while (true) {
    if (!buffer_.empty()) {
      std::size_t before = buffer_.size() >= 2 ? buffer_.rfind('\n', buffer_.size() - 2) : std::string::npos;
      if (before != std::string::npos || *offset_ == 0) {
        std::size_t start = before == std::string::npos ? 0 : before + 1;
        std::string line = buffer_.substr(start, buffer_.size() - 1 - start);
        buffer_.resize(start);
        if (line.empty()) continue;
        return line;
      }
    }
    if (*offset_ == 0) return std::nullopt;
    OC_TRY(read_older_block());
  }
}

Result<std::vector<std::string>> read_last_lines(FileSystem& files, const std::string& path,
                                                 std::size_t count) {
  ReverseLines lines{files, path};
  std::vector<std::string> found;
  while (found.size() < count) {
    auto line = lines.next();
    if (!line) return std::unexpected(std::move(line).error());
    if (!*line) break;
    found.push_back(std::move(**line));
  }
  std::ranges::reverse(found);
  return found;
}

Result<std::optional<Tail>> read_tail(FileSystem& files, const std::string& path, std::size_t max_bytes) {
  auto size = files.size(path);
  if (!size) return std::unexpected(std::move(size).error());
  if (!*size) return std::nullopt;
  // One byte more than wanted tells whether the first wanted byte starts a line.
  std::uint64_t start = **size > max_bytes ? **size - max_bytes - 1 : 0;
  auto bytes = files.read_range(path, start, static_cast<std::size_t>(**size - start));
  if (!bytes) return std::unexpected(std::move(bytes).error());
  if (!*bytes) return std::nullopt;
  Tail tail{.text = std::move(**bytes), .truncated = **size > max_bytes};
  if (tail.truncated) {
    std::size_t end = tail.text.find('\n');
    tail.text.erase(0, end == std::string::npos ? end : end + 1);
  }
  std::size_t last = tail.text.rfind('\n');
  tail.text.resize(last == std::string::npos ? 0 : last + 1);
  return tail;
}

Result<std::vector<LineSpan>> line_spans(FileSystem& files, const std::string& path,
                                         std::size_t block_bytes) {
  std::vector<LineSpan> spans;
  std::uint64_t offset = 0;
  std::uint64_t begin = 0;
  while (true) {
    auto block = files.read_range(path, offset, block_bytes);
    if (!block) return std::unexpected(std::move(block).error());
    if (!*block || (*block)->empty()) return spans;
    const std::string& text = **block;
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
      std::uint64_t end = offset + at;
      if (end > begin) spans.push_back({begin, static_cast<std::size_t>(end - begin)});
      begin = end + 1;
    }
    offset += text.size();
  }
}

}  // namespace oc::store
