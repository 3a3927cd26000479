// Questions to a stored output instead of paging through it: grep, values by their path, beginning, end,
// counts, outline. Linear time, one block in memory, an answer of at most `max_bytes`. What is found carries
// the byte offset, or the number of the item, that oc_output_fetch takes. Blocking: for the WorkerPool.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "json/json.h"
#include "outputs/output_files.h"

namespace oc::outputs {

struct OutputQuery {
  std::string output_handle = {};
  std::optional<std::string> grep;
  std::int64_t context = 0;
  std::optional<std::string> json_pointer;
  std::optional<std::string> json_path;
  std::optional<std::string> where;
  std::optional<std::int64_t> head;
  std::optional<std::int64_t> tail;
  bool count = false;
  bool outline = false;
  std::int64_t max_bytes = 4096;
};

using QueryAnswer = json::object;

// invalid_arguments unless exactly one question is asked; invalid_format_for_payload when the payload cannot
// answer it.
Result<QueryAnswer> run_query(const OutputFiles& files, const StoredOutput& output, const OutputQuery& query);

}  // namespace oc::outputs
