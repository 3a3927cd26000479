// page_content — the HTML of the page or of one element.
// Tested by: tests/browser/content_test.mjs
#include "page/queries.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

constexpr std::int64_t kDefaultBytes = 100'000;
constexpr std::int64_t kMostBytes = std::int64_t{4} * 1024 * 1024;

struct Args {
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  bool outer_html = true;
  std::int64_t max_bytes = kDefaultBytes;
};

const Record<Args> kParams{
    optional("ref", &Args::ref, "Only this element."),
    optional("selector", &Args::selector, "The same, by CSS selector."),
    optional("outer_html", &Args::outer_html, "The element's own tag too."),
    optional("max_bytes", &Args::max_bytes, "Longest content.").range(1, kMostBytes),
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

Task<Result<Out>> run(TabContext& context, Args args) {
  page::ElementTarget target{args.ref.value_or(""), args.selector.value_or("")};
  auto html = co_await page::html_content(context.tab(), target, args.outer_html,
                                          static_cast<std::size_t>(args.max_bytes), context.stop());
  if (!html) {
    // Which page it is that lacks the element matters as much.
    auto state = co_await page::page_state(context.tab(), context.stop());
    if (state) context.captured_as(browser::PageMode::html, std::move(*state));
    co_return std::unexpected(std::move(html).error());
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
                          .effect = Effect::observation},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
