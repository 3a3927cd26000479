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
  auto value = co_await page::evaluate(context.tab(), std::move(args.code), args.world, context.stop());
  if (!value) co_return std::unexpected(std::move(value).error());
  co_return ToolOutput::json(std::move(*value));
}

}  // namespace

const Tool& javascript_tool() {
  static const Tool tool{{.name = "javascript_tool",
                          .title = "Run JavaScript",
                          .summary = "Run JavaScript in the page and get its value as JSON.",
                          .use_when = "no other tool reads or does what you need.",
                          .avoid_when = "read_page, find or interact would do: they wait and verify.",
                          .tier = Tier::core,
                          .effect = Effect::action},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
