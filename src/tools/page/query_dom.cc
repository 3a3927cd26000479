// query_dom — elements by CSS selector or XPath, as data.
// Tested by: tests/browser/find_test.mjs
#include "page/queries.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> css;
  std::optional<std::string> xpath;
  int limit = 20;
  std::optional<std::vector<std::string>> attributes;
};

const Record<Args> kParams{
    optional("css", &Args::css, "CSS selector; shadow roots are searched too."),
    optional("xpath", &Args::xpath, "Or an XPath expression."),
    optional("limit", &Args::limit, "Most elements.").range(1, 1000),
    optional("attributes", &Args::attributes, "Which attributes to tell; default: all.").max_items(100),
};

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  if (args.css.has_value() == args.xpath.has_value()) {
    co_return fail(ErrorCode::invalid_arguments, "give css or xpath, one of them");
  }
  bool drop_hidden = context.services().pages.sanitize;
  auto found = co_await page::query_dom(context.tab(),
                                        {.css = args.css.value_or(""),
                                         .xpath = args.xpath.value_or(""),
                                         .limit = args.limit,
                                         .attributes = args.attributes,
                                         .drop_hidden = drop_hidden},
                                        context.stop());
  if (!found) co_return std::unexpected(std::move(found).error());
  json::object& answer = found->value.as_object();
  if (auto hidden = json::find_integer(answer, "hidden"))
    context.dropped_hidden_texts(static_cast<std::size_t>(*hidden));
  answer.erase("hidden");
  co_return ToolOutput::json(json::object(answer));
}

}  // namespace

const Tool& query_dom() {
  static const Tool tool{
      {.name = "query_dom",
       .title = "Query DOM",
       .summary = "Get elements by CSS selector or XPath, with refs, text, attributes and box.",
       .use_when = "you know the structure of the page.",
       .tier = Tier::specialist,
       .effect = Effect::observation},
      kParams,
      run};
  return tool;
}

}  // namespace oc::tools
