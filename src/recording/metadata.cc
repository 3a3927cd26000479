#include "recording/metadata.h"

#include "base/process.h"

namespace oc::recording {

const json::Record<Metadata>& Metadata::record() {
  using json::optional;
  using json::required;
  static const json::Record<Metadata> fields{
      required("version", &Metadata::version),
      required("recordingId", &Metadata::recording_id),
      optional("label", &Metadata::label),
      required("workspace", &Metadata::workspace),
      optional("tabId", &Metadata::tab_id),
      required("startedAt", &Metadata::started_at),
      optional("endedAt", &Metadata::ended_at),
      optional("endedBy", &Metadata::ended_by),
      optional("error", &Metadata::error),
      optional("durationMs", &Metadata::duration_ms),
      optional("screenshots", &Metadata::screenshots),
      optional("maxActions", &Metadata::max_actions),
      optional("toolCalls", &Metadata::tool_calls),
      optional("navigations", &Metadata::navigations),
      optional("inputs", &Metadata::inputs),
      optional("console", &Metadata::console),
      optional("network", &Metadata::network),
      optional("pictures", &Metadata::pictures),
      optional("dropped", &Metadata::dropped),
      optional("ownerPid", &Metadata::owner_pid),
      optional("ownerStart", &Metadata::owner_start),
  };
  return fields;
}

std::string_view Metadata::status() const {
  if (ended_at) return "ended";
  return is_running(owner_pid, owner_start) ? "recording" : "interrupted";
}

}  // namespace oc::recording
