// tabs_close — close the tabs that are named, and no other.
// Tested by: tests/browser/tabs_test.mjs
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> tab_id;
  std::vector<std::string> tab_ids;
};

const Record<Args> kParams{
    optional("tabId", &Args::tab_id),
    optional("tabIds", &Args::tab_ids).max_items(1000),
};

struct Refusal {
  std::string tab_id;
  std::string code;
  std::string message;
  static const Record<Refusal>& record() {
    static const Record<Refusal> fields{required("tabId", &Refusal::tab_id), required("code", &Refusal::code),
                                        required("message", &Refusal::message)};
    return fields;
  }
};

struct Out {
  std::vector<std::string> closed;
  std::optional<std::vector<Refusal>> refused;
};

const Record<Out> kResult{
    required("closed", &Out::closed),
    optional("refused", &Out::refused, "Those that were not closed, and why."),
};

Task<Result<Out>> run(BrowserContext& context, Args args) {
  if (args.tab_id) args.tab_ids.insert(args.tab_ids.begin(), *args.tab_id);
  if (args.tab_ids.empty()) {
    co_return fail(ErrorCode::invalid_arguments, "no tab is named", "Give tabId, or tabIds for several.");
  }
  Out out;
  std::vector<Refusal> refused;
  std::optional<Error> last;
  for (const std::string& id : args.tab_ids) {
    auto tab = context.browser().tabs().find(id);
    Result<void> closed;
    if (tab) {
      closed = co_await context.browser().close_tab(*tab, context.stop());
    } else {
      closed = std::unexpected(tab.error());
    }
    if (closed) {
      out.closed.push_back(id);
    } else {
      last = closed.error();
      refused.push_back({id, std::string{last->word()}, last->message});
    }
  }
  if (out.closed.empty() && last) co_return std::unexpected(std::move(*last));
  if (!refused.empty()) out.refused = std::move(refused);
  co_return out;
}

}  // namespace

const Tool& tabs_close() {
  static const Tool tool{{.name = "tabs_close",
                          .title = "Close tabs",
                          .summary = "Close the tabs that are named.",
                          .tier = Tier::core,
                          .effect = Effect::action},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
