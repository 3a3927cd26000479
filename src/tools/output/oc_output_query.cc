// oc_output_query — a question to a stored output.
// Tested by: scripts/verify/output-handles.mjs
#include "outputs/output_store.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

using Args = outputs::OutputQuery;

const Record<Args> kParams{
    required("output_handle", &Args::output_handle),
    optional("grep", &Args::grep, "RE2; (?i) ignores case.").min_length(1).max_length(10'000),
    optional("context", &Args::context, "Lines around a match.").range(0, 20),
    optional("json_path", &Args::json_path, "$.pages[*].url").max_length(10'000),
    optional("where", &Args::where, "Of what the path finds: \"status >= 400\".").max_length(10'000),
    optional("json_pointer", &Args::json_pointer).max_length(10'000),
    optional("head", &Args::head, "First items or lines.").range(1, 100'000),
    optional("tail", &Args::tail).range(1, 100'000),
    optional("count", &Args::count),
    optional("outline", &Args::outline, "Shape or headings."),
    optional("max_bytes", &Args::max_bytes).range(256, 262'144),
};

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  std::string handle = args.output_handle;
  auto answer = co_await context.services().outputs.query(std::move(args), context.stop());
  if (!answer) co_return std::unexpected(std::move(answer).error());
  json::object whole{{"output_handle", handle}};
  for (auto& member : *answer) whole[member.key()] = std::move(member.value());
  co_return ToolOutput::json(std::move(whole));
}

}  // namespace

const Tool& oc_output_query() {
  static const Tool tool{{.name = "oc_output_query",
                          .title = "Query output",
                          .summary = "Ask a stored output one thing instead of paging through it.",
                          .tier = Tier::core,
                          .effect = Effect::management,
                          .read_only = true,
                          .is_bounded = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
