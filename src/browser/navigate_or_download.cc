// Tested by: tests/browser/downloads_test.mjs
#include "browser/navigate_or_download.h"

#include <algorithm>

namespace oc::browser {
namespace {

using namespace std::chrono_literals;

// The browser says that no page comes, and tells of the download at about the same time.
constexpr auto kBeginning = 1s;
// A small file is there at once; a large one goes on, and its end is told by a later answer.
constexpr auto kWhole = 2s;

const Download* newest_of(const DownloadTracker& downloads, const Tab& tab, std::uint64_t after) {
  auto found = std::ranges::find_if(
      downloads.all(), [&](const Download& one) { return one.number > after && one.tab_id == tab.id(); });
  return found == downloads.all().end() ? nullptr : &*found;
}

bool brought_no_page(const Error& error) {
  const json::object* details = error.details.if_object();
  return details && json::find_string(*details, "net_error") == kBroughtNoPage;
}

}  // namespace

Task<Result<Brought>> navigate_or_download(Browser& browser, Tab& tab, std::string url,
                                           NavigateOptions options, Stop stop) {
  DownloadTracker& downloads = browser.downloads();
  std::uint64_t before = downloads.last_number();
  auto gone = co_await navigate(tab, std::move(url), options, stop);
  if (gone) co_return Brought{.page = std::move(*gone)};
  if (!brought_no_page(gone.error())) co_return std::unexpected(std::move(gone).error());
  SteadyTime began = std::chrono::steady_clock::now();
  StopSource beginning{stop, began + kBeginning};
  StopSource whole{stop, began + kWhole};
  while (true) {
    const Download* download = newest_of(downloads, tab, before);
    if (download && download->state != DownloadState::in_progress) break;
    bool woken = co_await downloads.changed().wait(download ? whole.stop() : beginning.stop());
    if (!woken) break;
  }
  const Download* download = newest_of(downloads, tab, before);
  if (!download) co_return std::unexpected(std::move(gone).error());
  co_return Brought{.page = {.url = tab.url(), .title = tab.title()}, .download = *download};
}

}  // namespace oc::browser
