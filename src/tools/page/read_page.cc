// read_page — the page as text: by accessibility, by element, by style, or as Markdown.
// Tested by: tests/browser/read_page_test.mjs
#include "page/css_report.h"
#include "page/markdown_page.h"
#include "page/read_tree.h"
#include "page/tree_delta.h"
#include "tool/tool.h"

namespace oc {

enum class ReadMode : std::uint8_t { ax, dom, css, markdown };

template <>
struct EnumWords<ReadMode> {
  static constexpr std::array<std::string_view, 4> words{"ax", "dom", "css", "markdown"};
};

namespace tools {
namespace {

using namespace oc::tool;
using browser::PageMode;

// The most that is read of a page, and the most of it that may be asked for at once.
constexpr std::int64_t kMostBytes = std::int64_t{64} * 1024 * 1024;
constexpr std::int64_t kMostAtOnce = std::int64_t{4} * 1024 * 1024;
// What stands around a reading: header, stats and notes.
constexpr std::size_t kAroundBytes = std::size_t{16} * 1024;

struct Args {
  ReadMode mode = ReadMode::ax;
  page::TreeFilter filter = page::TreeFilter::all;
  std::optional<int> depth;
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  std::optional<std::string> since;
  std::optional<std::int64_t> max_bytes;

  std::size_t room() const { return static_cast<std::size_t>(max_bytes.value_or(kMostBytes)); }
};

const Record<Args> kParams{
    optional(
        "mode", &Args::mode,
        "ax: roles, names and refs. dom: elements. css: styles. markdown: the main content, for reading."),
    optional("filter", &Args::filter, "interactive: only what can be operated."),
    optional("depth", &Args::depth, "Levels below the root.").range(1, 1000),
    optional("ref", &Args::ref, "Only this element and what is in it."),
    optional("selector", &Args::selector),
    optional("since", &Args::since, "Id of an earlier answer's snapshot: only what changed (ax, dom)."),
    optional("max_bytes", &Args::max_bytes, "Cut the answer here.").range(1000, kMostAtOnce),
};

page::ElementTarget root_of(const Args& args) {
  return {args.ref.value_or(""), args.selector.value_or("")};
}

// Readings can be compared when they were asked for alike.
std::string kind_of(const Args& args) {
  return cat(word_of(args.mode), "/", word_of(args.filter), "/", args.depth.value_or(0), "/",
             args.ref.value_or(""), "/", args.selector.value_or(""));
}

std::string changes_since(const browser::Snapshot& before, const std::string& text, std::size_t max_bytes) {
  std::string delta = page::tree_delta(before.text, text);
  if (delta.empty()) return cat("[delta] nothing changed since ", before.id, "\n");
  return cat("[delta] since ", before.id, " (+ new, - gone, ~ changed)\n",
             page::cut_lines(std::move(delta), max_bytes));
}

Task<Result<ToolOutput>> read_tree(TabContext& context, Args args) {
  browser::Tab& tab = context.tab();
  std::size_t max_bytes = args.room();
  bool is_ax = args.mode == ReadMode::ax;
  auto tree = co_await page::read_tree(tab,
                                       {.kind = is_ax ? page::TreeKind::ax : page::TreeKind::dom,
                                        .filter = args.filter,
                                        .depth = args.depth,
                                        .root = root_of(args),
                                        .drop_hidden = context.services().pages.sanitize,
                                        .max_bytes = static_cast<std::size_t>(kMostBytes)},
                                       context.stop());
  if (!tree) co_return std::unexpected(std::move(tree).error());
  context.captured_as(is_ax ? PageMode::ax : PageMode::dom, tree->state);
  context.dropped_hidden_texts(tree->hidden_texts);

  std::string body;
  const browser::Snapshot* before = args.since ? tab.snapshots().find(*args.since) : nullptr;
  bool comparable = before && before->kind == kind_of(args) && before->loader_id == tree->state.loader_id;
  if (comparable) body = changes_since(*before, tree->text, max_bytes);
  std::string id = tab.snapshots().keep(kind_of(args), tree->state.loader_id, tree->text);
  if (!comparable) body = page::cut_lines(std::move(tree->text), max_bytes);
  std::string answer = cat(tree->stats, "\n\n", body, body.empty() || body.ends_with('\n') ? "" : "\n");
  if (args.since && !comparable) {
    answer += cat("[delta] ", *args.since,
                  before ? " is of another page or another reading" : " is not kept any more",
                  ": this is the whole page\n");
  }
  co_return ToolOutput::text(cat(answer, "[snapshot] ", id));
}

Task<Result<ToolOutput>> read_styles(TabContext& context, Args args) {
  auto report = co_await page::css_report(context.tab(), root_of(args), args.room(), context.stop());
  if (!report) co_return std::unexpected(std::move(report).error());
  context.captured_as(PageMode::css, report->state);
  co_return ToolOutput::text(std::move(report->text));
}

Task<Result<ToolOutput>> read_markdown(TabContext& context, Args args) {
  auto page = co_await page::read_markdown(context.tab(),
                                           {.root = root_of(args),
                                            .drop_hidden = context.services().pages.sanitize,
                                            .pool = context.services().pool},
                                           context.stop());
  if (!page) co_return std::unexpected(std::move(page).error());
  context.captured_as(PageMode::markdown, page->state);
  context.dropped_hidden_texts(page->hidden_texts);
  std::string text = page::cut_lines(std::move(page->markdown), args.room());
  if (!page->cut.empty()) text += cat(text.empty() || text.ends_with('\n') ? "" : "\n", page->cut);
  co_return ToolOutput::text(std::move(text), "text/markdown");
}

Task<Result<ToolOutput>> read(TabContext& context, Args args) {
  switch (args.mode) {
    case ReadMode::css:
      return read_styles(context, std::move(args));
    case ReadMode::markdown:
      return read_markdown(context, std::move(args));
    default:
      return read_tree(context, std::move(args));
  }
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  if (args.since && args.mode != ReadMode::ax && args.mode != ReadMode::dom) {
    co_return fail(ErrorCode::invalid_arguments, "'since' compares readings of mode ax and dom only");
  }
  auto output = co_await read(context, args);
  if (output && args.max_bytes) output->inline_allowance = args.room() + kAroundBytes;
  co_return output;
}

}  // namespace

const Tool& read_page() {
  static const Tool tool{
      {.name = "read_page",
       .title = "Read page",
       .summary = "Read the page: roles, names, values and refs of what is on it; or as Markdown.",
       .use_when = "you need to know what is on the page, or refs to act on.",
       .avoid_when = "you look for one thing: find is cheaper.",
       .tier = Tier::core,
       .effect = Effect::observation,
       .can_be_large = true},
      kParams,
      run};
  return tool;
}

}  // namespace tools
}  // namespace oc
