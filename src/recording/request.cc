// Tested by: tests/browser/recording_test.mjs
#include "recording/request.h"

namespace oc::recording {

const json::Record<RecordingRequest>& RecordingRequest::record() {
  using json::optional;
  static const json::Record<RecordingRequest> fields{
      optional("label", &RecordingRequest::label).max_length(200),
      optional("tabId", &RecordingRequest::tab_id, "Only this tab."),
      optional("workspace", &RecordingRequest::workspace),
      optional("duration_ms", &RecordingRequest::duration_ms, "Default: until it is ended.")
          .range(1, 86'400'000),
      optional("screenshots", &RecordingRequest::screenshots, "A picture after each action."),
      optional("max_actions", &RecordingRequest::max_actions).range(1, 100'000),
  };
  return fields;
}

}  // namespace oc::recording
