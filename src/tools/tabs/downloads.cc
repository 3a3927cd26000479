// downloads — the files that pages brought down, and how far they are.
// Tested by: tests/browser/downloads_test.mjs
#include "browser/browser.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using browser::Download;
using browser::DownloadState;

struct Args {
  bool wait = false;
  int limit = 20;
};

const Record<Args> kParams{
    optional("wait", &Args::wait, "Until those in progress have ended."),
    optional("limit", &Args::limit, "The newest.").range(1, 200),
};

struct Line {
  std::string name;
  std::optional<std::string> path;
  std::string url;
  DownloadState state = DownloadState::in_progress;
  std::int64_t received_bytes = 0;
  std::int64_t total_bytes = 0;
  std::optional<std::string> tab_id;
  static const Record<Line>& record() {
    static const Record<Line> fields{
        required("name", &Line::name, "As the page suggests it; path has the name it got."),
        optional("path", &Line::path, "Once it is completed."),
        required("url", &Line::url),
        required("state", &Line::state),
        required("received_bytes", &Line::received_bytes),
        required("total_bytes", &Line::total_bytes, "0: not known."),
        optional("tabId", &Line::tab_id),
    };
    return fields;
  }
};

struct Out {
  std::vector<Line> downloads;
};

const Record<Out> kResult{required("downloads", &Out::downloads, "Newest last.")};

bool is_on_its_way(const Download& download) {
  return download.state == DownloadState::in_progress;
}

Line shown(const Download& download) {
  Line line{.name = download.name,
            .url = download.url,
            .state = download.state,
            .received_bytes = download.received_bytes,
            .total_bytes = download.total_bytes};
  if (download.state == DownloadState::completed) line.path = download.path;
  if (!download.tab_id.empty()) line.tab_id = download.tab_id;
  return line;
}

std::string still_coming(const browser::DownloadTracker& tracker) {
  std::string names;
  for (const Download& download : tracker.all()) {
    if (!is_on_its_way(download)) continue;
    names += cat(names.empty() ? "" : ", ", download.name, " (", download.received_bytes);
    if (download.total_bytes > 0) names += cat(" of ", download.total_bytes);
    names += " bytes)";
  }
  return names;
}

Task<Result<Out>> run(ToolContext& context, Args args) {
  browser::DownloadTracker& tracker = context.services().browser.downloads();
  while (args.wait && std::ranges::any_of(tracker.all(), is_on_its_way)) {
    bool woken = co_await tracker.changed().wait(context.stop());
    if (woken) continue;
    Error error = context.stop().error();
    if (error.code == ErrorCode::timeout) error.message = cat("still in progress: ", still_coming(tracker));
    co_return std::unexpected(std::move(error));
  }
  const auto& all = tracker.all();
  std::size_t count = std::min(all.size(), static_cast<std::size_t>(args.limit));
  Out out;
  for (std::size_t i = all.size() - count; i < all.size(); ++i) out.downloads.push_back(shown(all[i]));
  co_return out;
}

}  // namespace

const Tool& downloads() {
  static const Tool tool{{.name = "downloads",
                          .title = "Downloads",
                          .summary = "List the files that pages downloaded: name, path, state.",
                          .tier = Tier::expert,
                          .effect = Effect::observation,
                          .items_member = "downloads"},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
