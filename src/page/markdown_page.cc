// Tested by: page/markdown_test.cc, src/page/scripts/visible_html_test.html and
// tests/browser/read_page_test.mjs
#include "page/markdown_page.h"

#include "base/text.h"
#include "page/markdown.h"
#include "page/read_tree.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr std::int64_t kMostHtml = std::int64_t{4} * 1024 * 1024;
// Smaller pages convert faster than a worker wakes.
constexpr std::size_t kPoolBytes = std::size_t{64} * 1024;

}  // namespace

Task<Result<MarkdownReading>> read_markdown(browser::Tab& tab, MarkdownRequest request, Stop stop) {
  json::object args{{"dropHidden", request.drop_hidden}, {"maxBytes", kMostHtml}};
  std::string frame_id;
  bool whole = !request.root.given();
  if (!whole) {
    auto resolved = resolve(tab, request.root);
    if (!resolved) co_return std::unexpected(std::move(resolved).error());
    args["root"] = resolved->args;
    frame_id = resolved->frame_id;
  }
  auto answer = co_await run_script(tab, scripts::kVisibleHtml, std::move(args), stop, frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& read = answer->value.as_object();
  std::string html{json::find_string(read, "html").value_or("")};
  MarkdownReading out{
      .hidden_texts = static_cast<std::size_t>(json::find_integer(read, "hidden").value_or(0)),
      .state = std::move(answer->state)};
  add_cut_line(out.cut, read, "elements", "read_page with ref or selector shows a part of them");
  const browser::Frame* inner = frame_id.empty() ? nullptr : tab.frames().find(frame_id);
  MarkdownOptions options{.base_url = inner ? inner->url : out.state.url, .main_content_only = whole};
  if (html.size() < kPoolBytes) {
    out.markdown = to_markdown(html, options).markdown;
  } else {
    auto converted = co_await request.pool.run(
        [html = std::move(html), options] { return to_markdown(html, options).markdown; }, stop);
    if (!converted) co_return std::unexpected(stop.error());
    out.markdown = std::move(*converted);
  }
  co_return out;
}

Task<Result<VisibleHtml>> visible_html(browser::Tab& tab, Stop stop) {
  auto answer =
      co_await run_script(tab, scripts::kVisibleHtml, {{"dropHidden", true}, {"maxBytes", kMostHtml}}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& read = answer->value.as_object();
  co_return VisibleHtml{std::string{json::find_string(read, "html").value_or("")},
                        json::find_object(read, "cut") != nullptr,
                        static_cast<std::size_t>(json::find_integer(read, "hidden").value_or(0))};
}

}  // namespace oc::page
