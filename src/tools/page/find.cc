// find — elements by plain words, best first.
// Tested by: tests/browser/find_test.mjs
#include "page/find.h"

#include "page/wait.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

constexpr int kMost = 100;
constexpr int kAll = 100'000;

struct Args {
  std::string query;
  int limit = 10;
  std::int64_t wait_ms = 0;
};

const Record<Args> kParams{
    required("query", &Args::query, "What it is called, with its role if you know it: \"sign in button\".")
        .max_length(1000),
    optional("limit", &Args::limit, "Most matches.").range(1, kMost),
    optional("wait_ms", &Args::wait_ms, "Wait so long for it to appear.").range(0, 120'000),
};

std::chrono::milliseconds told_wait(const json::object& arguments) {
  return std::chrono::milliseconds{json::find_integer(arguments, "wait_ms").value_or(0)};
}

Error nothing_found(const Args& args, const page::Found& found) {
  Error error{ErrorCode::element_not_found, cat("nothing on the page fits '", args.query, "'")};
  json::array nearest;
  for (const page::Match& match : found.nearest) nearest.emplace_back(page::match_line(match));
  error.hint = nearest.empty() ? "read_page shows what is there."
                               : "Use one of the nearest in details, other words, or read_page.";
  error.details = json::object{{"nearest", std::move(nearest)}};
  return error;
}

std::string more_line(std::int64_t more, int limit) {
  if (limit < kMost) return cat("… ", more, " more; raise limit or say more\n");
  return cat("… ", more, " more; say more", limit < kAll ? ", or take all with output_mode=handle" : "",
             "\n");
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  browser::Tab& tab = context.tab();
  int limit = context.wants_whole() ? kAll : args.limit;
  StopSource patience{context.stop(),
                      std::chrono::steady_clock::now() + std::chrono::milliseconds{args.wait_ms}};
  while (true) {
    auto found = co_await page::find_elements(tab, args.query, {.limit = limit}, context.stop());
    if (!found) co_return std::unexpected(std::move(found).error());
    if (!found->matches.empty()) {
      std::string lines;
      for (const page::Match& match : found->matches) lines += cat(page::match_line(match), "\n");
      std::int64_t more = found->total - static_cast<std::int64_t>(found->matches.size());
      if (more > 0) lines += more_line(more, limit);
      co_return ToolOutput::text(std::move(lines));
    }
    if (patience.stop().requested()) co_return std::unexpected(nothing_found(args, *found));
    // Worth another look only when the page has changed.
    auto changed = co_await page::wait_in_page(tab, "change", "", patience.stop());
    if (!changed && changed.error().code != ErrorCode::timeout)
      co_return std::unexpected(std::move(changed).error());
    if (!changed) co_return std::unexpected(nothing_found(args, *found));
  }
}

}  // namespace

const Tool& find() {
  static const Tool tool{{.name = "find",
                          .title = "Find elements",
                          .summary = "Find elements by words and role; gives their refs, best match first.",
                          .avoid_when = "you need an overview: use read_page.",
                          .tier = Tier::core,
                          .effect = Effect::observation,
                          .own_wait = told_wait,
                          .can_be_large = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
