// storage — localStorage and sessionStorage of the tab's page.
// Tested by: tests/browser/cookies_storage_test.mjs
#include "page/web_storage.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using page::StorageAction;

struct Args {
  StorageAction action = StorageAction::get;
  page::StorageArea area = page::StorageArea::local;
  std::optional<std::string> key;
  std::optional<std::string> value;
  std::int64_t max_bytes = 2000;
};

const Record<Args> kParams{
    required("action", &Args::action),
    optional("area", &Args::area),
    optional("key", &Args::key, "get without it: all keys.").max_length(100'000),
    optional("value", &Args::value).max_length(10'000'000),
    optional("max_bytes", &Args::max_bytes, "Longer values are cut.").range(0, 200'000),
};

constexpr EffectRule kRules[] = {{"action", "get", Effect::observation}};

Result<void> check_combination(const Args& args) {
  bool sets = args.action == StorageAction::set;
  if (sets && (!args.key || !args.value))
    return fail(ErrorCode::invalid_arguments, "set needs key and value");
  if (!sets && args.value) return fail(ErrorCode::invalid_arguments, "value belongs to action set");
  if (args.action == StorageAction::remove && !args.key)
    return fail(ErrorCode::invalid_arguments, "delete needs a key", "action clear deletes all keys.");
  if (args.action == StorageAction::clear && args.key)
    return fail(ErrorCode::invalid_arguments, "clear takes no key", "action delete deletes one key.");
  return {};
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  OC_CO_TRY(check_combination(args));
  if (args.action != StorageAction::get) context.tab().note_deed();
  page::StorageRequest request{.area = args.area,
                               .action = args.action,
                               .key = std::move(args.key),
                               .value = args.value.value_or(""),
                               .max_value_bytes = args.max_bytes};
  auto answer = co_await page::web_storage(context.tab(), std::move(request), context.stop());
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return ToolOutput::json(std::move(*answer));
}

}  // namespace

const Tool& storage() {
  static const Tool tool{{.name = "storage",
                          .title = "Web storage",
                          .summary = "Read or change localStorage or sessionStorage of the page.",
                          .use_when = "a page keeps its state or login there.",
                          .tier = Tier::specialist,
                          .effect = Effect::action,
                          .effect_rules = kRules,
                          .secret_argument = "value",
                          .looks = false},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
