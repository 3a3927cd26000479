// Tested by: tests/browser/arrival_test.mjs
#include "page/arrival.h"

#include "base/text.h"
#include "page/frame_place.h"
#include "page/sanitizer.h"
#include "page/script_runner.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using namespace std::chrono_literals;

// Pages that fetch what they show have it after this time, or say what is pending.
constexpr auto kDataTime = 1s;
// A page that is busy with itself is not waited for.
constexpr auto kReadTime = 1s;
// A page makes something of what it fetched before its next frames; those of a tab behind others do not come.
constexpr int kRenderMs = 100;
constexpr std::size_t kFrames = 2;
constexpr std::size_t kFrameLines = 4;

struct FirstLook {
  std::vector<std::string> lines;
  bool has_spinner = false;
};

Task<FirstLook> first_look(browser::Tab& tab, std::string frame_id, Stop stop) {
  FirstLook out;
  auto arrived = co_await run_script(tab, scripts::kPageArrival, {}, stop, frame_id);
  if (!arrived || !arrived->value.is_object()) co_return out;
  const json::object& read = arrived->value.as_object();
  const json::array* lines = json::find_array(read, "lines");
  for (std::size_t i = 0; lines && i < lines->size(); ++i)
    out.lines.push_back(sanitize_line(json::view((*lines)[i].as_string())));
  out.has_spinner = json::find_bool(read, "spinner").value_or(false);
  co_return out;
}

}  // namespace

Task<void> wait_for_fetches(browser::Tab& tab, std::uint64_t since, Stop stop) {
  while (tab.network().is_fetching(since)) {
    StopSource unread{stop, tab.network().next_unread(since)};
    (void)co_await tab.navigation().changed().wait(unread.stop());
    if (stop.requested()) co_return;
  }
}

std::string pending_work(browser::Tab& tab, std::uint64_t since, bool has_spinner) {
  std::vector<std::string> pending;
  std::size_t requests = tab.network().count_fetching(since);
  if (requests > 0) pending.push_back(cat(requests, requests == 1 ? " request" : " requests"));
  if (has_spinner) pending.emplace_back("spinner");
  return join(pending, ", ");
}

Task<PageArrival> arrive(browser::Tab& tab, std::uint64_t since, Stop stop) {
  StopSource limited{stop, std::chrono::steady_clock::now() + kDataTime};
  while (!tab.navigation().leaving() && tab.network().is_fetching(since) && !limited.stop().requested()) {
    co_await wait_for_fetches(tab, since, limited.stop());
    if (!limited.stop().requested())
      (void)co_await run_script(tab, scripts::kFirstFrames, {{"waitMs", kRenderMs}}, limited.stop());
  }
  // A page that goes on to another one says nothing that lasts.
  if (tab.navigation().leaving()) co_return PageArrival{.pending = "another page", .goes_on = true};
  const browser::Frame* main = tab.frames().main();
  std::string document = main ? main->loader_id : "";
  StopSource brief{stop, std::chrono::steady_clock::now() + kReadTime};
  FirstLook seen = co_await first_look(tab, tab.target_id(), brief.stop());
  PageArrival out{.lines = std::move(seen.lines), .pending = pending_work(tab, since, seen.has_spinner)};
  main = tab.frames().main();
  out.goes_on = tab.navigation().leaving() || (main && main->loader_id != document);
  co_return out;
}

std::map<std::string, std::string> frame_documents(browser::Tab& tab) {
  std::map<std::string, std::string> out;
  for (const std::string& id : tab.frames().ids()) {
    const browser::Frame* frame = tab.frames().find(id);
    if (frame && id != tab.target_id()) out.emplace(id, frame->loader_id);
  }
  return out;
}

Task<std::vector<std::string>> frame_arrivals(browser::Tab& tab, std::map<std::string, std::string> before,
                                              Stop stop) {
  std::vector<std::string> out;
  std::size_t told = 0;
  for (const auto& [id, loader] : frame_documents(tab)) {
    auto known = before.find(id);
    if (told == kFrames || (known != before.end() && known->second == loader)) continue;
    const browser::Frame* frame = tab.frames().find(id);
    if (!frame || frame->url.empty() || frame->url == "about:blank") continue;
    StopSource brief{stop, std::chrono::steady_clock::now() + kReadTime};
    auto place = co_await place_of_frame(tab, id, brief.stop());
    if (!place) continue;
    FirstLook seen = co_await first_look(tab, id, brief.stop());
    if (seen.lines.size() > kFrameLines) seen.lines.resize(kFrameLines);
    for (const std::string& line : seen.lines) out.push_back(cat("in the frame: ", line));
    told += seen.lines.empty() ? 0 : 1;
  }
  co_return out;
}

}  // namespace oc::page
