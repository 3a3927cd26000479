#include "outputs/output_record.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/encoding.h"
#include "base/random.h"
#include "base/text.h"

namespace oc::outputs {
namespace {

constexpr std::string_view kPrefix = "oh_";
constexpr std::size_t kLength = 12;
// Five bits a character.
constexpr std::size_t kRandomBytes = 8;

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kExtensions{{
    {"application/json", "json"},
    {"text/markdown", "md"},
    {"text/html", "html"},
    {"text/plain", "txt"},
}};

}  // namespace

bool OutputRecord::is_text() const {
  return extension_of(mime_type) != "bin";
}

const json::Record<OutputRecord>& OutputRecord::record() {
  using Out = OutputRecord;
  static const json::Record<Out> record{
      json::required("output_handle", &Out::output_handle),
      json::required("mime_type", &Out::mime_type),
      json::required("size_bytes", &Out::size_bytes).at_least(0),
      json::optional("item_count", &Out::item_count).at_least(0),
      json::optional("source_tool", &Out::source_tool),
      json::required("created_at", &Out::created_at),
      json::required("expires_at", &Out::expires_at),
  };
  return record;
}

std::string new_handle() {
  return cat(kPrefix, base32_encode(random_bytes(kRandomBytes)).substr(0, kLength));
}

bool is_handle(std::string_view text) {
  if (!text.starts_with(kPrefix) || text.size() != kPrefix.size() + kLength) return false;
  return std::ranges::all_of(text.substr(kPrefix.size()),
                             [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7'); });
}

std::string_view extension_of(std::string_view mime_type) {
  for (const auto& [type, extension] : kExtensions) {
    if (mime_type == type) return extension;
  }
  return "bin";
}

}  // namespace oc::outputs
