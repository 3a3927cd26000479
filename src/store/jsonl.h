// Files of JSON lines that several processes append to and any of them may die writing: appends that mend a
// torn tail, readers that skip it. Blocking: for the WorkerPool.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.h"
#include "store/file_system.h"

namespace oc::store {

// Compact JSON and a line end.
std::string json_line(const json::value& from);

struct Appended {
  std::size_t bytes = 0;       // of the whole lines that are in the file now, also when the rest failed
  std::optional<Error> error;  // set when bytes < the size of what was given
};

// All lines in one write, so that those of other writers stay outside. If the file ends in a torn line, the
// write terminates it first: the next line is intact. REQUIRES: `lines` is empty or ends with '\n'.
Appended append_lines(FileSystem& files, const std::string& path, std::string_view lines);
Result<void> append_line(FileSystem& files, const std::string& path, const json::value& line);

struct JsonLines {
  std::vector<json::value> values;
  std::size_t skipped = 0;  // lines that are not JSON, a torn tail among them
};

// None when there is no such file.
Result<JsonLines> read_json_lines(FileSystem& files, const std::string& path);

struct LineSpan {
  std::uint64_t offset = 0;
  std::size_t bytes = 0;  // without its end
};
// Where the whole lines of a file are; a torn tail is none. Holds one block of it at a time.
Result<std::vector<LineSpan>> line_spans(FileSystem& files, const std::string& path,
                                         std::size_t block_bytes = 1024 * 1024);

// The whole lines of a file from the last to the first, read by blocks from the end. Empty lines are passed
// over, and so are a torn tail and lines longer than kMaxLineBytes, which are counted.
class ReverseLines {
 public:
  static constexpr std::size_t kBlockBytes = 64 * 1024;
  static constexpr std::size_t kMaxLineBytes = 1024 * 1024;

  ReverseLines(FileSystem& files, std::string path, std::size_t block_bytes = kBlockBytes)
      : files_(files), path_(std::move(path)), block_bytes_(block_bytes) {}

  // Without its line end; nothing at the start of the file.
  Result<std::optional<std::string>> next();
  std::uint64_t bytes_read() const { return bytes_read_; }
  std::size_t skipped() const { return skipped_; }

 private:
  Result<void> open();
  Result<void> read_older_block();

  FileSystem& files_;
  std::string path_;
  std::size_t block_bytes_;
  std::optional<std::uint64_t> offset_;  // of the oldest byte read; nothing before the first read
  std::string buffer_;                   // lines not yet given out, the oldest perhaps without its start
  bool seeks_line_end_ = true;           // what is read next belongs to a line that is passed over
  std::uint64_t bytes_read_ = 0;
  std::size_t skipped_ = 0;
};

// The last `count` lines, oldest first.
Result<std::vector<std::string>> read_last_lines(FileSystem& files, const std::string& path,
                                                 std::size_t count);

struct Tail {
  std::string text;
  bool truncated = false;  // there are older lines
};

// The newest whole lines of together at most `max_bytes`; nothing when there is no such file.
Result<std::optional<Tail>> read_tail(FileSystem& files, const std::string& path, std::size_t max_bytes);

}  // namespace oc::store
