// oc_recording_stop — ends a recording of this server, however it was begun.
// Tested by: tests/browser/recording_test.mjs
#include "recording/recorder.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> recording_id;
};

const Record<Args> kParams{
    optional("recordingId", &Args::recording_id, "Default: the one that runs."),
};

struct Out {
  std::string recording_id;
  std::string path;
  std::string report;
  oc::recording::Metadata recording;
};

const Record<Out> kResult{
    required("recordingId", &Out::recording_id),
    required("path", &Out::path),
    required("report", &Out::report, "An HTML file for people."),
    required("recording", &Out::recording),
};

Result<std::string> meant(const Args& args, const oc::recording::Recorder& recorder) {
  if (args.recording_id) return *args.recording_id;
  std::vector<std::string> running = recorder.running();
  if (running.size() == 1) return running.front();
  if (running.empty()) return fail(ErrorCode::resource_not_found, "no recording is running");
  return fail(ErrorCode::invalid_arguments, cat("several recordings are running: ", join(running, ", ")),
              "Give recordingId.");
}

Task<Result<Out>> run(ToolContext& context, Args args) {
  auto& recorder = context.services().recorder;
  auto id = meant(args, recorder);
  if (!id) co_return std::unexpected(std::move(id).error());
  auto ended = co_await recorder.stop(*id, oc::recording::EndedBy::stopped, context.stop());
  if (!ended) co_return std::unexpected(std::move(ended).error());
  co_return Out{.recording_id = *id,
                .path = recorder.files().folder_of(*id),
                .report = recorder.files().report_of(*id),
                .recording = std::move(*ended)};
}

}  // namespace

const Tool& oc_recording_stop() {
  static const Tool tool{{.name = "oc_recording_stop",
                          .title = "Stop recording",
                          .summary = "End a recording and write its report.",
                          .tier = Tier::expert,
                          .effect = Effect::management,
                          .destructive = false,
                          .idempotent = true},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
