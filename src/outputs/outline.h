// The outline of a stored output: the shape of JSON (paths, types, counts), the headings of Markdown and HTML
// with where they stand. One walk over the payload; what is held is the outline. Blocking.
#pragma once
#include "json/json.h"
#include "outputs/output_files.h"

namespace oc::outputs {

struct Outline {
  json::array entries;   // texts for JSON, {level, text, offset} for headings
  bool is_whole = true;  // else there was more than may be told
};

Result<Outline> outline_of(const OutputFiles& files, const StoredOutput& output, std::size_t max_bytes);

}  // namespace oc::outputs
