// extract_data — values from the page after a JSON Schema, with where each came from.
// Tested by: tests/browser/content_test.mjs
#include "page/queries.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  json::object schema;
  std::optional<std::string> selector;
  bool multiple = false;
  int max_items = 1000;
};

const Record<Args> kParams{
    required("schema", &Args::schema, "JSON Schema of an object, or of an array of objects."),
    optional("selector", &Args::selector, "Only from this part of the page."),
    optional("multiple", &Args::multiple, "All records, not just the one the page is about."),
    optional("max_items", &Args::max_items, "Most records.").range(1, 10'000),
};

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  auto found = co_await page::extract_data(context.tab(),
                                           {.schema = std::move(args.schema),
                                            .selector = args.selector.value_or(""),
                                            .multiple = args.multiple,
                                            .max_items = args.max_items},
                                           context.stop());
  if (!found) co_return std::unexpected(std::move(found).error());
  co_return ToolOutput::json(json::object(found->value.as_object()));
}

}  // namespace

const Tool& extract_data() {
  static const Tool tool{{.name = "extract_data",
                          .title = "Extract data",
                          .summary = "Get values from the page by a JSON Schema: from its structured data, "
                                     "tables, labels and repeated parts.",
                          .use_when = "you want records or fields as data.",
                          .tier = Tier::specialist,
                          .effect = Effect::observation,
                          .can_be_large = true,
                          .items_member = "data"},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
