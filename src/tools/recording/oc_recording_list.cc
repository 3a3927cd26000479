// oc_recording_list — the recordings there are, newest first.
// Tested by: tests/browser/recording_test.mjs
#include "recording/recorder.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::int64_t limit = 50;
};

const Record<Args> kParams{optional("limit", &Args::limit).range(1, 1000)};

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  auto found = co_await context.services().pool.run(
      [files = context.services().recorder.files(), most = static_cast<std::size_t>(args.limit)] {
        return files.list(most);
      });
  if (!found) co_return std::unexpected(std::move(found).error());
  json::array list;
  for (const oc::recording::Metadata& metadata : *found) {
    json::object line = oc::recording::Metadata::record().encode(metadata);
    line["status"] = metadata.status();
    list.push_back(std::move(line));
  }
  co_return ToolOutput::json(json::object{{"recordings", std::move(list)}});
}

}  // namespace

const Tool& oc_recording_list() {
  static const Tool tool{{.name = "oc_recording_list",
                          .title = "Recordings",
                          .summary = "List recordings, newest first.",
                          .tier = Tier::expert,
                          .effect = Effect::management,
                          .read_only = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
