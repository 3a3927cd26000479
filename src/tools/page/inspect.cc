// inspect — one element in detail, or a digest of one aspect of the page.
// Tested by: tests/browser/find_test.mjs
#include "page/inspect.h"

#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  std::optional<std::string> query;
};

const Record<Args> kParams{
    optional("ref", &Args::ref),
    optional("selector", &Args::selector),
    optional("query", &Args::query,
             "Instead of an element: focus, tabs, forms, headings, errors, panels, links, buttons, images, "
             "tables, "
             "landmarks, dialogs or overview.")
        .max_length(200),
};

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  page::ElementTarget target{args.ref.value_or(""), args.selector.value_or("")};
  if (target.given() && args.query) {
    co_return fail(ErrorCode::invalid_arguments, "give an element (ref or selector) or a query, not both");
  }
  auto seen = target.given()
                  ? co_await page::inspect_element(context.tab(), target, context.stop())
                  : co_await page::digest(context.tab(), args.query.value_or("overview"), context.stop());
  if (!seen) co_return std::unexpected(std::move(seen).error());
  context.captured_as(browser::PageMode::inspect, seen->state);
  co_return ToolOutput::text(std::move(seen->text));
}

}  // namespace

const Tool& inspect() {
  static const Tool tool{
      {.name = "inspect",
       .title = "Inspect",
       .summary = "Describe one element (box, visibility, what covers it, styles, attributes, "
                  "listeners), or one aspect of the page.",
       .use_when = "an element does not behave as expected, or you want just the forms, errors or "
                   "headings.",
       .tier = Tier::core,
       .effect = Effect::observation},
      kParams,
      run};
  return tool;
}

}  // namespace oc::tools
