// file_upload — give files to a file field, or to the chooser that a button opens.
// Tested by: tests/browser/file_upload_test.mjs
#include "page/file_field.h"
#include "store/safe_path.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  std::optional<std::string> query;
  std::optional<std::vector<double>> coordinate;
  std::vector<std::string> paths;
};

const Record<Args> kParams{
    optional("ref", &Args::ref),
    optional("selector", &Args::selector).max_length(10'000),
    optional("query", &Args::query).max_length(1000),
    optional("coordinate", &Args::coordinate).max_items(2),
    required("paths", &Args::paths, "Files below the allowed directories.").max_items(100),
};

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  auto target = page::make_target(args.ref, args.selector, args.query, args.coordinate);
  if (!target) co_return std::unexpected(std::move(target).error());
  if (args.paths.empty()) co_return fail(ErrorCode::invalid_arguments, "'paths' names no file");
  std::vector<std::string> paths;
  for (const std::string& path : args.paths) {
    auto allowed =
        store::readable_file(context.services().files, context.services().pages.readable_roots, path);
    if (!allowed) co_return std::unexpected(std::move(allowed).error());
    paths.push_back(std::move(*allowed));
  }
  page::Scene scene{context.browser(), context.tab()};
  auto deed = co_await page::give_files(scene, std::move(*target), std::move(paths), context.stop());
  if (!deed) co_return std::unexpected(std::move(deed).error());
  co_return ToolOutput::text(deed->text());
}

}  // namespace

const Tool& file_upload() {
  static const Tool tool{{.name = "file_upload",
                          .title = "Upload files",
                          .summary = "Put files into a file field, or into the chooser that a button opens.",
                          .tier = Tier::specialist,
                          .effect = Effect::action},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
