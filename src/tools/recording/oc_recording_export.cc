// oc_recording_export — a recording as data, or as a file that a person reads. Also of one that still runs or
// was interrupted: what there is.
// Tested by: tests/browser/recording_test.mjs
#include "recording/recorder.h"
#include "tool/tool.h"

namespace oc {

enum class RecordingFormat : std::uint8_t { json, html };

template <>
struct EnumWords<RecordingFormat> {
  static constexpr std::array<std::string_view, 2> words{"json", "html"};
};

namespace tools {
namespace {

using namespace oc::tool;

struct Args {
  std::string recording_id;
  RecordingFormat format = RecordingFormat::json;
};

const Record<Args> kParams{
    required("recordingId", &Args::recording_id),
    optional("format", &Args::format, "html: writes report.html and says where."),
};

Result<json::object> exported(const recording::RecordingFiles& files, const Args& args) {
  auto metadata = files.load(args.recording_id);
  if (!metadata) return std::unexpected(std::move(metadata).error());
  if (args.format == RecordingFormat::html) {
    auto size = files.write_report(*metadata);
    if (!size) return std::unexpected(std::move(size).error());
    return json::object{{"recordingId", args.recording_id},
                        {"path", files.report_of(args.recording_id)},
                        {"size_bytes", *size}};
  }
  auto actions = files.actions(args.recording_id);
  if (!actions) return std::unexpected(std::move(actions).error());
  return recording::export_json(files, *metadata, std::move(*actions));
}

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  auto out = co_await context.services().pool.run(
      [files = context.services().recorder.files(), args] { return exported(files, args); });
  if (!out) co_return std::unexpected(std::move(out).error());
  co_return ToolOutput::json(std::move(*out));
}

}  // namespace

const Tool& oc_recording_export() {
  static const Tool tool{{.name = "oc_recording_export",
                          .title = "Export recording",
                          .summary = "Give a recording as JSON, or write it as an HTML report.",
                          .tier = Tier::expert,
                          .effect = Effect::management,
                          .read_only = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace tools
}  // namespace oc
