// oc_stop — end what the server runs; with exit, the server itself.
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  bool keep_chrome = false;
  bool exit = false;
};

const Record<Args> kParams{
    optional("keep_chrome", &Args::keep_chrome,
             "Leave a running browser alone. (It still ends with the server.)"),
    optional("exit", &Args::exit, "End the server too, after running calls are answered."),
};

struct Stopped {
  bool browser_was_running = false;
  bool exiting = false;
};

const Record<Stopped> kResult{
    required("browser_was_running", &Stopped::browser_was_running, "Was there a browser to end?"),
    required("exiting", &Stopped::exiting, "Does the server end now?"),
};

Task<Result<Stopped>> run(ToolContext& context, Args args) {
  browser::Browser& browser = context.services().browser;
  bool running = browser.facts().state == browser::BrowserState::running;
  if (!args.keep_chrome) co_await browser.close(context.stop());
  if (args.exit) context.services().control.request_exit("oc_stop");
  co_return Stopped{.browser_was_running = running, .exiting = args.exit};
}

}  // namespace

const Tool& oc_stop() {
  static const Tool tool{{.name = "oc_stop",
                          .title = "Stop",
                          .summary = "End the browser that the server started and, with exit, the server.",
                          .use_when = "the work is done, or the browser must start afresh.",
                          .tier = Tier::specialist,
                          .effect = Effect::management,
                          .destructive = true,
                          .idempotent = true},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
