#include "outputs/descriptor.h"

#include "base/text.h"
#include "base/time_format.h"
#include "json/write.h"

namespace oc::outputs {

json::object descriptor(const OutputRecord& record, std::string_view beginning) {
  json::object out{{"output_handle", record.output_handle},
                   {"mime_type", record.mime_type},
                   {"size_bytes", record.size_bytes},
                   {"item_count", nullptr},
                   {"preview", nullptr},
                   {"expires_at", iso8601(record.expires_at)},
                   {"fetch_with", "oc_output_fetch"}};
  if (record.item_count) out["item_count"] = *record.item_count;
  if (!record.is_text()) return out;
  std::size_t room = kMaxPreviewBytes;
  std::string written;
  do {
    std::string_view preview = cut(beginning, room);
    out["preview"] = preview;
    written = json::write(out);
    room = preview.size() / 2;  // what is escaped takes several bytes for one
  } while (written.size() > kMaxDescriptorBytes);
  return out;
}

std::string output_uri(std::string_view handle) {
  return cat(kOutputUri, handle);
}

}  // namespace oc::outputs
