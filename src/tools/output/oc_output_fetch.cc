// oc_output_fetch — a page of a stored output.
// Tested by: scripts/verify/output-handles.mjs
#include "outputs/output_store.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::string output_handle;
  std::int64_t offset = 0;
  std::optional<std::int64_t> limit;
  outputs::PageFormat format = outputs::PageFormat::automatic;
};

const Record<Args> kParams{
    required("output_handle", &Args::output_handle),
    optional("offset", &Args::offset, "Items or bytes.").at_least(0),
    optional("limit", &Args::limit, "Default 200 items or 65536 bytes.").at_least(1),
    optional("format", &Args::format),
};

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  outputs::PageQuery query{.offset = static_cast<std::uint64_t>(args.offset), .format = args.format};
  if (args.limit) query.limit = static_cast<std::uint64_t>(*args.limit);
  auto page = co_await context.services().outputs.page(args.output_handle, query, context.stop());
  if (!page) co_return std::unexpected(std::move(page).error());
  json::object answer{
      {"output_handle", args.output_handle}, {"offset", page->offset}, {"limit", page->limit},
      {"returned", page->returned},          {"total", page->total},   {"next_offset", nullptr},
      {"content", std::move(page->content)}, {"eof", page->is_last()}};
  if (!page->is_last()) answer["next_offset"] = page->offset + page->returned;
  co_return ToolOutput::json(std::move(answer));
}

}  // namespace

const Tool& oc_output_fetch() {
  static const Tool tool{{.name = "oc_output_fetch",
                          .title = "Fetch output",
                          .summary = "Get a page of a stored output: items, text or base64.",
                          .tier = Tier::core,
                          .effect = Effect::management,
                          .read_only = true,
                          .is_bounded = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
