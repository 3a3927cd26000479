// wait_for — wait until the page is as wished, woken by its own events.
// Tested by: tests/browser/wait_test.mjs
#include "page/wait.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  std::optional<std::string> text;
  std::optional<std::string> text_gone;
  std::optional<std::string> selector;
  std::optional<std::string> url;
  std::optional<browser::LoadState> load_state;
  std::optional<std::string> expression;
};

const Record<Args> kParams{
    optional("text", &Args::text, "Until this text can be seen.").max_length(10'000),
    optional("text_gone", &Args::text_gone, "Until it cannot be seen any more.").max_length(10'000),
    optional("selector", &Args::selector, "Until an element fits this CSS selector.").max_length(10'000),
    optional("url", &Args::url, "Until the address contains this, or fits it: * and ? stand for anything."),
    optional("load_state", &Args::load_state, "Until the page has come so far."),
    optional("expression", &Args::expression, "Until this JavaScript is true."),
};

struct Out {
  std::string met;
  std::int64_t after_ms = 0;
  std::optional<std::string> detail;
};

const Record<Out> kResult{
    required("met", &Out::met, "Which condition."),
    required("after_ms", &Out::after_ms),
    optional("detail", &Out::detail, "What met it."),
};

Task<Result<Out>> run(TabContext& context, Args args) {
  int given = args.text.has_value() + args.text_gone.has_value() + args.selector.has_value() +
              args.url.has_value() + args.load_state.has_value() + args.expression.has_value();
  if (given != 1) {
    co_return fail(ErrorCode::invalid_arguments,
                   "give exactly one of text, text_gone, selector, url, load_state, expression");
  }
  browser::Tab& tab = context.tab();
  const Stop& stop = context.stop();
  std::string_view met = "text";
  Result<page::Waited> waited;
  if (args.text) {
    waited = co_await page::wait_in_page(tab, "text", *args.text, stop);
  } else if (args.text_gone) {
    met = "text_gone";
    waited = co_await page::wait_in_page(tab, "text_gone", *args.text_gone, stop);
  } else if (args.selector) {
    met = "selector";
    waited = co_await page::wait_in_page(tab, "selector", *args.selector, stop);
  } else if (args.url) {
    met = "url";
    waited = co_await page::wait_for_url(tab, *args.url, stop);
  } else if (args.load_state) {
    met = "load_state";
    waited = co_await page::wait_for_load(tab, *args.load_state, stop);
  } else {
    met = "expression";
    waited = co_await page::wait_for_expression(tab, *args.expression, stop);
  }
  if (!waited) co_return std::unexpected(std::move(waited).error());
  Out out{.met = std::string{met}, .after_ms = waited->after.count()};
  if (!waited->detail.empty()) out.detail = waited->detail;
  co_return out;
}

}  // namespace

const Tool& wait_for() {
  static const Tool tool{
      {.name = "wait_for",
       .title = "Wait",
       .summary = "Wait until text, an element, an address, a load state or an expression is there.",
       .tier = Tier::core,
       .effect = Effect::observation,
       .holds_lane = false},
      kParams,
      kResult,
      run};
  return tool;
}

}  // namespace oc::tools
