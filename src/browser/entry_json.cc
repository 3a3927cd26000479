#include "browser/entry_json.h"

#include "base/text.h"
#include "base/time_format.h"
#include "json/redact.h"

namespace oc::browser {

json::object entry_json(const ConsoleEntry& entry) {
  json::object out{{"at", iso8601(entry.ts_ms)},
                   {"level", word_of(entry.level)},
                   {"source", entry.source},
                   {"text", json::redact_text(entry.text)}};
  if (!entry.url.empty())
    out["location"] = cat(json::redact_text(entry.url), ":", entry.line, ":", entry.column);
  if (!entry.stack.empty()) {
    json::array frames;
    for (const std::string& frame : entry.stack) frames.emplace_back(json::redact_text(frame));
    out["stack"] = std::move(frames);
  }
  return out;
}

json::object entry_json(const NetworkEntry& entry, Headers headers) {
  json::object out{{"at", iso8601(entry.ts_ms)},
                   {"method", entry.method},
                   {"url", json::redact_text(entry.url)},
                   {"type", entry.type},
                   {"status", entry.status}};
  if (!entry.mime_type.empty()) out["mime_type"] = entry.mime_type;
  if (entry.bytes >= 0) out["bytes"] = entry.bytes;
  if (entry.duration_ms >= 0) out["duration_ms"] = entry.duration_ms;
  if (entry.from_cache) out["from_cache"] = true;
  if (!entry.error.empty()) out["error"] = entry.error;
  if (entry.duration_ms < 0 && entry.error.empty()) out["pending"] = true;
  if (headers == Headers::redacted) {
    out["request_headers"] = json::redact(entry.request_headers);
    out["response_headers"] = json::redact(entry.response_headers);
  }
  return out;
}

}  // namespace oc::browser
