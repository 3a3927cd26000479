// oc_recording_start — begins a recording and answers at once.
// Tested by: tests/browser/recording_test.mjs
#include "recording/recorder.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using oc::recording::RecordingRequest;

struct Out {
  std::string recording_id;
  std::string path;
};

const Record<Out> kResult{required("recordingId", &Out::recording_id), required("path", &Out::path)};

Task<Result<Out>> run(ToolContext& context, RecordingRequest request) {
  auto& recorder = context.services().recorder;
  request.sanitize = context.services().pages.sanitize;
  auto started = co_await recorder.start(std::move(request));
  if (!started) co_return std::unexpected(std::move(started).error());
  co_return Out{.recording_id = started->recording_id,
                .path = recorder.files().folder_of(started->recording_id)};
}

}  // namespace

const Tool& oc_recording_start() {
  static const Tool tool{{.name = "oc_recording_start",
                          .title = "Start recording",
                          .summary = "Begin a recording of what is done; oc_recording_stop ends it.",
                          .tier = Tier::expert,
                          .effect = Effect::management,
                          .destructive = false},
                         RecordingRequest::record(),
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
