// Tested by: tests/browser/crawl_test.mjs
#include "crawl/crawler.h"

#include <algorithm>

#include "base/text.h"
#include "browser/navigation.h"
#include "page/markdown_page.h"
#include "page/queries.h"

namespace oc::crawl {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostBytes = std::size_t{4} * 1024 * 1024;
constexpr auto kPageTime = 30s;
constexpr auto kRobotsTime = 10s;
// A page that shows little when it has loaded may still be fetching its content.
constexpr auto kContentTime = 3s;
constexpr auto kClosingTime = 2s;

bool is_page_type(std::string_view content_type) {
  std::string type = lower(content_type.substr(0, content_type.find(';')));
  return type.empty() || type.starts_with("text/html") || type.starts_with("application/xhtml") ||
         type.starts_with("text/plain") || type.starts_with("text/markdown");
}

bool is_html_type(std::string_view content_type) {
  std::string type = lower(content_type);
  return type.empty() || type.find("html") != std::string::npos;
}

std::string error_text(const Error& error) {
  return cat(error.word(), ": ", shorten(error.message, 300));
}

// Some of those that wait turn out to be no pages; but of a site without an end only so many are remembered.
std::size_t most_waiting(const Plan& plan) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(4 * plan.max_pages, 1000, 20'000));
}

}  // namespace

Result<std::unique_ptr<Crawler>> Crawler::make(CrawlParts parts, Plan plan) {
  std::vector<std::string> given = plan.seeds;
  if (!plan.url.empty()) given.insert(given.begin(), plan.url);
  std::vector<Url> seeds;
  for (const std::string& text : given) {
    auto url = parse_url(browser::completed_address(text));
    auto plain = url ? canonical_url(*url) : std::nullopt;
    if (!plain) {
      return fail(ErrorCode::invalid_arguments,
                  cat("'", shorten(text, 300), "' is no address of a web page"));
    }
    if (seeds.empty()) {
      auto allowed = parts.policy->check_navigation(plain->text());
      if (!allowed) return std::unexpected(std::move(allowed).error());
    }
    seeds.push_back(*plain);
  }
  if (seeds.empty()) return fail(ErrorCode::invalid_arguments, "there is no address to begin with");
  std::unique_ptr<Crawler> crawler{new Crawler(parts, std::move(plan), seeds.front())};
  for (Url& url : seeds) crawler->frontier_.add(std::move(url), 0, 1);
  return crawler;
}

Crawler::Crawler(CrawlParts parts, Plan plan, Url first)
    : parts_(parts),
      plan_(std::move(plan)),
      rules_(plan_, first),
      frontier_(plan_.strategy, std::chrono::milliseconds{plan_.delay_ms}, most_waiting(plan_)),
      tabs_(parts.browser, parts.confine),
      fetcher_(*parts_.policy, [this](Stop stop) { return tabs_.any(std::move(stop)); }),
      changed_(parts.executor),
      nursery_(parts.executor, parts.log) {}

Crawler::~Crawler() = default;

std::int64_t Crawler::planned() const {
  std::int64_t known = begun_ + static_cast<std::int64_t>(frontier_.size());
  return std::min(known, plan_.max_pages);
}

bool Crawler::is_over() const {
  return in_flight_ == 0 && (begun_ >= plan_.max_pages || frontier_.size() == 0);
}

void Crawler::start_visits() {
  while (in_flight_ < plan_.concurrency && begun_ < plan_.max_pages) {
    auto next = frontier_.take(Clock::now());
    if (!next) return;
    ++in_flight_;
    ++begun_;
    nursery_.start("crawl a page", visit(std::move(*next)));
  }
}

Task<Result<std::optional<Page>>> Crawler::next_finished(Stop stop) {
  StopCallback ending = stop.on_stop([this] { ending_.request(StopReason::cancelled); });
  while (finished_.empty()) {
    if (!stop.requested()) start_visits();
    if (is_over() || (stop.requested() && in_flight_ == 0)) co_return std::optional<Page>{};
    // A host that wants a pause is woken for; a stop ends the visits, which wake us.
    bool may_begin = in_flight_ < plan_.concurrency && begun_ < plan_.max_pages;
    std::optional<SteadyTime> next = may_begin ? frontier_.next_time() : std::nullopt;
    StopSource until = next ? StopSource{Stop{}, *next} : StopSource{};
    (void)co_await changed_.wait(until.stop());
  }
  Page page = std::move(finished_.front());
  finished_.pop_front();
  (page.failed() ? failed_ : succeeded_) += 1;
  deepest_ = std::max(deepest_, page.depth);
  if (plan_.fail_on_page > 0 && done() == plan_.fail_on_page)
    co_return fail(ErrorCode::internal, cat("page ", done(), " failed on purpose"));
  co_return std::optional{std::move(page)};
}

