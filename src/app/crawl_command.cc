#include "app/crawl_command.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <cstdio>
#include <set>

#include "app/browser_setup.h"
#include "app/call_command.h"
#include "app/home.h"
#include "base/text.h"
#include "base/worker_pool.h"
#include "crawl/crawl_run.h"
#include "crawl/sitemap_pages.h"
#include "store/atomic_file.h"
#include "store/posix_file_system.h"

namespace oc::app {
namespace {

constexpr std::size_t kLongestName = 120;
constexpr std::size_t kBarWidth = 24;

std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

// Files as pages come, and an index of them.
class Folder {
 public:
  Folder(store::FileSystem& files, std::string path) : files_(files), path_(std::move(path)) {}

  Result<void> add(const json::object& page) {
    std::string url{json::find_string(page, "url").value_or("")};
    std::string title{json::find_string(page, "title").value_or("")};
    if (auto error = json::find_string(page, "error")) {
      failed_ += cat("- ", url, ": ", *error, "\n");
      return {};
    }
    int number = 0;
    std::string name = file_name_for(url, number);
    while (!taken_.insert(name).second) name = file_name_for(url, ++number);
    std::string text = cat("<!-- ", url, " -->\n\n", json::find_string(page, "content").value_or(""));
    OC_TRY(files_.make_directories(path_));
    OC_TRY(store::write_atomically(files_, cat(path_, "/", name), text));
    index_ += cat("- [", title.empty() ? url : title, "](", name, ") ", url, "\n");
    return {};
  }

  Result<void> finish(const json::object& summary) {
    std::string text = cat("# Pages\n\n", index_);
    if (!failed_.empty()) text += cat("\n## Not read\n\n", failed_);
    if (auto why = json::find_string(summary, "stopped")) text += cat("\nStopped early: ", *why, ".\n");
    OC_TRY(files_.make_directories(path_));
    return store::write_atomically(files_, cat(path_, "/index.md"), text);
  }

