// handle_dialog — answer a dialog that a page holds open.
// Tested by: tests/browser/dialogs_test.mjs
#include "page/effects.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  bool accept = true;
  std::optional<std::string> text;
};

const Record<Args> kParams{
    required("accept", &Args::accept, "OK or Cancel."),
    optional("text", &Args::text, "What to type into a prompt.").max_length(10'000),
};

struct Out {
  std::string kind;
  std::string message;
  bool accepted = false;
  std::optional<std::vector<std::string>> effects;
};

const Record<Out> kResult{
    required("kind", &Out::kind, "confirm or prompt."),
    required("message", &Out::message),
    required("accepted", &Out::accepted),
    optional("effects", &Out::effects, "What the page did then."),
};

Task<Result<Out>> run(TabContext& context, Args args) {
  browser::Tab& tab = context.tab();
  if (!tab.dialogs().open()) {
    co_return fail(ErrorCode::element_not_found, "no dialog is open in this tab",
                   "Alerts are accepted by themselves; tabs_context shows dialogs that are open.");
  }
  Out out{
      .kind = tab.dialogs().open()->kind, .message = tab.dialogs().open()->message, .accepted = args.accept};
  if (args.text && out.kind != "prompt") {
    co_return fail(ErrorCode::invalid_arguments, cat("a ", out.kind, " takes no text"));
  }
  tab.note_deed();
  // The page was watched from the action on that made it ask.
  page::EffectWatch watch{{context.browser(), tab},
                          {.frame_id = tab.target_id(), .element = {}, .words = {}, .at = {}}};
  OC_CO_TRY(co_await tab.dialogs().answer(args.accept, args.text, context.stop()));
  if (tab.dialogs().open()) co_return out;
  std::vector<std::string> lines = (co_await watch.report(context.stop())).lines;
  std::erase_if(lines, [](const std::string& line) { return line.starts_with(page::kNoChange); });
  if (!lines.empty()) out.effects = std::move(lines);
  co_return out;
}

}  // namespace

const Tool& handle_dialog() {
  static const Tool tool{{.name = "handle_dialog",
                          .title = "Answer a dialog",
                          .summary = "Accept or dismiss the confirm or prompt dialog that a page holds open.",
                          .use_when = "a call failed with dialog_open.",
                          .tier = Tier::specialist,
                          .effect = Effect::action,
                          .secret_argument = "text",
                          .looks = false,
                          .holds_lane = false},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