Task<void> Crawler::close(Stop stop) {
  ending_.request(StopReason::cancelled);
  (void)co_await nursery_.join(Stop{});  // each visit ends with its stop
  StopSource brief{stop, Clock::now() + kClosingTime};
  co_await tabs_.close(brief.stop());
}

Task<void> Crawler::visit(Waiting what) {
  std::int64_t depth = what.depth;
  std::uint64_t number = what.number;
  Visit seen = co_await look_at(std::move(what));
  --in_flight_;
  if (ending_.stop().requested() && seen.page.failed()) seen.dropped = true;  // it was not given its time
  if (seen.dropped) {
    --begun_;
  } else {
    seen.page.depth = depth;
    seen.page.number = number;
    follow(seen, depth);
    finished_.push_back(std::move(seen.page));
  }
  changed_.notify_all();
}

Task<Crawler::Visit> Crawler::look_at(Waiting what) {
  Visit visit;
  visit.page.url = what.url.text();
  bool allowed = !plan_.respect_robots;
  if (!allowed) allowed = co_await is_allowed(what.url);
  if (!allowed) {
    // Nobody answered: that is no wish of the site's, and who asked for the page wants to know.
    const std::string& unreachable = sites_[what.url.origin()].unreachable;
    visit.page.error = unreachable;
    visit.dropped = unreachable.empty();
    if (visit.dropped) ++by_robots_;
    co_return visit;
  }
  StopSource limited{ending_.stop(), Clock::now() + kPageTime};
  Result<PageText> text = PageText{};
  if (plan_.engine == Engine::browser) {
    text = co_await read_by_browser(what, visit);
  } else {
    text = co_await read_by_fetch(what, visit);
    bool render = plan_.engine == Engine::automatic && !visit.dropped && (!text || text->needs_browser) &&
                  !ending_.stop().requested();
    if (render) text = co_await read_by_browser(what, visit);
  }
  if (visit.dropped) co_return visit;
  if (!text) {
    visit.page.error = error_text(text.error());
    co_return visit;
  }
  auto found = parse_url(visit.page.url);
  if (found && is_duplicate(what.url, *found, *text)) {
    ++duplicates_;
    visit.dropped = true;
    co_return visit;
  }
  visit.page.title = std::move(text->title);
  visit.page.content = std::move(text->content);
  visit.page.truncated = text->truncated;
  cleaned_ += text->cleaned;
  hidden_texts_ += text->hidden_texts;
  visit.page.links_found = static_cast<std::int64_t>(text->links.size());
  if (!text->nofollow) visit.links = std::move(text->links);
  if (visit.page.status >= 400) visit.page.error = cat("http_", visit.page.status);
  co_return visit;
}

// One question per site; others wait for its answer.
Task<bool> Crawler::is_allowed(const Url& url) {
  Url page = url;
  std::string origin = page.origin();
  if (!sites_[origin].is_asked) {
    sites_[origin].is_asked = true;
    Url robots = page;
    robots.path = "/robots.txt";
    robots.query.clear();
    robots.has_query = false;
    StopSource limited{ending_.stop(), Clock::now() + kRobotsTime};
    auto answer = co_await fetcher_.fetch(robots, kMaxRobotsBytes, limited.stop());
    Robots rules = answer ? Robots::for_status(answer->status, answer->body) : Robots::for_status(0, "");
    if (!answer) sites_[origin].unreachable = error_text(answer.error());
    if (rules.delay()) frontier_.set_delay(page.host, *rules.delay());
    sites_[origin].robots = std::move(rules);
    changed_.notify_all();
  }
  while (!sites_[origin].robots) {
    bool woken = co_await changed_.wait(ending_.stop());
    if (!woken) co_return false;
  }
  co_return sites_[origin].robots->allows(page);
}

Task<Result<PageText>> Crawler::read_by_fetch(Waiting what, Visit& visit) {
  visit.page.engine = Engine::fetch;
  StopSource limited{ending_.stop(), Clock::now() + kPageTime};
  auto answer = co_await fetcher_.fetch(what.url, kMostBytes, limited.stop());
  if (!answer) co_return std::unexpected(std::move(answer).error());
  visit.page.status = answer->status;
  visit.page.url = canonical_url(answer->url).value_or(answer->url).text();
  if (!is_page_type(answer->content_type)) {
    ++not_pages_;
    visit.dropped = what.depth > 0;
    co_return fail(ErrorCode::unsupported, cat("'", answer->content_type, "' is no page"));
  }
  auto body = as_utf8(std::move(answer->body), answer->content_type);
  if (!body) co_return fail(ErrorCode::unsupported, "the page is in an encoding that only the browser knows");
  bool plain = !is_html_type(answer->content_type);
  auto text = co_await parts_.pool.run(
      [html = std::move(*body), url = answer->url, format = plan_.format, plain] {
        if (!plain) return read_page(html, url, format);
        return PageText{.content = json::value(html)};
      },
      limited.stop());
  if (!text) co_return std::unexpected(limited.stop().error());
  text->truncated = answer->is_cut;
  co_return std::move(*text);
}

