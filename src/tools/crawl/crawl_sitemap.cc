// crawl_sitemap — the pages that a site's sitemaps name.
// Tested by: tests/browser/crawl_test.mjs
#include "crawl/crawl_run.h"
#include "crawl/sitemap_pages.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using oc::crawl::Pages;

struct Args {
  std::string url;
  std::optional<std::string> sitemap_url;
  std::optional<std::string> filter;
  std::int64_t max_pages = 50;
  oc::crawl::Format output_format = oc::crawl::Format::markdown;
  bool respect_robots = true;
  std::int64_t delay_ms = 0;
  int concurrency = 4;
  oc::crawl::Engine engine = oc::crawl::Engine::automatic;
};

const Record<Args> kParams{
    required("url", &Args::url, "Of the site.").max_length(65'536),
    optional("sitemap_url", &Args::sitemap_url, "Default: from robots.txt, else /sitemap.xml."),
    optional("filter", &Args::filter, "Wildcards for addresses."),
    optional("max_pages", &Args::max_pages).range(1, 100'000),
    optional("output_format", &Args::output_format),
    optional("respect_robots", &Args::respect_robots),
    optional("delay_ms", &Args::delay_ms).range(0, 60'000),
    optional("concurrency", &Args::concurrency).range(1, 16),
    optional("engine", &Args::engine),
};

Task<Result<oc::crawl::SitemapPages>> find_pages(ToolContext& context, const Args& args, Stop stop) {
  oc::crawl::TabPool tabs{context.services().browser, context.confiner()};
  auto policy = context.policy();
  oc::crawl::Fetcher fetcher{*policy, [&](Stop until) { return tabs.any(std::move(until)); }};
  auto pages = co_await oc::crawl::sitemap_pages(fetcher,
                                                 {.url = args.url,
                                                  .sitemap_url = args.sitemap_url.value_or(""),
                                                  .filter = args.filter.value_or(""),
                                                  .most = static_cast<std::size_t>(args.max_pages)},
                                                 stop);
  co_await tabs.close(Stop{});
  co_return pages;
}

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  Services& services = context.services();
  auto pages = co_await find_pages(context, args, context.stop());
  if (!pages) co_return std::unexpected(std::move(pages).error());
  if (pages->pages.empty())
    co_return fail(ErrorCode::resource_not_found, "the sitemaps name no page that fits");
  Executor executor = co_await asio::this_coro::executor;
  oc::crawl::Plan plan{.max_pages = args.max_pages,
                       .scope = oc::crawl::Scope::any,
                       .format = args.output_format,
                       .respect_robots = args.respect_robots,
                       .delay_ms = args.delay_ms,
                       .concurrency = args.concurrency,
                       .engine = args.engine,
                       .seeds = pages->pages,
                       .follow_links = false};
  auto keep = [&context](json::object page, std::int64_t done, std::int64_t planned) {
    Progress progress{static_cast<double>(done), static_cast<double>(planned), json::text_of(page, "url")};
    return context.finish_unit(std::move(page), std::move(progress));
  };
  oc::crawl::CrawlParts parts{services.browser, services.pool,    services.log,
                              executor,         context.policy(), context.confiner()};
  auto answer = co_await oc::crawl::run_crawl(parts, std::move(plan),
                                              context.units_are_kept() ? Pages::elsewhere : Pages::in_answer,
                                              keep, context.stop());
  if (!answer) co_return std::unexpected(std::move(answer).error());
  json::object& summary = answer->summary;
  summary["scope"] = "sitemap";
  summary["sitemaps"] = json::array(pages->read.begin(), pages->read.end());
  if (pages->more && !summary.contains("stopped")) summary["stopped"] = "max_pages";
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

const Tool& crawl_sitemap() {
  static const Tool tool{{.name = "crawl_sitemap",
                          .title = "Crawl by sitemap",
                          .summary = "Bring home the pages that a site's sitemaps name.",
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
