// navigate — go to an address, back, forward, or load the page again.
// Tested by: tests/browser/{navigation,downloads}_test.mjs
#include "browser/navigate_or_download.h"
#include "page/arrival.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using browser::History;

struct Args {
  std::string url;
  browser::LoadState wait_until = browser::LoadState::load;
  bool new_tab = false;
};

const Record<Args> kParams{
    required("url", &Args::url, "An address, or back, forward, reload.").max_length(65'536),
    optional("wait_until", &Args::wait_until),
    optional("new_tab", &Args::new_tab, "Open it in a tab of its own."),
};

struct Hop {
  std::string url;
  std::int64_t status = 0;
  static const Record<Hop>& record() {
    static const Record<Hop> fields{required("url", &Hop::url), required("status", &Hop::status)};
    return fields;
  }
};

struct Timing {
  std::int64_t total_ms = 0;
  std::int64_t answer_ms = 0;
  static const Record<Timing>& record() {
    static const Record<Timing> fields{
        required("total_ms", &Timing::total_ms),
        required("answer_ms", &Timing::answer_ms, "Until the document began to come."),
    };
    return fields;
  }
};

struct File {
  std::string name;
  std::optional<std::string> path;
  browser::DownloadState state = browser::DownloadState::in_progress;
  std::int64_t received_bytes = 0;
  static const Record<File>& record() {
    static const Record<File> fields{
        required("name", &File::name),
        optional("path", &File::path, "Once it is completed."),
        required("state", &File::state),
        required("received_bytes", &File::received_bytes),
    };
    return fields;
  }
};

struct Out {
  std::string tab_id;
  std::string url;
  std::string title;
  std::int64_t status = 0;
  std::optional<std::vector<std::string>> shows;
  std::optional<std::string> pending;
  std::optional<std::vector<Hop>> redirects;
  Timing timing;
  std::optional<File> download;
  std::optional<std::string> message;
};

const Record<Out> kResult{
    required("tabId", &Out::tab_id),
    required("url", &Out::url, "Where it ended."),
    required("title", &Out::title),
    required("status", &Out::status, "HTTP status of the document; 0: none."),
    optional("shows", &Out::shows, "What the page says first: alerts, dialogs, status, headings."),
    optional("pending", &Out::pending, "What the page is still waiting for."),
    optional("redirects", &Out::redirects, "The hops before it."),
    required("timing", &Out::timing),
    optional("download", &Out::download, "The address is a file, which was downloaded."),
    optional("message", &Out::message, "What became of the page then."),
};

Task<Result<Out>> run(TabContext& context, Args args) {
  browser::NavigateOptions options{.wait_until = args.wait_until};
  browser::Tab& tab = context.tab();
  std::uint64_t before = tab.network().ring().last_number();
  Result<browser::Navigated> gone;
  std::optional<browser::Download> download;
  if (auto history = from_word<History>(args.url)) {
    gone = co_await browser::navigate(tab, *history, options, context.stop());
  } else {
    auto brought =
        co_await browser::navigate_or_download(context.browser(), tab, args.url, options, context.stop());
    if (!brought) co_return std::unexpected(std::move(brought).error());
    gone = std::move(brought->page);
    download = std::move(brought->download);
  }
  if (!gone) co_return std::unexpected(std::move(gone).error());
  Out out{.tab_id = context.tab().id(),
          .url = gone->url,
          .title = gone->title,
          .status = gone->status,
          .timing = {.total_ms = gone->took.count(), .answer_ms = gone->to_answer.count()}};
  if (!gone->redirects.empty()) {
    out.redirects.emplace();
    for (const browser::Redirect& hop : gone->redirects) out.redirects->push_back({hop.url, hop.status});
  }
  if (download) {
    out.download =
        File{.name = download->name, .state = download->state, .received_bytes = download->received_bytes};
    if (!download->path.empty()) out.download->path = download->path;
    out.message = "the address is a download: the page of the tab stayed as it was";
    co_return out;
  }
  page::PageArrival arrival = co_await page::arrive(tab, before, context.stop());
  if (!arrival.lines.empty()) out.shows = std::move(arrival.lines);
  if (!arrival.pending.empty()) out.pending = std::move(arrival.pending);
  // A page that fetches what it shows may have another title by now.
  out.title = tab.title();
  co_return out;
}

}  // namespace

const Tool& navigate() {
  static const Tool tool{{.name = "navigate",
                          .title = "Navigate",
                          .summary = "Load an address in a tab, or go back, forward, or reload.",
                          .tier = Tier::core,
                          .effect = Effect::action,
                          .destination = "url",
                          .destructive = false,
                          .idempotent = true,
                          .opens_tab = true,
                          .new_tab_flag = "new_tab",
                          .looks = false},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