 private:
  store::FileSystem& files_;
  std::string path_;
  std::set<std::string> taken_;
  std::string index_;
  std::string failed_;
};

struct Machine {
  asio::io_context io{1};
  SystemClock clock;
  store::PosixFileSystem files;
  WorkerPool pool;
};

Task<Result<void>> use_sitemaps(browser::Browser& browser, CrawlRequest& request, Stop stop) {
  crawl::TabPool tabs{browser};
  crawl::Fetcher fetcher{browser.policy(), [&](Stop until) { return tabs.any(std::move(until)); }};
  auto pages = co_await crawl::sitemap_pages(
      fetcher, {.url = request.plan.url, .most = static_cast<std::size_t>(request.plan.max_pages)}, stop);
  co_await tabs.close(Stop{});
  if (!pages) co_return std::unexpected(std::move(pages).error());
  request.plan.seeds = std::move(pages->pages);
  request.plan.url.clear();
  request.plan.scope = crawl::Scope::any;
  request.plan.follow_links = false;
  co_return Result<void>{};
}

// Gives the summary.
Task<Result<json::object>> crawl_into(crawl::CrawlParts parts, CrawlRequest request, Folder& folder,
                                      Stop stop) {
  if (request.sitemap) OC_CO_TRY(co_await use_sitemaps(parts.browser, request, stop));
  bool on_terminal = isatty(STDERR_FILENO) != 0;
  auto keep = [&](json::object page, std::int64_t done, std::int64_t planned) -> Task<Result<bool>> {
    auto kept = folder.add(page);
    if (!kept) co_return std::unexpected(std::move(kept).error());
    std::string_view url = json::find_string(page, "url").value_or("");
    if (on_terminal)
      std::fprintf(stderr, "\r\033[K%s", progress_bar(done, planned, url, terminal_columns()).c_str());
    co_return !stop.requested();
  };
  auto answer =
      co_await crawl::run_crawl(parts, std::move(request.plan), crawl::Pages::elsewhere, keep, stop);
  if (on_terminal) std::fputs("\r\033[K", stderr);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return std::move(answer->summary);
}

int report(const json::object& summary, const std::string& out) {
  auto number = [&](std::string_view key) { return json::find_integer(summary, key).value_or(0); };
  auto stopped = json::find_string(summary, "stopped");
  std::printf("%lld pages in %s/ (%lld failed)%s%s\n", static_cast<long long>(number("succeeded")),
              out.c_str(), static_cast<long long>(number("failed")), stopped ? "; stopped: " : "",
              stopped ? std::string{*stopped}.c_str() : "");
  if (const json::object* skipped = json::find_object(summary, "skipped"); skipped && !skipped->empty())
    std::printf("left out: %s\n", json::write(*skipped).c_str());
  return number("succeeded") > 0 ? kOk : kToolError;
}

}  // namespace

std::string file_name_for(std::string_view url, int number) {
  std::string name;
  std::size_t host = url.find("://");
  std::size_t path = host == std::string_view::npos ? 0 : url.find('/', host + 3);
  std::string_view rest = path == std::string_view::npos ? "" : url.substr(path);
  for (char c : rest.substr(0, kLongestName)) {
    bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    if (plain && !(c == '.' && name.empty())) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-') || name.ends_with('.')) name.pop_back();
  if (name.empty() || name == "index") name = "home";
  return number == 0 ? cat(name, ".md") : cat(name, "-", number + 1, ".md");
}

std::string progress_bar(std::int64_t done, std::int64_t planned, std::string_view url, std::size_t columns) {
  std::size_t full = planned > 0 ? kBarWidth * static_cast<std::size_t>(std::min(done, planned)) /
                                       static_cast<std::size_t>(planned)
                                 : 0;
  std::string line =
      cat("[", std::string(full, '#'), std::string(kBarWidth - full, '.'), "] ", done, "/", planned, " ");
  if (line.size() < columns) line += cut(one_line(url), columns - line.size() - 1);
  return line;
}

int run_crawl_command(const Config& config, Logger& log, const CrawlRequest& request) {
  auto options = browser_options(config);
  if (!options) {
    std::fprintf(stderr, "openchrome: %s\n", options.error().message.c_str());
    return kUsage;
  }
  Machine machine;
  Nursery background{machine.io.get_executor(), log};
  browser::Browser browser{{.nursery = background, .pool = machine.pool, .files = machine.files, .log = log},
                           std::move(*options)};
  Folder folder{machine.files, request.out};
  StopSource stop;
  asio::signal_set signals{machine.io, SIGINT, SIGTERM};
  signals.async_wait([&](boost::system::error_code error, int) {
    if (!error) stop.request(StopReason::cancelled);
  });
  Result<json::object> answer;
  auto work = [&]() -> Task<void> {
    crawl::CrawlParts parts{browser, machine.pool, log, machine.io.get_executor(), browser.shared_policy()};
    answer = co_await crawl_into(parts, request, folder, stop.stop());
    signals.cancel();
    StopSource brief{Stop{}, std::chrono::steady_clock::now() + std::chrono::seconds{3}};
    co_await browser.close(brief.stop());
    (void)co_await background.join(brief.stop());
  };
  asio::co_spawn(machine.io, work(), [&](std::exception_ptr failure) {
    if (failure) answer = fail(ErrorCode::internal, "a defect ended the crawl");
    machine.io.stop();
  });
  machine.io.run();
  if (!answer) {
    std::fprintf(stderr, "openchrome: %s. %s\n", answer.error().message.c_str(),
                 std::string{answer.error().next_step()}.c_str());
    return kToolError;
  }
  const json::object& summary = *answer;
  if (auto written = folder.finish(summary); !written) {
    std::fprintf(stderr, "openchrome: %s\n", written.error().message.c_str());
    return kToolError;
  }
  return report(summary, request.out);
}

}  // namespace oc::app
