// page_content — the HTML of the page or of one element.
// Tested by: tests/browser/{content,page_content_state}_test.mjs
#include "page/queries.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

constexpr std::int64_t kMostBytes = std::int64_t{64} * 1024 * 1024;

struct Args {
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  bool outer_html = true;
  std::optional<std::int64_t> max_bytes;
};

const Record<Args> kParams{
    optional("ref", &Args::ref, "Only this element."),
    optional("selector", &Args::selector),
    optional("outer_html", &Args::outer_html, "The element's own tag too."),
    optional("max_bytes", &Args::max_bytes, "Cut the content here.").range(1, kMostBytes),
};

struct Out {
  std::optional<std::string> selector;
  std::int64_t content_length = 0;
  std::string content;
  std::optional<bool> truncated;
};

const Record<Out> kResult{
    optional("selector", &Out::selector),
    required("content_length", &Out::content_length, "Bytes of the whole."),
    required("content", &Out::content),
    optional("truncated", &Out::truncated,
             "The content is only its beginning: raise max_bytes, or name an element."),
};

std::string document_of(browser::Tab& tab) {
  const browser::Frame* main = tab.frames().main();
  return main ? main->loader_id : "";
}

// Which page it is that lacks the element matters as much as that it does. That page is asked for its state
// after it was searched, and may be another one by then.
Task<Error> with_state(TabContext& context, Error error, std::string document) {
  auto state = co_await page::page_state(context.tab(), context.stop());
  bool is_gone = state ? state->loader_id != document : state.error().code == ErrorCode::page_changed;
  if (is_gone) co_return Error{ErrorCode::page_changed, "the page navigated while it was read"};
  if (!state) co_return error;
  context.captured_as(browser::PageMode::html, std::move(*state));
  co_return error;
}

Task<Result<Out>> run(TabContext& context, Args args) {
  std::string document = document_of(context.tab());
  page::ElementTarget target{args.ref.value_or(""), args.selector.value_or("")};
  auto html = co_await page::html_content(context.tab(), target, args.outer_html,
                                          static_cast<std::size_t>(args.max_bytes.value_or(kMostBytes)),
                                          context.stop());
  if (!html) {
    Error error = co_await with_state(context, std::move(html).error(), std::move(document));
    co_return std::unexpected(std::move(error));
  }
  context.captured_as(browser::PageMode::html, html->state);
  const json::object& found = html->value.as_object();
  Out out{.selector = args.selector,
          .content_length = json::find_integer(found, "length").value_or(0),
          .content = std::string{json::find_string(found, "content").value_or("")}};
  if (json::find_bool(found, "cut").value_or(false)) out.truncated = true;
  co_return out;
}

}  // namespace

const Tool& page_content() {
  static const Tool tool{{.name = "page_content",
                          .title = "Page HTML",
                          .summary = "Get the HTML of the page or of one element.",
                          .use_when = "you need the markup itself.",
                          .avoid_when = "you want to read or operate the page: read_page is far smaller.",
                          .tier = Tier::specialist,
                          .effect = Effect::observation,
                          .can_be_large = true},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
