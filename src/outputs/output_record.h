// OutputRecord: what is known of a stored output, as it stands in the file beside it. And the names of
// things: a handle is the only key to an output, and whatever is not shaped like one is unknown before it
// gets near a path.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json/record.h"

namespace oc::outputs {

struct OutputRecord {
  std::string output_handle;
  std::string mime_type;
  std::int64_t size_bytes = 0;
  std::optional<std::int64_t> item_count;  // of a payload that is, or holds, a list
  std::string source_tool;
  std::int64_t created_at = 0;  // ms since the epoch
  std::int64_t expires_at = 0;

  bool is_text() const;
  static const json::Record<OutputRecord>& record();
};

std::string new_handle();  // oh_ and 12 characters of base32
bool is_handle(std::string_view text);

// Of the payload's file: json, md, html, txt, bin.
std::string_view extension_of(std::string_view mime_type);

}  // namespace oc::outputs