Task<Result<PageText>> Crawler::read_by_browser(Waiting what, Visit& visit) {
  visit.page.engine = Engine::browser;
  StopSource limited{ending_.stop(), Clock::now() + kPageTime};
  OC_CO_TRY(co_await parts_.browser.ensure_running(limited.stop()));
  auto tab = co_await tabs_.take(limited.stop());
  if (!tab) co_return std::unexpected(std::move(tab).error());
  auto gone = co_await browser::navigate(**tab, what.url.text(), {}, limited.stop());
  if (!gone) {
    tabs_.give_back(std::move(*tab));
    co_return std::unexpected(std::move(gone).error());
  }
  visit.page.status = gone->status;
  if (auto url = parse_url(gone->url)) visit.page.url = canonical_url(*url).value_or(*url).text();
  auto text = co_await read_tab(**tab, limited.stop());
  if (text && text->needs_browser) {
    StopSource patience{limited.stop(), Clock::now() + kContentTime};
    (void)co_await (*tab)->navigation().wait_until(browser::LoadState::networkidle, "", patience.stop());
    text = co_await read_tab(**tab, limited.stop());
  }
  tabs_.give_back(std::move(*tab));
  co_return text;
}

// The links of the whole document, the content of what a person sees of it.
Task<Result<PageText>> Crawler::read_tab(browser::Tab& tab, Stop stop) {
  auto whole = co_await page::html_content(tab, {.selector = "html"}, true, kMostBytes, stop);
  if (!whole) co_return std::unexpected(std::move(whole).error());
  auto seen = co_await page::visible_html(tab, stop);
  if (!seen) co_return std::unexpected(std::move(seen).error());
  auto url = parse_url(tab.url());
  if (!url) co_return fail(ErrorCode::page_changed, "the page went away while it was read");
  const json::object& read = whole->value.as_object();
  std::string all{json::find_string(read, "content").value_or("")};
  bool is_cut = seen->is_cut || json::find_bool(read, "cut").value_or(false);
  auto text = co_await parts_.pool.run(
      [all = std::move(all), visible = std::move(seen->html), url = *url, format = plan_.format] {
        PageText out = read_page(all, url, Format::text);
        PageText shown = read_page(visible, url, format);
        out.content = std::move(shown.content);
        out.cleaned = shown.cleaned;
        return out;
      },
      stop);
  if (!text) co_return std::unexpected(stop.error());
  text->truncated = is_cut;
  text->hidden_texts = seen->hidden_texts;
  co_return std::move(*text);
}

// The same page under another address: after a redirect, or by its own word.
bool Crawler::is_duplicate(const Url& asked, const Url& found, const PageText& text) {
  if (found != asked && !frontier_.note(found)) return true;
  auto canonical = text.canonical.empty() ? std::nullopt : parse_url(text.canonical);
  auto plain = canonical ? canonical_url(*canonical) : std::nullopt;
  if (!plain || *plain == found || *plain == asked || !rules_.in_scope(*plain)) return false;
  return !frontier_.note(*plain);
}

void Crawler::follow(const Visit& visit, std::int64_t depth) {
  if (!plan_.follow_links || depth >= plan_.max_depth) return;
  for (const page::Link& link : visit.links) {
    auto url = parse_url(link.url);
    auto plain = url ? canonical_url(*url) : std::nullopt;
    if (!plain || frontier_.knows(*plain) || is_binary_path(plain->path)) continue;
    if (!rules_.in_scope(*plain) || !rules_.is_wanted(*plain)) continue;
    if (!parts_.policy->check_navigation(plain->text()) || !rules_.is_new_enough(*plain)) continue;
    double promise = plan_.strategy == Strategy::best_first ? promise_of(plan_.query, link.text, *plain) : 0;
    frontier_.add(std::move(*plain), depth + 1, promise);
  }
}

json::object Crawler::summary(std::chrono::milliseconds took, StopReason stopped) const {
  json::object out{{"total_pages", done()},       {"succeeded", succeeded_},
                   {"failed", failed_},           {"max_depth_reached", deepest_},
                   {"duration_ms", took.count()}, {"scope", word_of(plan_.scope)}};
  json::object skipped;
  if (by_robots_ > 0) skipped["robots"] = by_robots_;
  if (duplicates_ > 0) skipped["duplicates"] = duplicates_;
  if (not_pages_ > 0) skipped["not_pages"] = not_pages_;
  if (!skipped.empty()) out["skipped"] = std::move(skipped);
  if (stopped != StopReason::none) {
    out["stopped"] = stopped == StopReason::deadline ? "timeout" : "cancelled";
  } else if (begun_ >= plan_.max_pages && frontier_.size() > 0) {
    out["stopped"] = "max_pages";
  }
  return out;
}

}  // namespace oc::crawl
