// page_pdf — the page as a PDF file.
// Tested by: tests/browser/pictures_test.mjs
#include "base/encoding.h"
#include "base/random.h"
#include "page/screenshot.h"
#include "store/atomic_file.h"
#include "store/safe_path.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  bool landscape = false;
  bool background = true;
  double scale = 1;
  std::string paper = "a4";
  double margin_inches = 0.4;
  std::string ranges;
  std::optional<std::string> path;
};

const Record<Args> kParams{
    optional("landscape", &Args::landscape),
    optional("background", &Args::background, "Print background colours and pictures."),
    optional("scale", &Args::scale, "0.1 to 2."),
    optional("paper", &Args::paper, "a3, a4, a5, letter, legal or tabloid."),
    optional("margin_inches", &Args::margin_inches),
    optional("ranges", &Args::ranges, "Pages to print, such as 1-3, 5. Default: all.").max_length(200),
    optional("path", &Args::path, "File to write, below the allowed directories. Default: a new one."),
};

struct Out {
  std::string path;
  std::int64_t size_bytes = 0;
  std::string mime_type = "application/pdf";
};

const Record<Out> kResult{required("path", &Out::path), required("size_bytes", &Out::size_bytes),
                          required("mime_type", &Out::mime_type)};

Task<Result<Out>> run(TabContext& context, Args args) {
  std::string name = args.path.value_or(cat("page-", random_hex(6), ".pdf"));
  auto path = store::path_below(context.services().pages.file_roots, name);
  if (!path) co_return std::unexpected(std::move(path).error());
  auto printed = co_await page::print_pdf(context.tab(),
                                          {.landscape = args.landscape,
                                           .background = args.background,
                                           .scale = args.scale,
                                           .paper = args.paper,
                                           .margin_inches = args.margin_inches,
                                           .ranges = args.ranges},
                                          context.stop());
  if (!printed) co_return std::unexpected(std::move(printed).error());
  auto bytes = base64_decode(*printed);
  if (!bytes) co_return fail(ErrorCode::protocol_error, "the browser's PDF cannot be decoded");
  Out out{.path = *path, .size_bytes = static_cast<std::int64_t>(bytes->size())};
  store::FileSystem& files = context.services().files;
  auto written = co_await context.services().pool.run(
      [&files, to = *path, content = std::move(*bytes)]() -> Result<void> {
        OC_TRY(files.make_directories(store::parent_of(to)));
        return store::write_atomically(files, to, content);
      });
  if (!written) co_return std::unexpected(std::move(written).error());
  co_return out;
}

}  // namespace

const Tool& page_pdf() {
  static const Tool tool{{.name = "page_pdf",
                          .title = "Print to PDF",
                          .summary = "Write the page to a PDF file.",
                          .tier = Tier::specialist,
                          .effect = Effect::observation},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
