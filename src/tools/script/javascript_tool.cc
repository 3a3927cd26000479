// javascript_tool — run JavaScript in the page.
// Tested by: tests/browser/javascript_test.mjs
#include "page/evaluate.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::string code;
  page::ScriptWorld world = page::ScriptWorld::main;
};

const Record<Args> kParams{
    required("code", &Args::code, "An expression or statements; top-level await works.")
        .max_length(1'000'000),
    optional("world", &Args::world, "isolated: same DOM, but none of the page's variables."),
};

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  auto value = co_await page::evaluate(
      context.tab(), std::move(args.code), args.world,
      context.wants_whole() ? page::ValueSize::whole : page::ValueSize::readable, context.stop());
  if (!value) co_return std::unexpected(std::move(value).error());
  co_return ToolOutput::json(std::move(*value));
}

}  // namespace

const Tool& javascript_tool() {
  static const Tool tool{{.name = "javascript_tool",
                          .title = "Run JavaScript",
                          .summary = "Run JavaScript in the page and get its value as JSON.",
                          .avoid_when = "another tool does it: they wait and verify.",
                          .tier = Tier::core,
                          .effect = Effect::action,
                          .can_be_large = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
