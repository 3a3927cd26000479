// form_input — set one field of a form as a person would, and read it back.
// Tested by: tests/browser/form_input_test.mjs
#include "page/field.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  std::optional<std::string> query;
  std::optional<std::vector<double>> coordinate;
  json::value value;
};

const Record<Args> kParams{
    optional("ref", &Args::ref),
    optional("selector", &Args::selector).max_length(10'000),
    optional("query", &Args::query, "The field's label.").max_length(1000),
    optional("coordinate", &Args::coordinate).max_items(2),
    required("value", &Args::value, "Text, number, true/false, or a list of choices."),
};

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  auto target = page::make_target(args.ref, args.selector, args.query, args.coordinate);
  if (!target) co_return std::unexpected(std::move(target).error());
  target->roles = page::field_roles();
  page::Scene scene{context.browser(), context.tab()};
  auto deed = co_await page::set_field(scene, std::move(*target), std::move(args.value), context.stop());
  if (!deed) co_return std::unexpected(std::move(deed).error());
  co_return ToolOutput::text(deed->text());
}

}  // namespace

const Tool& form_input() {
  static const Tool tool{
      {.name = "form_input",
       .title = "Set a field",
       .summary = "Set a text field, checkbox, radio, list, date, colour or range and read it back.",
       .tier = Tier::core,
       .effect = Effect::action,
       .secret_argument = "value",
       .idempotent = true},
      kParams,
      run};
  return tool;
}

}  // namespace oc::tools
