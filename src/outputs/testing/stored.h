// An output in memory, for tests of those who read stored ones.
#pragma once
#include <string>

#include "outputs/output_files.h"
#include "store/testing/memory_file_system.h"

namespace oc::outputs {

struct StoredFixture {
  static constexpr std::int64_t kNow = 1'779'194'096'789;  // 2026-05-19
  store::MemoryFileSystem disk;
  OutputFiles files{disk, "/output"};

  StoredOutput store(std::string_view payload, std::string mime_type = "text/plain",
                     std::string_view items_member = {}) {
    OutputRecord record{.output_handle = new_handle(),
                        .mime_type = std::move(mime_type),
                        .size_bytes = static_cast<std::int64_t>(payload.size()),
                        .source_tool = "test",
                        .created_at = kNow,
                        .expires_at = kNow + 1000};
    std::vector<Span> spans;
    if (record.mime_type == "application/json") {
      if (auto found = find_items(payload, items_member)) {
        spans = std::move(*found);
        record.item_count = static_cast<std::int64_t>(spans.size());
      }
    }
    (void)files.write(record, payload, spans);
    return files.find(record.output_handle, kNow).value();
  }
};

}  // namespace oc::outputs
