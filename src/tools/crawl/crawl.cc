// crawl — the pages of a site, from one address on.
// Tested by: tests/browser/crawl_test.mjs
#include "crawl/crawl_run.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using oc::crawl::Pages;

struct Args {
  std::string url;
  std::int64_t max_depth = 2;
  std::int64_t max_pages = 20;
  std::optional<oc::crawl::Scope> scope;
  bool same_origin = true;
  std::vector<std::string> include_patterns;
  std::vector<std::string> exclude_patterns;
  oc::crawl::Format output_format = oc::crawl::Format::markdown;
  bool respect_robots = true;
  std::int64_t delay_ms = 0;
  int concurrency = 4;
  oc::crawl::Engine engine = oc::crawl::Engine::automatic;
  oc::crawl::Strategy strategy = oc::crawl::Strategy::bfs;
  std::optional<std::string> query;
  std::int64_t fail_on_page = 0;
};

const Record<Args> kParams{
    required("url", &Args::url).max_length(65'536),
    optional("max_depth", &Args::max_depth, "Links away from the first page.").range(0, 50),
    optional("max_pages", &Args::max_pages).range(1, 100'000),
    optional("scope", &Args::scope, "Which links are followed."),
    optional("same_origin", &Args::same_origin, "false: scope any."),
    optional("include_patterns", &Args::include_patterns, "Wildcards for addresses.").max_items(100),
    optional("exclude_patterns", &Args::exclude_patterns).max_items(100),
    optional("output_format", &Args::output_format),
    optional("respect_robots", &Args::respect_robots),
    optional("delay_ms", &Args::delay_ms, "Between pages of a host.").range(0, 60'000),
    optional("concurrency", &Args::concurrency).range(1, 16),
    optional("engine", &Args::engine, "auto renders only pages that need it."),
    optional("strategy", &Args::strategy),
    optional("query", &Args::query, "Of best_first: what is looked for.").max_length(1000),
    optional("fail_on_page", &Args::fail_on_page, "Only with --test-faults.").range(0, 100'000),
};

oc::crawl::Plan plan_from(Args args) {
  using oc::crawl::Scope;
  return {.url = std::move(args.url),
          .max_depth = args.max_depth,
          .max_pages = args.max_pages,
          .scope = args.scope.value_or(args.same_origin ? Scope::origin : Scope::any),
          .include = std::move(args.include_patterns),
          .exclude = std::move(args.exclude_patterns),
          .format = args.output_format,
          .respect_robots = args.respect_robots,
          .delay_ms = args.delay_ms,
          .concurrency = args.concurrency,
          .engine = args.engine,
          .strategy = args.strategy,
          .query = args.query.value_or(""),
          .seeds = {},
          .fail_on_page = args.fail_on_page};
}

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  if (args.fail_on_page > 0 && !context.services().test_faults)
    co_return fail(ErrorCode::invalid_arguments, "'fail_on_page' is accepted only with --test-faults");
  if (args.strategy == oc::crawl::Strategy::best_first && args.query.value_or("").empty())
    co_return fail(ErrorCode::invalid_arguments, "best_first needs a query");
  Executor executor = co_await asio::this_coro::executor;
  Services& services = context.services();
  oc::crawl::CrawlParts parts{services.browser, services.pool,    services.log,
                              executor,         context.policy(), context.confiner()};
  auto keep = [&context](json::object page, std::int64_t done, std::int64_t planned) {
    Progress progress{static_cast<double>(done), static_cast<double>(planned), json::text_of(page, "url")};
    return context.finish_unit(std::move(page), std::move(progress));
  };
  auto answer = co_await oc::crawl::run_crawl(parts, plan_from(std::move(args)),
                                              context.units_are_kept() ? Pages::elsewhere : Pages::in_answer,
                                              keep, context.stop());
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const page::SanitizeCounts& gone = answer->cleaned;
  Cleaned cleaned{gone.invisible, gone.tags, gone.comments,
                  context.units_are_kept() ? gone.instructions : 0,  // else they are counted in the answer
                  answer->hidden_texts};
  ToolOutput output = context.finished({{"summary", std::move(answer->summary)}}, "pages",
                                       std::move(answer->pages), std::move(answer->order));
  output.cleaned = cleaned;
  co_return output;
}

json::value from_items(json::array pages) {
  return oc::crawl::answer_from_pages(std::move(pages));
}

}  // namespace

const Tool& crawl() {
  static const Tool tool{{.name = "crawl",
                          .title = "Crawl a site",
                          .summary = "Follow links from an address and bring home the pages' content.",
                          .use_when = "you need many pages; start it with oc_task_start if it may take long.",
                          .tier = Tier::specialist,
                          .effect = Effect::observation,
                          .default_timeout = std::chrono::seconds{120},
                          .can_be_large = true,
                          .items_member = "pages",
                          .long_running = true,
                          .from_items = from_items},
                         kParams,
                         run};
  return tool;
}

}  // namespace oc::tools
