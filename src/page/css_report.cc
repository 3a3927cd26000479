// Tested by: src/page/scripts/css_report_test.html and tests/browser/read_page_test.mjs
#include "page/css_report.h"

#include "base/text.h"
#include "page/read_tree.h"
#include "page_scripts.h"

namespace oc::page {

Task<Result<CssReport>> css_report(browser::Tab& tab, ElementTarget root, std::size_t max_bytes, Stop stop) {
  json::object args{{"maxBytes", max_bytes}};
  std::string frame_id;
  if (root.given()) {
    auto resolved = resolve(tab, root);
    if (!resolved) co_return std::unexpected(std::move(resolved).error());
    args["root"] = resolved->args;
    frame_id = resolved->frame_id;
  }
  auto answer = co_await run_script(tab, scripts::kCssReport, std::move(args), stop, frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& report = answer->value.as_object();
  CssReport out{.state = std::move(answer->state)};
  if (const json::object* stats = json::find_object(report, "stats"))
    out.text = cat(stats_line(*stats), "\n\n");
  out.text += json::find_string(report, "text").value_or("");
  out.text = cut_lines(std::move(out.text), max_bytes);
  add_cut_line(out.text, report, "elements or lines",
               "read_page with ref, selector or a larger max_bytes shows them");
  co_return out;
}

}  // namespace oc::page
