// The outputs' directory: <YYYY-MM-DD>/<handle>.{json|md|html|txt|bin}, its index <handle>.items where it
// holds a list, and <handle>.meta.json, which is written last: what has none was cut off by a crash.
// Blocking: for the WorkerPool.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "outputs/item_index.h"
#include "outputs/output_record.h"
#include "store/file_system.h"

namespace oc::outputs {

// A stored output: its record, and where its bytes are.
struct StoredOutput {
  OutputRecord record;
  std::string payload_path;
  std::string items_path;
};

struct SweepResult {
  std::size_t removed = 0;
  std::int64_t kept_bytes = 0;
};

class OutputFiles {
 public:
  OutputFiles(store::FileSystem& files, std::string directory)
      : files_(files), directory_(std::move(directory)) {}

  // Everything is durable when this returns. After a failure nothing is left.
  Result<void> write(const OutputRecord& record, std::string_view payload,
                     const std::vector<Span>& items) const;
  // output_handle_not_found: unknown, malformed, expired and unreadable ones alike.
  Result<StoredOutput> find(std::string_view handle, std::int64_t now_ms) const;
  // Bytes of the payload; fewer at its end.
  Result<std::string> read(const StoredOutput& output, std::uint64_t offset, std::size_t count) const;
  Result<std::vector<Span>> spans(const StoredOutput& output, std::uint64_t first, std::size_t count) const;

  // Removes what has expired, what a crash left over for `grace_ms`, then the oldest until no more than
  // `max_bytes` stay, and day folders that are empty.
  Result<SweepResult> sweep(std::int64_t now_ms, std::int64_t grace_ms, std::int64_t max_bytes) const;
  // All that can be fetched, newest first.
  Result<std::vector<OutputRecord>> list(std::int64_t now_ms) const;

 private:
  struct Found;
  Result<std::vector<std::string>> days() const;
  Result<std::vector<Found>> scan_day(const std::string& day, std::int64_t now_ms,
                                      std::int64_t grace_ms) const;
  void remove(const std::string& day, const std::vector<std::string>& names) const;
  std::optional<OutputRecord> read_record(const std::string& path) const;

  store::FileSystem& files_;
  std::string directory_;
};

}  // namespace oc::outputs
